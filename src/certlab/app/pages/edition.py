"""Which pages are those of a course as it is now, and where they lie."""

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from certlab import cache_folder
from certlab.course import location

SOURCE = Path(__file__).parents[2]
OURS = SOURCE / "_course"  # in a wheel, where `content` and its like are carried
CARRIED = SOURCE / "_pages"  # in a wheel: the pages that tools/pages_in_wheel.py built
DONE = "built"  # a file that is there when a folder of pages is whole


def edition(root: Path) -> str:
    """The name of the pages of the course at `root`.

    It changes with any byte of the course, or of the package that builds them.
    """
    whole = hashlib.sha256(package().encode())
    for file, digest in files(root):
        whole.update(f"{file} {digest}\n".encode())
    return whole.hexdigest()[:16]


def files(root: Path) -> Iterator[tuple[str, str]]:
    """The files of the course at `root`, each with a digest of its bytes."""
    for part in location.PARTS:
        yield from _digests(root / part, root)


def package() -> str:
    """A name that changes with any byte of this package."""
    whole = hashlib.sha256()
    for file, digest in _digests(SOURCE, SOURCE):
        whole.update(f"{file} {digest}\n".encode())
    return whole.hexdigest()[:16]


def home(root: Path) -> Path:
    """The folder in the cache for the pages of this course, built by this package."""
    name = hashlib.sha256(f"{root}\n{SOURCE}".encode()).hexdigest()[:16]
    return (cache_folder.folder("pages") / name).resolve()


def find(root: Path, name: str) -> Path | None:
    """The whole pages of an edition, from the wheel or from the cache."""
    places = (CARRIED / name, home(root) / name)
    return next((one for one in places if (one / DONE).is_file()), None)


def newest(root: Path) -> list[Path]:
    """Whole pages of this course, of whatever edition, the newest first."""
    homes = [home(root), *([CARRIED] if root == OURS else [])]
    marks = [mark for one in homes for mark in one.glob(f"*/{DONE}")]
    marks.sort(key=lambda mark: mark.stat().st_mtime, reverse=True)
    return [mark.parent for mark in marks]


def first(root: Path, name: str) -> Path:
    """Where the pages that are asked for first lie, until all of an edition are there."""
    return home(root) / f"first-{name}"


def _digests(top: Path, root: Path) -> Iterator[tuple[str, str]]:
    for path in _files(top):
        seen = path.stat()
        digest = _digest(path, seen.st_size, seen.st_mtime_ns)
        yield path.relative_to(root).as_posix(), digest


def _files(top: Path) -> Iterator[Path]:
    """The files below a folder, in a fixed order; not what editors and Python leave there.

    Nor the types of scripts, which only tsc reads and no wheel carries.
    """
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(
            one for one in folders if not _passed_over(Path(folder, one))
        )
        for name in sorted(names):
            if not name.startswith(".") and not name.endswith(".d.ts"):
                yield Path(folder, name)


def _passed_over(folder: Path) -> bool:
    return folder.name.startswith((".", "__pycache__")) or folder in (OURS, CARRIED)


@cache
def _digest(path: Path, _size: int, _time: int) -> str:
    """Of a file that was not changed since, read once."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
