"""What an edited page costs, against building all pages.

    python -m benchmarks pages [--runs 3]

Both by certlab.app.pages.page_cache in a process of its own, as certlab study does it, on a copy of
the course and with an empty cache: first all pages, then one page with a sentence more.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.speed.rows import Row
from certlab import cache_folder
from certlab.app.pages import edition, page_cache
from certlab.compute.interval import of_median
from certlab.course import load, location
from certlab.errors import SiteError

_LOOK_EVERY = 0.02  # seconds


def measure(runs: int) -> list[Row]:
    """Medians of `runs` of each.

    Raises:
        SiteError: the pages were not built.
    """
    early, edited = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as name:
            whole, first, again = _builds(Path(name).resolve())
        early.append(first / whole)
        edited.append(again / whole)
    every = "building all pages"
    return [
        Row("to the front page, where there are no pages yet", every, of_median(early)),
        Row("after one page was edited", every, of_median(edited), goal=0.2),
    ]


def _builds(folder: Path) -> tuple[float, float, float]:
    """Seconds to all pages, to the front page in that, and to all after an edit."""
    root = folder / "course"
    for part in location.PARTS:
        shutil.copytree(location.find() / part, root / part)
    os.environ[cache_folder.VARIABLE] = str(folder / "cache")
    page = root / next(iter(load(root).pages.values())).file
    front = edition.first(root, edition.edition(root)) / "index.html"
    whole, first = _build(root, front)
    page.write_text(page.read_text("utf-8") + "\nOne sentence more.\n", "utf-8")
    again, _ = _build(root, front)
    return whole, first, again


def _build(root: Path, front: Path) -> tuple[float, float]:
    """Seconds until the process ends, and until `front` is there, if it comes."""
    began, first = time.perf_counter(), 0.0
    with subprocess.Popen(
        [sys.executable, "-m", page_cache.__name__],
        env=os.environ | {location.VARIABLE: str(root)},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while process.poll() is None:
            if not first and front.is_file():
                first = time.perf_counter() - began
            time.sleep(_LOOK_EVERY)
        if process.returncode:
            raise SiteError(process.stderr.read() if process.stderr else "")
    return time.perf_counter() - began, first
