"""The pages as certlab study serves them: in the cache, built when the course has changed.

python -m certlab.app.pages.page_cache    builds them where they are not there
"""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path

from certlab import cache_folder, whole_file
from certlab.app.assets import write_assets
from certlab.app.pages import edition, in_use, output
from certlab.app.pages.earlier_results import EarlierResults
from certlab.app.pages.front import class_page
from certlab.app.pages.prose_apart import ProseApart
from certlab.app.pages.sources import sources
from certlab.app.pages.sphinx_folder import (
    CONTEXT,
    forget_pages,
    run_sphinx,
    take_over,
    write_sources,
)
from certlab.course import load, location
from certlab.errors import CourseError, SiteError

HOME = '<html data-home="workspace"'  # what site.js takes its store from
FRONT = "index.md"
# In the folder of a course: how far a build is, and the page that somebody waits for.
PROGRESS, ASKED = "progress", "asked"
_REUSABLE = "kept"  # what Sphinx has read and written, for the next time
_RESULTS = "results"  # what was worked out before Sphinx, for the next time
_MADE_BY = "by"  # who wrote that folder, once it is whole
_UNUSED = 30 * 86_400  # seconds after which the pages of another course are removed


def build(root: Path) -> Path:
    """Build the pages of the course at `root`, and remove what nobody has asked for lately.

    Sphinx reads and writes what has changed since it was here last. Of a course that nobody
    edits, because it was installed, nothing is kept for a next time. Where no older pages can
    be shown meanwhile, the front page and the one that is asked for come first.

    Raises:
        SiteError: Sphinx is missing, finds something wrong, or the disk is full.
    """
    name, home = edition.edition(root), edition.home(root)
    try:
        home.mkdir(parents=True, exist_ok=True)
        with whole_file.alone(home / in_use.BUILDING):
            if there := edition.find(root, name):  # built while this one waited
                return there
            (home / PROGRESS).unlink(missing_ok=True)
            with tempfile.TemporaryDirectory(prefix=".new-", dir=home) as new:
                scratch = Path(new) / "pages"
                first = None if edition.newest(root) else edition.first(root, name)
                kept = home if _is_edited(root) else Path(new)
                _write(root, scratch, kept / _REUSABLE, home, first)
                scratch.rename(home / name)
            (home / ASKED).unlink(missing_ok=True)
            _remove_unused(root)
    except OSError as error:
        says = error.strerror or str(error)
        raise SiteError(
            f"{home}: the pages were not written ({says}); make room, or name another "
            f"folder by {cache_folder.VARIABLE}."
        ) from error
    return home / name


def write(root: Path, to: Path) -> None:
    """Write the pages of the course at `root`, with nothing of an earlier build.

    Raises:
        SiteError: Sphinx is missing, or finds something wrong.
    """
    with tempfile.TemporaryDirectory(prefix="certlab-pages-") as name:
        home = Path(name).resolve()
        _write(root, to, home / _REUSABLE, home, None)


def _write(
    root: Path, to: Path, reusable: Path, home: Path, first: Path | None
) -> None:
    """Write whole pages at `to`; before, those that are wanted soon at `first`."""
    output.ready()
    course = load(root)
    results = EarlierResults(reusable / _RESULTS, _made_by())
    apart = ProseApart(course, results)
    assets = write_assets(course, to, apart)
    every = dict.fromkeys(course.labs, "")  # JupyterLab opens all of them
    texts = sources(course, output.ASSETS, every, apart)
    texts["class.md"] = class_page()
    with _reusable(reusable):
        if first and not first.exists():
            wanted = {FRONT, _asked(home), CONTEXT}
            write_sources(reusable, {one: texts[one] for one in wanted & texts.keys()})
            run_sphinx(reusable)
            early = to.with_name("early")
            shutil.copytree(to, early, copy_function=_linked)
            _finish(reusable, early, assets)
            early.rename(first)
            forget_pages(reusable)  # their heads lead to none of those to come
        write_sources(reusable, texts)
        run_sphinx(reusable, lambda done: _write_progress(home / PROGRESS, done))
        results.write()
    _finish(reusable, to, assets)
    (to / edition.DONE).touch()


@contextmanager
def _reusable(reusable: Path) -> Iterator[None]:
    """What is there of an earlier build, if it ended well and was made by the same."""
    by, mark = _made_by(), reusable / _MADE_BY
    if not mark.is_file() or mark.read_text("utf-8") != by:
        shutil.rmtree(reusable, ignore_errors=True)
    mark.unlink(missing_ok=True)
    yield
    mark.write_text(by, "utf-8")


def _made_by() -> str:
    """A name that changes with whatever makes pages."""
    versions = (f"{one} {version(one)}" for one in output.NEEDED.values())
    return "\n".join([edition.package(), sys.version, *versions])


def _finish(reusable: Path, to: Path, assets: str) -> None:
    """Take the pages, and say in each that its answers are a workspace's."""
    take_over(
        reusable,
        to,
        lambda text: text.replace("<html", HOME, 1).replace(output.ASSETS, assets),
    )


def _write_progress(path: Path, progress: str) -> None:
    whole_file.write(path, progress)


def _asked(home: Path) -> str:
    """The source of the page that somebody waits for."""
    path = home / ASKED
    return path.read_text("utf-8") if path.is_file() else FRONT


def _linked(there: str, to: str) -> None:
    """A file at a second place, which takes no room where the disk can do that."""
    try:
        os.link(there, to)
    except OSError:
        shutil.copy2(there, to)


def clean(root: Path) -> None:
    """Remove what an upgrade has left of former editions, if no server shows them.

    As long as the pages of today are not built, the newest of the others are shown.
    """
    there = edition.find(root, edition.edition(root)) is not None
    with suppress(OSError), in_use.unused(edition.home(root)) as unused:
        if unused:
            _remove_unused(root, 2 if _is_edited(root) else int(not there))


def _remove_unused(root: Path, editions: int = 2) -> None:
    """All but today's pages and the newest editions, for a page of the older may be open.

    So may one of those that were there first, and its modules are on their way.
    """
    home, name = edition.home(root), edition.edition(root)
    stay = {edition.first(root, name), home / name, *edition.newest(root)[:editions]}
    if _is_edited(root):
        stay.add(home / _REUSABLE)
    for one in home.iterdir():
        if one.is_dir() and one not in stay:
            shutil.rmtree(one, ignore_errors=True)
    old = time.time() - _UNUSED
    for other in home.parent.iterdir():
        if other != home and other.stat().st_mtime < old:
            with in_use.unused(other, unknown=True) as unused:
                if unused:
                    shutil.rmtree(other, ignore_errors=True)


def _is_edited(root: Path) -> bool:
    """Whether somebody may edit the course: not one that came in a wheel."""
    return root != edition.OURS


if __name__ == "__main__":
    try:
        build(location.find())
    except CourseError as error:
        sys.exit(f"certlab: {error}")
