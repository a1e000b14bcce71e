"""The files of the search: an index for each language, and what is shown of each shelf.

They are the same on a site, in the app and for `certlab ask`, which keeps them in the cache.
"""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from certlab import cache_folder, whole_file
from certlab.app.pages import edition, passages
from certlab.app.pages.earlier_results import Remember, anew
from certlab.app.pages.languages import Edition, editions
from certlab.course import Course, load
from certlab.errors import SiteError
from certlab.search.indexing import index, texts
from certlab.search.passage import Shelf

_DONE = "done"  # a file that is there when a folder of them is whole


def search_files(
    course: Course, others: Iterable[Edition], remember: Remember = anew
) -> Iterator[tuple[str, bytes]]:
    """Each file by its name: "en.json", "modules/mig.json"."""
    found = passages.shelves(course)
    yield from _of_language(course, found, remember, course.everyday)
    for one in others:
        found = passages.shelves(one.course, one.pages)
        yield from _of_language(one.course, found, remember)


def _of_language(
    course: Course, shelves: list[Shelf], remember: Remember, everyday: Any = None
) -> Iterator[tuple[str, bytes]]:
    spellings, groups = passages.spellings(course), passages.categories(course)
    found = index(
        shelves, passages.speech(course), groups, spellings, everyday, remember
    )
    yield f"{course.lang}.json", _json(found)
    for name, rows in texts(shelves).items():
        yield f"{name}.json", _json(rows)


def searched(root: Path, begin: Callable[[], None] = lambda: None) -> Path:
    """A folder with the files of the course at `root`, written where it has changed.

    Args:
        begin: called before they are written, which takes some seconds.

    Raises:
        ContentError: a file of the course is broken.
        SiteError: the folder cannot be written.
    """
    home = cache_folder.folder("search") / edition.home(root).name
    folder = home / edition.edition(root)
    if (folder / _DONE).is_file():
        return folder
    begin()
    course = load(root)
    try:
        home.mkdir(parents=True, exist_ok=True)
        with whole_file.alone(home / ".writing"):
            if not (folder / _DONE).is_file():
                _write(course, home, folder)
    except OSError as error:
        raise SiteError(
            f"{home}: what is asked could not be looked up ({error.strerror}); make room, "
            f"or name another folder by {cache_folder.VARIABLE}."
        ) from error
    return folder


def _write(course: Course, home: Path, folder: Path) -> None:
    """Write the files, and remove those of all editions before the last."""
    with tempfile.TemporaryDirectory(prefix=".new-", dir=home) as new:
        made = Path(new) / "files"
        for name, data in search_files(course, editions(course)):
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (made / _DONE).touch()
        there = [one for one in home.iterdir() if (one / _DONE).is_file()]
        there.sort(key=lambda one: one.stat().st_mtime)
        for old in there[:-1]:  # somebody may just be reading the last
            shutil.rmtree(old, ignore_errors=True)
        made.rename(folder)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
