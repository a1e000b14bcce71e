"""The formats that come in, by name, and which one a file is in."""

import re
from collections.abc import Callable
from pathlib import Path

from certlab.errors import ContentError, read_or_refuse
from certlab.formats import anki_text, gift, jupyterquiz, mkdocs_quiz
from certlab.formats.drafts import Reading
from certlab.formats.file_limits import read_text


class UntoldError(ContentError):
    """Nothing in a file tells its format.

    Attributes:
        name: the file's.
    """

    def __init__(self, says: str, name: str) -> None:
        super().__init__(says)
        self.name = name


READERS: dict[str, Callable[[str, str], Reading]] = {
    "jupyterquiz": jupyterquiz.read,
    "gift": gift.read,
    "anki": anki_text.read,
    "mkdocs-quiz": mkdocs_quiz.read,
}
_ENDINGS = {
    ".json": "jupyterquiz",
    ".gift": "gift",
    ".tsv": "anki",
    ".md": "mkdocs-quiz",
    ".markdown": "mkdocs-quiz",
}
_ANKI = re.compile(
    r"#(separator|html|tags|columns|notetype|deck|guid)[ a-z]*:", re.ASCII
)
_GIFT = re.compile(r"^(::|\$CATEGORY:)|\{\s*[=~#TF}]", re.MULTILINE)


def read_file(path: Path, name: str = "") -> tuple[str, Reading]:
    """The format of a file, and what could be read of it.

    Args:
        path: the file.
        name: its format, one of READERS; told by its name and beginning when "".

    Raises:
        ContentError: it cannot be read, or nothing tells the format.
    """
    if name and name not in READERS:
        known = ", ".join(READERS)
        raise ContentError(f"There is no format {name}; use one of {known}.")
    text = read_text(path)
    name = name or _ENDINGS.get(path.suffix.lower(), "") or _told(text)
    if not name:
        names = ", ".join(READERS)
        says = f"nothing tells its format; name it with --from, one of {names}."
        raise UntoldError(f"{path}: {says}", path.name)
    says = f"cannot be read as {name}; export it again, or in parts"
    with read_or_refuse(ContentError(f"{path}: {says}.")):
        return name, READERS[name](text, path.name)


def _told(text: str) -> str:
    """The format of a text file by its first lines; "" when they do not tell."""
    if _ANKI.match(text):
        return "anki"
    if _GIFT.search(text):
        return "gift"
    first = next((one for one in text.split("\n") if one.strip("# \t")), "")
    return "anki" if "\t" in first else ""
