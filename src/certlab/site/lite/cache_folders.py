"""Folders in the cache. One that has its name there is whole, or is made again."""

import hashlib
import json
import shutil
from pathlib import Path

from certlab import cache_folder

_SUMS = "sha256.json"


def folder() -> Path:
    """Where downloads are kept; see `certlab.cache_folder`."""
    return cache_folder.folder("site")


def sha256(path: Path) -> str:
    """The digest of a file, as locks and wheels have it."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def name_of(files: dict[str, str]) -> str:
    """A short name for a set of files, from their digests by name."""
    rows = "".join(f"{name} {digest}\n" for name, digest in sorted(files.items()))
    return hashlib.sha256(rows.encode()).hexdigest()[:12]


def keep(scratch: Path, to: Path) -> None:
    """Move a finished folder to its name in the cache, with the sums of its files."""
    sums = {path.name: sha256(path) for path in sorted(scratch.iterdir())}
    (scratch / _SUMS).write_text(json.dumps(sums, indent=1) + "\n", "utf-8")
    if is_kept(to):  # another build was quicker, and may be reading it
        return
    if to.exists():
        shutil.rmtree(to)
    scratch.rename(to)


def is_kept(path: Path) -> bool:
    """Whether a folder is there with each byte that was put into it."""
    try:
        sums = json.loads((path / _SUMS).read_text("utf-8"))
        return all(sha256(path / name) == sum for name, sum in sums.items())
    except (OSError, ValueError, AttributeError):
        return False
