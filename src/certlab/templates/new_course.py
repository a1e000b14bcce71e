"""A tiny course, written into a folder of its own: whole, so that it can be changed piece by piece."""

import shutil
import tempfile
from pathlib import Path

from certlab.course import catalogue, ledger
from certlab.errors import ContentError

_TINY = Path(__file__).with_name("tiny_course")


def write(folder: Path) -> None:
    """Write the course with its ids into a folder.

    Args:
        folder: one that is not there yet, or is empty but for a `.git`.

    Raises:
        ContentError: something is there already, or it cannot be written.
    """
    folder = folder.absolute()
    try:
        if folder.exists() and not folder.is_dir():
            raise ContentError(f"{folder}: this is a file; give a new folder.")
        if folder.is_dir() and any(one.name != ".git" for one in folder.iterdir()):
            raise ContentError(
                f"{folder}: there are files in this folder, and none is written over; "
                "give a new folder or an empty one."
            )
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=folder) as scratch:
            course = Path(scratch)
            _copy(course)
            ledger.enter(catalogue.read(course, []))
            for part in sorted(course.iterdir()):
                part.rename(folder / part.name)
    except OSError as error:
        says = error.strerror or str(error)
        raise ContentError(
            f"{folder}: the course was not written ({says}); give another folder."
        ) from error


def _copy(to: Path) -> None:
    """The texts, with the modes of new files: an installed package may be read-only."""
    for path in sorted(_TINY.rglob("*")):
        if path.is_file():
            file = to / path.relative_to(_TINY)
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, file)
