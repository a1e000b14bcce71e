"""Photograph every surface, and say how many pictures there are and what is broken.

    make gallery [ARGS="--site DIR"]
    make gallery ARGS="--docs"       makes the pictures that README.md and docs/ show

Without a site one is built. Exit status 1: something is broken.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from certlab.course import Course, load
from tools.gallery import (
    camera,
    classes,
    commands,
    docs,
    film,
    learner,
    notebooks,
    pages,
    sheet,
    terminal,
)
from tools.gallery.study import studying
from tools.gallery.visit import Picture, Visit

TO = Path("build/gallery")
PATIENCE = 60.0  # seconds


def main() -> int:
    parser = argparse.ArgumentParser(prog="make gallery", description=__doc__)
    parser.add_argument("--site", type=Path, help="one that is built already")
    parser.add_argument("--to", type=Path, default=TO, help="the folder to make")
    parser.add_argument("--only", default="", help="surfaces with this in their name")
    parser.add_argument(
        "--docs", action="store_true", help="make the pictures in docs/"
    )
    parser.add_argument("--patience", type=float, default=PATIENCE, metavar="SECONDS")
    given = parser.parse_args()
    began = time.monotonic()
    if given.docs:
        film_to, choose = docs.FOLDER / docs.FILM, docs.wanted
    else:
        film_to, choose = None, partial(_named, given.only.lower())
    pictures = gallery(given.site, given.to, choose, given.patience, film_to=film_to)
    asyncio.run(sheet.write(pictures, given.to.resolve()))
    took = f"{time.monotonic() - began:.0f} s"
    faults = [str(one) for one in pictures if one.faults]
    if given.docs and not faults:
        faults = docs.lay_out(pictures, docs.FOLDER)
    print(*faults, sep="\n")
    print(
        f"{given.to}/index.html: {len(pictures)} pictures in {took}, {len(faults)} with faults."
    )
    return 1 if faults or not pictures else 0


def gallery(
    site: Path | None,
    to: Path,
    choose: Callable[[Sequence[Visit]], list[Visit]] = list,
    patience: float = PATIENCE,
    *,
    whole: bool = True,
    film_to: Path | None = None,
) -> list[Picture]:
    """Photograph everything into `to`; the pictures, with what is wrong with each.

    Args:
        site: a built site; one is built for this when None.
        to: the folder, made anew.
        choose: which visits of all to make.
        patience: seconds to wait for a state.
        whole: each width in both themes; else themes take turns from state to state, and
            pictures are rough.
        film_to: the file of a film of the front page; None for no film.
    """
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    course = load()
    with (
        tempfile.TemporaryDirectory(prefix="gallery-") as scratch,
        ExitStack() as open_,
    ):
        folder = Path(scratch)
        study = open_.enter_context(studying(folder, patience))
        below = open_.enter_context(classes.below_a_class(folder, patience))
        site = site or _build(course, folder / "site")
        root = open_.enter_context(_served(site))
        history = learner.study(course, folder / "history.jsonl")

        async def make() -> list[Picture]:
            visits = [
                *notebooks.visits(study, folder / "certlab"),
                *pages.visits(root, site, history),
                *classes.visits(below),
                *await terminal.visits(course, _made(folder / "screens")),
                *await commands.visits(_made(folder / "commands"), history),
            ]
            if film_to:
                await film.film(root, film_to, patience)
            return await camera.photograph(
                choose(visits), to.resolve(), patience, whole=whole
            )

        return asyncio.run(make())


def _named(part: str, visits: Sequence[Visit]) -> list[Visit]:
    return [one for one in visits if part in one.surface.lower()]


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _build(course: Course, to: Path) -> Path:
    from certlab.site.build import build

    build(course, to, say=lambda line: print(line, file=sys.stderr))
    return to


@contextmanager
def _served(site: Path) -> Iterator[str]:
    from certlab.site.serve import server

    with server(site) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_port}/"
        finally:
            running.shutdown()
            thread.join()


if __name__ == "__main__":
    sys.exit(main())
