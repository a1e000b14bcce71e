"""How soon somebody new has answered a first question, and with how many presses.

    python -m benchmarks newcomer [--runs 3]

Each run is a newcomer: an empty folder, no pages in the cache, an empty profile of the browser.
`make study` is run as the README says it; what it installs was installed before the clock
starts. The browser opens the address that it ends with, and the first question on the
screen is answered, rightly or not. A press is a key or a click.
"""

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Playwright, sync_playwright

from benchmarks.site.site_against_stock import cold
from benchmarks.speed.rows import Row
from certlab.cache_folder import VARIABLE as CACHE
from certlab.compute.interval import of_median
from certlab.errors import CourseError

ROOT = Path(__file__).parents[2]
SECONDS, PRESSES = 20, 1  # what it may take
_ADDRESS = re.compile(r"Open at http://localhost:(\d+)(\S*); stop")
_OPTION = ".cl-option[data-key], .cl-choice"
_PATIENCE = 180_000  # milliseconds, to end a hang


def measure(runs: int) -> list[Row]:
    """Medians of `runs` newcomers.

    Raises:
        CourseError: `make study` did not start, or the first question is none to choose from.
    """
    subprocess.run(
        ["make", "study", "ARGS=--help"],
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    served, shown, answered, presses = [], [], [], []
    with sync_playwright() as playwright:
        for _ in range(runs):
            one = _play(playwright)
            served.append(one[0])
            shown.append(one[1])
            answered.append(one[2])
            presses.append(one[3])
    return [
        Row("until make study says where to open it", "", of_median(served), "s"),
        Row("until a question is on the screen", "", of_median(shown), "s"),
        Row("until it is answered", "", of_median(answered), "s", SECONDS),
        Row("presses until then", "", of_median(presses), "presses", PRESSES),
    ]


def _play(playwright: Playwright) -> tuple[float, float, float, int]:
    """Seconds to the address, to a question and to its verdict; and the presses."""
    with cold(playwright) as page:
        page.set_default_timeout(_PATIENCE)
        page.goto("about:blank")
        began = time.perf_counter()
        with _study() as address:
            served = time.perf_counter() - began
            page.goto(address)
            app = page.frame_locator("iframe[title=certlab]")
            option = app.locator(_OPTION).first
            option.wait_for()
            shown = time.perf_counter() - began
            presses = _answer(option, app.locator(".cl-verdict").first)
            return served, shown, time.perf_counter() - began, presses


def _answer(option: Locator, verdict: Locator) -> int:
    """Answer by the first option; how many presses it took."""
    option.click()
    if option.locator("input").count():  # a card that is sent by a key
        option.press("Enter")
        verdict.wait_for()
        return 2
    verdict.wait_for()
    return 1


@contextmanager
def _study() -> Iterator[str]:
    """`make study` for somebody who has nothing yet: the address that it says."""
    with tempfile.TemporaryDirectory() as folder:
        own = {
            f"JUPYTER_{name}_DIR": f"{folder}/{name}"
            for name in ("DATA", "CONFIG", "RUNTIME")
        }
        own[CACHE] = f"{folder}/cache"
        words = f"ARGS=--no-browser --workspace {folder}/certlab"
        with subprocess.Popen(
            ["make", "study", words],
            cwd=ROOT,
            env=os.environ | own,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                yield _address(process)
            finally:
                os.killpg(process.pid, signal.SIGINT)
                process.communicate()


def _address(process: "subprocess.Popen[str]") -> str:
    said = ""
    for line in process.stdout or ():
        said += line
        if found := _ADDRESS.search(line):
            # Chromium is told no name, not even that of this machine.
            return f"http://127.0.0.1:{found[1]}{found[2]}"
    raise CourseError(f"make study did not start: {said.strip()}")
