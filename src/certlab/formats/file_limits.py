"""A file somebody else wrote, read as text: nothing is unpacked, and there are limits.

An archive and XML are refused by their first bytes, unopened, so that no bomb in them
can go off: each program that writes them can write text as well.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, FileIO
from pathlib import Path
from typing import IO

from certlab.errors import ContentError, CourseError
from certlab.formats.encoding import text_of

MOST_BYTES = 8 * 2**20  # of a file; a bank of a thousand questions has half a megabyte
MOST_QUESTIONS = 20_000  # of a file; a large deck of Anki's has 10,000 notes
MOST_CHARACTERS = 20_000  # of one text in it
MOST_TEXT = 2**25  # characters that come of a file; 10,000 notes have ten million
MOST_NOTES = 100_000  # of what is said of a file
MOST_PARTS = 60  # options, pairs, gaps or accepted answers of one question

_REFUSED = (
    (b"PK\x03\x04", "is an archive"),
    (b"PK\x05\x06", "is an archive"),
    (b"\x1f\x8b", "is an archive"),
    (b"BZh", "is an archive"),
    (b"7z\xbc\xaf", "is an archive"),
    (b"\xfd7zXZ", "is an archive"),
    (b"\x28\xb5\x2f\xfd", "is an archive"),
    (b"SQLite format 3", "is a database"),
    (b"%PDF", "is a PDF"),
)
_XML = re.compile(
    rb"\s*<(\?xml|!doctype|!entity|questestinterop|assessment)", re.IGNORECASE
)
# What no text needs and a terminal or TOML stumbles over; tabs and line ends stay. The two
# that turn the direction of what follows are for nothing but disguise.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e\ud800-\udfff]")


def read_text(path: Path) -> str:
    r"""The text of a file, its lines ending in "\n", control characters as "\ufffd".

    Raises:
        ContentError: there is no such file, or it is too large or not text.
    """
    with opened(path) as file:
        data = within(file, str(path))
    _refuse(path, data)
    try:
        text = text_of(data, str(path))
    except CourseError as error:
        raise ContentError(str(error)) from None
    return clean(text.replace("\r\n", "\n").replace("\r", "\n"))


@contextmanager
def opened(
    path: Path, reader: type[BufferedReader] = BufferedReader
) -> Iterator[BufferedReader]:
    """A file to read bytes of.

    Raises:
        ContentError: there is no such file, or it cannot be read.
    """
    if path.is_dir():
        raise ContentError(f"{path}: this is a folder; name a file in it.")
    if not path.is_file():
        raise ContentError(f"{path}: there is no such file; check the path.")
    try:
        with reader(FileIO(path)) as file:
            yield file
    except OSError as error:
        says = f"cannot be read ({error.strerror or error}); check the path"
        raise ContentError(f"{path}: {says}.") from None


def within(file: IO[bytes], name: str, most: int | None = None) -> bytes:
    """All that a file or a pipe holds, also one without an end such as /dev/zero.

    Raises:
        ContentError: it holds more than that.
    """
    most = MOST_BYTES if most is None else most
    data = file.read(most + 1)
    if len(data) > most:
        says = f"holds more than {most // 2**20} MiB; split it into parts"
        raise ContentError(f"{name}: {says}.")
    return data


def clean(text: str) -> str:
    """The text with control characters and halves of characters made visible."""
    return _CONTROLS.sub("\ufffd", text)


def _refuse(path: Path, data: bytes) -> None:
    what = next((what for head, what in _REFUSED if data.startswith(head)), "")
    if not what and _XML.match(data):
        what = "is XML"
    if what:
        says = f"{what}, which is not opened; export text from the program and try that"
        raise ContentError(f"{path}: {says}.")
