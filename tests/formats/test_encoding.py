"""Bytes of a file as text, by their byte-order mark."""

import codecs

import pytest

from certlab.errors import CourseError
from certlab.formats.encoding import encoding_of, text_of

TEXT = "GPU0\tGPU1\r\nµ│\n"


@pytest.mark.parametrize(
    ("mark", "codec", "named"),
    [
        (b"", "utf-8", "UTF-8"),
        (codecs.BOM_UTF8, "utf-8", "UTF-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
        (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
        (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    ],
)
def test_a_mark_says_the_encoding_and_is_no_text(
    mark: bytes, codec: str, named: str
) -> None:
    data = mark + TEXT.encode(codec)
    assert encoding_of(data) == named
    assert text_of(data, "a.txt") == TEXT


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (
            TEXT.encode("utf-16-le"),
            (
                "a.txt: holds zero bytes, as UTF-16 without a byte-order mark or a binary "
                "file does; save it as UTF-8."
            ),
        ),
        (b"one\ncaf\xe9\n", "a.txt: line 2 is not UTF-8 text; save the file as UTF-8."),
        (
            codecs.BOM_UTF16_LE + b"a\0b",
            "a.txt: line 1 is not UTF-16 text; save the file as UTF-8.",
        ),
    ],
)
def test_what_is_no_text_is_one_sentence(data: bytes, says: str) -> None:
    with pytest.raises(CourseError) as caught:
        text_of(data, "a.txt")
    assert str(caught.value) == says


def test_a_log_may_hold_odd_bytes() -> None:
    assert text_of(b"caf\xe9\n", "a.txt", lenient=True) == "caf\ufffd\n"
    assert text_of(codecs.BOM_UTF16_LE + b"a\0b", "a.txt", lenient=True) == "a\ufffd"
