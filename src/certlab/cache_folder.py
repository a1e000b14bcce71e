"""Where what can be made again is kept on this machine."""

import os
from pathlib import Path

VARIABLE = "CERTLAB_CACHE"


def folder(part: str) -> Path:
    """A part of the cache: below $CERTLAB_CACHE, else ~/.cache/certlab."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get(VARIABLE) or Path(base) / "certlab") / part


def read_own(path: Path) -> bytes:
    """A file that nobody but the user of this process can have written, nor its folder.

    Raises:
        OSError: there is none, or others could.
    """
    with path.open("rb") as file:
        if is_own(path.parent.stat()) and is_own(os.fstat(file.fileno())):
            return file.read()
    raise PermissionError(path)


def is_own(seen: os.stat_result) -> bool:
    """Whether a file or a folder is this user's, and only this user may write there."""
    return seen.st_uid == os.geteuid() and not seen.st_mode & 0o022
