"""Bytes of somebody's file as text: UTF-8, or what its byte-order mark says.

PowerShell's `>` writes UTF-16 with such a mark, and so does Notepad's "Unicode".
"""

import codecs

from certlab.errors import CourseError

UTF8 = "UTF-8"
# UTF-32's mark begins with that of UTF-16, so it is asked first.
_MARKS = (
    (codecs.BOM_UTF8, UTF8),
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


def encoding_of(data: bytes) -> str:
    """ "UTF-8" unless a byte-order mark says "UTF-16" or "UTF-32"."""
    return next((name for mark, name in _MARKS if data.startswith(mark)), UTF8)


def text_of(data: bytes, name: str, *, lenient: bool = False) -> str:
    r"""The text without its byte-order mark; line ends stay as they are.

    Args:
        name: of the file, for the sentence.
        lenient: a byte that fits nothing becomes "\ufffd", as in a log.

    Raises:
        CourseError: it is no such text.
    """
    encoding = encoding_of(data)
    if encoding == UTF8 and b"\0" in data[:1000]:
        says = "holds zero bytes, as UTF-16 without a byte-order mark or a binary file does"
        raise CourseError(f"{name}: {says}; save it as UTF-8.")
    try:
        text = data.decode(encoding, "replace" if lenient else "strict")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        says = f"line {line} is not {encoding} text; save the file as UTF-8."
        raise CourseError(f"{name}: {says}") from None
    return text.removeprefix("\ufeff")
