"""The files of a class are for its own account only: logs and databases name learners."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_OWNERS = stat.S_IRUSR | stat.S_IWUSR


def opener(path: str, flags: int) -> int:
    """For `open`: a new file is closed to others from its first byte."""
    return os.open(path, flags, _OWNERS)


def close(folders: Iterable[Path]) -> None:
    """Close what an earlier version left open in these folders.

    Whoever owns a folder may have put a link to another's file there, so links are passed by.
    """
    for path in (entry for folder in folders for entry in folder.iterdir()):
        if not stat.S_ISREG(path.lstat().st_mode):
            continue
        with suppress(FileNotFoundError):
            number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                os.fchmod(number, os.fstat(number).st_mode & _OWNERS)
            finally:
                os.close(number)
