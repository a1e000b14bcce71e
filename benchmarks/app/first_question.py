"""How soon the app is there: a first answer, today's plan, a verdict.

    python -m benchmarks app [--runs 6]

`certlab study` is started anew for each run, on a new workspace, with pages that are built
already (`certlab study` itself builds them once), and visited by a Chromium with an empty
profile. Three ways to the first answered question take turns: the app's page alone, the
app as the tab of JupyterLab, and quizzes/drill.ipynb, opened and run.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import FrameLocator, Page, Playwright, sync_playwright

from benchmarks.site.site_against_stock import cold
from benchmarks.speed.rows import Row
from certlab.app.pages import page_cache
from certlab.compute.interval import of_median
from certlab.course import location
from certlab.errors import CourseError

# Chromium is told no name, not even that of this machine.
_ADDRESS = re.compile(r"http://(?:localhost|127\.0\.0\.1):(\d+)/\S*token=(\w+)")
_NOTEBOOK = "opening and running quizzes/drill.ipynb"
_PATIENCE = 120_000  # milliseconds, to end a hang
Visit = Callable[[Page, str, str], None]


def measure(runs: int) -> list[Row]:
    """Medians of `runs` visits of each kind.

    Raises:
        CourseError: `certlab study` did not start.
    """
    page_cache.build(location.find())
    seconds: dict[str, list[float]] = {name: [] for name in _WAYS}
    plans: list[float] = []
    verdicts: list[float] = []
    with sync_playwright() as playwright:
        for _ in range(runs):
            for name, visit in _WAYS.items():
                seconds[name].append(_cold(playwright, visit))
            plan, verdict = _warm(playwright)
            plans.append(plan)
            verdicts.append(verdict)
    notebook = seconds.pop("notebook")
    goals = {"alone": 0.5, "tab": 0.8}
    rows = [
        Row(
            f"cold start to a first answer, the app {name}",
            _NOTEBOOK,
            of_median(
                [ours / theirs for ours, theirs in zip(own, notebook, strict=True)]
            ),
            goal=goals[name],
        )
        for name, own in seconds.items()
    ]
    rows.append(
        Row(
            "today's plan on a page that is opened again",
            "",
            of_median(plans),
            "ms",
            300,
        )
    )
    rows.append(
        Row(
            "from Check answer to the verdict, on disk",
            "",
            of_median(verdicts),
            "ms",
            100,
        )
    )
    return rows


@contextmanager
def _study() -> Iterator[tuple[str, str]]:
    """`certlab study` on a new workspace: its address and token."""
    with tempfile.TemporaryDirectory() as folder:
        own = {
            f"JUPYTER_{name}_DIR": f"{folder}/{name}"
            for name in ("DATA", "CONFIG", "RUNTIME")
        }
        words = ["study", "--no-browser", "--workspace", f"{folder}/certlab"]
        with subprocess.Popen(
            [sys.executable, "-m", "certlab", *words],
            env=os.environ | own,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            try:
                assert process.stdout is not None
                said = ""
                for line in process.stdout:
                    said += line
                    if found := _ADDRESS.search(line):
                        yield f"http://127.0.0.1:{found[1]}", found[2]
                        return
                raise CourseError(f"certlab study did not start: {said.strip()}")
            finally:
                process.terminate()


def _cold(playwright: Playwright, visit: Visit) -> float:
    """Seconds from the command to the first verdict."""
    with cold(playwright) as page:
        page.set_default_timeout(_PATIENCE)
        page.goto("about:blank")
        began = time.perf_counter()
        with _study() as (root, token):
            visit(page, root, token)
            return time.perf_counter() - began


def _alone(page: Page, root: str, token: str) -> None:
    page.goto(f"{root}/certlab/?token={token}")
    _drill(page)


def _tab(page: Page, root: str, token: str) -> None:
    page.goto(f"{root}/lab?token={token}")
    page.locator("#jp-main-dock-panel .lm-TabBar-tab", has_text="certlab").click()
    _drill(page.frame_locator("#certlab-app iframe"))


def _drill(app: Page | FrameLocator) -> None:
    """Its questions are a click away from its first page."""
    app.locator("header a[href$='drill.html']").click()
    _answer(app)


def _notebook(page: Page, root: str, token: str) -> None:
    page.goto(f"{root}/lab/tree/quizzes/drill.ipynb?token={token}")
    page.wait_for_function("window.jupyterapp?.shell.currentWidget?.sessionContext")
    page.evaluate(_RUN)
    _answer(page)


_WAYS: dict[str, Visit] = {"alone": _alone, "tab": _tab, "notebook": _notebook}


def _answer(page: Page | FrameLocator) -> None:
    """Give the first question some answer that is graded, right or wrong."""
    item = page.locator(".cl-item").first
    item.wait_for()
    choices = item.locator(".cl-choice")
    for place in range(choices.count()):
        choices.nth(place).click()
        item.get_by_role("button", name="Check answer").click()
        item.locator(".cl-verdict, [role=alert]").first.wait_for()
        if item.locator(".cl-verdict").count():
            return
    raise CourseError(
        "The first question is not one to choose from; answer it here too."
    )


def _warm(playwright: Playwright) -> tuple[float, float]:
    """Milliseconds to a plan that was made before, and to a verdict."""
    with _study() as (root, token), cold(playwright) as page:
        page.set_default_timeout(_PATIENCE)
        page.goto(f"{root}/certlab/?token={token}")
        page.locator("[data-key=plan]").click()
        page.locator("[data-key=exam]").select_option("ncp-aii")
        page.locator("[data-key=day]").fill(page.evaluate(_IN_FOUR_WEEKS))
        page.get_by_role("button", name="Make my plan").click()
        page.locator(".cl-today").wait_for()
        page.add_init_script(_SEEN)
        page.reload()
        page.locator(".cl-today").wait_for()
        plan = float(page.evaluate("window.seen['.cl-today']"))
        page.goto(f"{root}/certlab/drill.html")
        page.evaluate(
            "addEventListener('click', () => { window.pressed = performance.now(); }, true)"
        )
        _answer(page)
        verdict = float(page.evaluate("window.seen['.cl-verdict'] - window.pressed"))
        return plan, verdict


# As the menu's Run All Cells, as soon as there is a kernel.
_RUN = """async () => {
  await jupyterapp.shell.currentWidget.sessionContext.ready;
  await jupyterapp.commands.execute("notebook:run-all-cells");
}"""
_IN_FOUR_WEEKS = "new Date(Date.now() + 28 * 86400e3).toISOString().slice(0, 10)"
# When the first of each was in the page, in milliseconds since the page was asked for.
_SEEN = """window.seen = {};
new MutationObserver(() => {
  for (const one of [".cl-today", ".cl-verdict"])
    if (!(one in seen) && document.querySelector(one)) seen[one] = performance.now();
}).observe(document, { subtree: true, childList: true });"""
