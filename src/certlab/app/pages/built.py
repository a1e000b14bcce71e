"""The pages as certlab study serves them: in the cache, built when the course has changed.

python -m certlab.app.pages.built    builds them where they are not there
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from certlab.app import cache
from certlab.app.assets import write_assets
from certlab.app.pages.output import write_pages
from certlab.course import load, location
from certlab.errors import CourseError, SiteError

SOURCE = Path(__file__).parents[2]
HOME = '<html data-home="workspace"'  # what site.js takes its store from
_DONE = "built"
_UNUSED = 30 * 86_400  # seconds after which pages of another edition are removed


def folder(root: Path) -> Path:
    """Where the pages of the course at `root` lie, whether they are there or not.

    The name changes when a file of the course, or of the package that builds them, has
    another size or time.
    """
    found = hashlib.sha256()
    for path in _made_of(root):
        seen = path.stat()
        found.update(f"{path} {seen.st_size} {seen.st_mtime_ns}\n".encode())
    return cache.folder("pages") / found.hexdigest()[:16]


def is_there(pages: Path) -> bool:
    """Whether a folder of pages is whole."""
    return (pages / _DONE).is_file()


def build(root: Path) -> Path:
    """Build the pages of the course at `root`, and remove what nobody has asked for lately.

    Raises:
        SiteError: Sphinx is missing, finds something wrong, or the disk is full.
    """
    to, course = folder(root), load(root)
    every = dict.fromkeys(course.labs, "")  # JupyterLab opens all of them
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        with (
            _alone(to.parent / ".building"),
            tempfile.TemporaryDirectory(prefix=".new-", dir=to.parent) as name,
        ):
            if is_there(to):  # by another process, while this one waited
                return to
            scratch = Path(name) / "pages"
            write_pages(course, scratch, write_assets(course, scratch), every)
            for path in scratch.rglob("*.html"):
                path.write_text(
                    path.read_text("utf-8").replace("<html", HOME, 1), "utf-8"
                )
            (scratch / _DONE).touch()
            scratch.rename(to)
        _remove_unused(to)
    except OSError as error:
        says = error.strerror or str(error)
        raise SiteError(
            f"{to}: the pages were not written ({says}); make room, or name another "
            f"folder by {cache.VARIABLE}."
        ) from error
    return to


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process at a time; where there are no locks, as on Windows, each for itself."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _made_of(root: Path) -> Iterator[Path]:
    """The files that a page may depend on, in a fixed order."""
    for top in (SOURCE, *(root / part for part in location.PARTS)):
        for path in sorted(top.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def _remove_unused(used: Path) -> None:
    os.utime(used)
    for path in used.parent.iterdir():
        if (
            path != used
            and path.is_dir()
            and time.time() - path.stat().st_mtime > _UNUSED
        ):
            shutil.rmtree(path, ignore_errors=True)


if __name__ == "__main__":
    try:
        build(location.find())
    except CourseError as error:
        sys.exit(f"certlab: {error}")
