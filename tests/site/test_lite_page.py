"""The labs in a real browser: they run, keep what is learnt, and ask nobody else."""

import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Playwright, expect

from certlab.course.labs import Lab
from certlab.course.notebook import canonical
from certlab.site.lite.output import opens
from tests.real_course import whole
from tests.site.conftest import SUB_PATH, Visit, open_visits
from tests.site.lab import SHOWN, open_next, texts, within

PLACE = "labs/mig/10_place_profiles.ipynb"
START = "labs/00_start_here.ipynb"
NEWER = "This lab has a newer edition. Your copy is kept as it is."
COURSE = whole()
EVERY = (*COURSE.labs.values(), *COURSE.notebooks.values())
LABS = [lab for lab in EVERY if not opens(lab, None)]
# Other tests run them: below by mouse, in test_copied_folder.py from page to page.
ELSEWHERE = {PLACE, "quizzes/drill.ipynb", "quizzes/mock_exam.ipynb"}
# The first of each module, and what belongs to none. The others run too in "make soak".
FIRST = {lab.module: lab.id for lab in reversed(LABS) if lab.module}
MARKED = [
    pytest.param(
        lab,
        id=lab.id,
        marks=[]
        if FIRST.get(lab.module, lab.id) == lab.id and lab.file not in ELSEWHERE
        else [pytest.mark.soak],
    )
    for lab in LABS
]


Begin = Callable[..., Visit]


class InLab:
    """JupyterLab with one notebook, reached through its own commands."""

    def __init__(self, visit: Visit, path: str) -> None:
        self.visit, self.page = visit, visit.page
        self.path = path
        self.open()

    def open(self) -> None:
        """Follow the course's link to the notebook."""
        self.visit.open(f"lite/lab/index.html?path={self.path}")
        self.wait()

    def go_on(self, path: str) -> None:
        """Open another notebook instead, with the same Python, which forgets all names."""
        open_next(self.page, self.path, path)
        self.path = path
        self.wait()
        assert self.prints("print('whole' in globals())") == "False"
        self.run("whole = ...")

    def wait(self) -> None:
        # Of two notebooks side by side either may have the focus when they come back.
        self.page.wait_for_function(SHOWN, arg=self.path)
        self.does(
            """async () => {
              await jupyterapp.restored;
              await jupyterapp.shell.currentWidget.sessionContext.ready;
            }"""
        )

    def does(self, script: str, value: object = None) -> Any:
        """Call a function in the page, until it ends."""
        return within(self.page, script, value)

    def run_all(self) -> None:
        self.does("() => jupyterapp.commands.execute('notebook:run-all-cells')")

    def notebook(self) -> dict[str, Any]:
        """The notebook as it is on the screen, whichever of two has the focus."""
        found: dict[str, Any] = self.page.evaluate(
            """path => [...jupyterapp.shell.widgets("main")]
              .find((one) => one.context?.path === path).content.model.toJSON()""",
            self.path,
        )
        return found

    def run(self, code: str) -> list[dict[str, Any]]:
        """Run code in the notebook's Python; what comes back."""
        found: list[dict[str, Any]] = self.does(
            """async (code) => {
              const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
              const future = kernel.requestExecute({ code });
              const out = [];
              future.onIOPub = ({ header, content }) =>
                out.push({ type: header.msg_type, ...content });
              await future.done;
              return out;
            }""",
            code,
        )
        return found

    def prints(self, code: str) -> str:
        rows = self.run(code)
        assert not [row for row in rows if row["type"] == "error"], rows
        return "".join(row["text"] for row in rows if row["type"] == "stream").strip()

    def write(self, text: str) -> None:
        """Add a cell at the end, and save."""
        self.page.evaluate(
            """async (text) => {
              const { model } = jupyterapp.shell.currentWidget.content;
              model.sharedModel.addCell({ cell_type: "raw", source: text });
              await jupyterapp.commands.execute("docmanager:save");
            }""",
            text,
        )

    def stored(self, path: str) -> dict[str, Any] | None:
        """The notebook of that path as JupyterLite would open it now."""
        found: dict[str, Any] | None = self.page.evaluate(
            "path => jupyterapp.serviceManager.contents.get(path, { content: true })"
            ".then(({ content }) => content, () => null)",
            path,
        )
        return found


@pytest.fixture
def lab(visit: Begin) -> Callable[..., InLab]:
    """Open a notebook in a browser that has never been here."""
    return lambda path=PLACE, **options: InLab(visit(**options), path)


def printed(notebook: dict[str, Any]) -> dict[str, str]:
    """What each cell whose output is compared has printed, by the cell's id."""
    found = {}
    for cell in json.loads(canonical(notebook))["cells"]:
        ignored = "nbval-ignore-output" in cell["metadata"].get("tags", ())
        here = cell["metadata"].get("certlab", {}).get("only") != "machine"
        if cell["cell_type"] == "code" and here and not ignored:
            texts = [
                "".join(one.get("text", one.get("data", {}).get("text/plain", "")))
                for one in cell["outputs"]
            ]
            found[cell["id"]] = "".join(texts)
    return found


def streams(notebook: dict[str, Any]) -> dict[str, str]:
    """What was printed in the cells that are compared, without what was shown."""
    compared, said = printed(notebook), texts(notebook["cells"])
    return {id: said[id] for id in compared}


@pytest.fixture(scope="module")
def shared(
    playwright: Playwright, site: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., InLab]]:
    """One page for many notebooks, below a path of a server, and one Python in it.

    A page of one's own costs seconds, and its Python twice as many. Other tests start them
    afresh, at the root: here it counts what a notebook's cells do.
    """
    scratch = tmp_path_factory.mktemp("shared")
    top = site.parents[SUB_PATH.count("/")]
    with open_visits(playwright, site, scratch) as begin:
        page = cache(lambda: InLab(begin(top, f"{SUB_PATH}/"), START))

        def opened(path: str = PLACE) -> InLab:
            if {page().path, path} != {START}:  # where it begins
                page().go_on(path)
            return page()

        yield opened


# Notebooks, one after the other.


@pytest.mark.parametrize("which", MARKED)
def test_a_notebook_runs_to_its_end_and_a_lab_says_what_is_stored(
    shared: Callable[..., InLab], which: Lab
) -> None:
    runs_as_stored(shared(which.file), which)


def runs_as_stored(lab: InLab, which: Lab) -> None:
    # What is opened and not changed is not kept, so nothing hides a newer text.
    assert not lab.page.evaluate("jupyterapp.shell.currentWidget.context.model.dirty")
    lab.run_all()
    found, stored = lab.notebook(), json.loads(which.path.read_text("utf-8"))
    assert printed(found) == printed(stored)
    assert streams(found) == streams(stored)
    code = [cell for cell in found["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in code)
    kinds = {one["output_type"] for cell in code for one in cell["outputs"]}
    assert "error" not in kinds
    assert lab.visit.page.locator(".certlab-bar p").count() == 0


def test_an_instance_is_placed_by_mouse_and_python_answers(
    shared: Callable[..., InLab],
) -> None:
    opened = shared()
    runs_as_stored(opened, next(one for one in LABS if one.file == PLACE))
    board = opened.page.locator(".jp-OutputArea .certlab").first
    board.scroll_into_view_if_needed()
    assert opened.prints("print(board.layouts)") == "[[]]"
    lane = board.locator(
        ".cl-lane", has=opened.page.locator("code", has_text="3g.40gb")
    )
    lane.locator("[data-place='4']").first.click()
    instance = board.get_by_role("button", name="3g.40gb on memory")
    expect(instance).to_have_count(1)
    assert opened.prints("print(board.layouts)") == "[[('3g.40gb', 4)]]"
    _predict_and_check(opened)


def _predict_and_check(opened: InLab) -> None:
    """As in JupyterLab: what the course adds to a lab is there, and nobody else is asked."""
    page = opened.page
    card = page.locator(".cl-prediction:has([data-key=number])").first
    for row, number in (("A", "3"), ("B", "5")):
        card.locator(f"[data-name={row}]").fill(number)
    card.get_by_role("button", name="Run and compare").click()
    compared = page.locator(".cl-compared tbody tr")
    expect(compared).to_have_count(2)
    expect(page.locator(".cl-verdict")).to_have_text("1 of 2 as you said.")
    _frame_knows(page)
    bar = page.locator(".certlab-check-bar:has([role=status])").last
    page.evaluate(
        """([id, text]) => {
          const { widgets } = jupyterapp.shell.currentWidget.content;
          widgets.find(({ model }) => model.id === id).model.sharedModel.setSource(text);
        }""",
        ["command-stub", 'line = "nvidia-smi mig -i 1 -cgi 9,14,19,19"'],
    )
    for tries in (1, 2):
        bar.get_by_role("button", name="Check").click()
        expect(page.locator(".certlab-hint")).to_have_count(tries)
    expect(page.locator(".certlab-check")).to_contain_text("CUDA finds no device")

    # A cell above that has not run, and a stop that a browser's Python does not know.
    opened.run("del exercises")
    bar.get_by_role("button", name="Check").click()
    expect(bar).to_contain_text("exercises does not exist yet")
    bar.get_by_role("button", name="Run the cells above").click()
    expect(page.locator(".certlab-check")).to_contain_text("CUDA finds no device")
    opened.does("() => jupyterapp.commands.execute('notebook:interrupt-kernel')")
    notice = page.locator(".Toastify__toast")
    expect(notice).to_contain_text("Python in a browser cannot be stopped")


def _frame_knows(page: Page) -> None:
    """Lab mode is on here too, ticks what was predicted, and is left and put on again."""
    ticked = page.locator(".certlab-step.certlab-prediction.certlab-done")
    expect(ticked).to_have_count(1)
    page.get_by_role("button", name="All the code").click()
    expect(page.locator(".certlab-dock")).to_have_count(0)
    page.get_by_role("button", name="Lab view").click()
    expect(page.locator(".certlab-dock .certlab-main")).to_be_visible()


def _stop_and_restart(page: Page) -> None:
    """Here Python never starts, as if an exercise looped for ever; its restart is left out."""
    page.evaluate(
        "jupyterapp.shell.currentWidget.sessionContext.restartKernel = () => {}"
    )
    bar = page.locator(".certlab-check-bar:has([role=status])").first
    bar.get_by_role("button", name="Check").click()
    bar.get_by_role("button", name="Stop").click()
    expect(bar).to_contain_text("Python in a browser cannot be stopped")
    bar.get_by_role("button", name="Restart Python").click()
    expect(bar).to_contain_text("Python was restarted, and your text is kept.")
    expect(bar.get_by_role("button", name="Check")).to_be_visible()


@pytest.fixture
def still(site: Path, tmp_path: Path) -> Path:
    """A copy of the site whose Python never starts, and costs nothing: for all besides it."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy, ignore=shutil.ignore_patterns("*.whl", "*.wasm"))
    (module,) = copy.glob("lite/static/*/pyodide.mjs")
    module.write_text("export const loadPyodide = () => new Promise(() => {});")
    return copy


def test_python_completes_and_asks_nobody_else(
    shared: Callable[..., InLab],
) -> None:
    opened = shared()
    opened.run("from certlab.labs.mig import gpu as mig; import json")
    for code, wanted in (
        ("mig.Gp", "mig.Gpu"),
        ("json.du", "json.dumps"),
        ("import textw", "import textwrap"),
    ):
        matches = opened.does(
            """async (code) => {
              const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
              const { content } = await kernel.requestComplete({ code, cursor_pos: code.length });
              return content.matches.map((one) => code.slice(0, content.cursor_start) + one);
            }""",
            code,
        )
        assert wanted in matches
    (refusal,) = [row for row in opened.run("%pip install -q tomli") if "ename" in row]
    assert "PiplitePyPIDisabled" in refusal["ename"]
    # Its worker is under the policy of the page.
    said = opened.prints(
        "from js import fetch\n"
        "try:\n    await fetch('https://example.org/')\n"
        "except Exception as error:\n    print('refused', type(error).__name__)"
    )
    # That nobody was asked is read from the browser's log when the visit ends.
    assert said.startswith("refused")


# The layout, and the bar above it. JupyterLite takes seconds to open: a test does much with
# a page, and opens it again only for what that is to show.


def test_a_link_shows_one_notebook_and_a_bar_that_leads_back(
    lab: Callable[..., InLab], still: Path
) -> None:
    opened = lab(folder=still)
    page = opened.page
    assert page.evaluate(
        "jupyterapp.shell.leftCollapsed && jupyterapp.shell.rightCollapsed"
    )
    shown = "[...jupyterapp.shell.widgets('main')].map((one) => one.title.label)"
    assert page.evaluate(shown) == [PLACE.rpartition("/")[2]]
    bar, main = page.locator(".certlab-bar"), page.locator("#main")
    assert main.bounding_box()["y"] == bar.bounding_box()["height"] > 20
    status = page.locator("#jp-main-statusbar").bounding_box()
    assert status["y"] + status["height"] == 1000
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        name = f"JupyterLab {theme.title()}"
        page.wait_for_function(
            "name => document.body.dataset.jpThemeName === name", arg=name
        )
        found = Axe().run(page, context=".certlab-bar")
        assert found.violations_count == 0, found.generate_report()
    _stop_and_restart(page)
    with page.expect_navigation():
        bar.get_by_role("link", name="Back to MIG").click()
    assert page.url == f"{opened.visit.root}modules/mig.html"
    other = LABS[-1].file
    opened.path = other
    opened.open()
    assert page.evaluate(shown) == [other.rpartition("/")[2]]
    page.reload()
    opened.wait()
    assert page.evaluate(shown) == [other.rpartition("/")[2]]
    bar.get_by_role("button", name="Hide").click()
    expect(bar).to_be_hidden()
    page.wait_for_function("document.querySelector('#main').offsetTop === 0")
    assert page.locator("#jp-main-statusbar").bounding_box() == status


# Newer editions. What is looked at when a notebook is opened is so for each that is opened in
# one page: each of these has a story of its own, and all of them the same visits.

UNTOUCHED = PLACE
ASIDE, BESIDE, TAKEN = [lab.file for lab in LABS if lab.module and lab.file != PLACE][
    :3
]


def publish(site: Path, edition: str) -> None:
    """Let the server have a newer text of these notebooks."""
    listing = site / "lite" / "notebooks.json"
    rows = json.loads(listing.read_text("utf-8"))
    for path in (UNTOUCHED, ASIDE, BESIDE, TAKEN):
        file = site / "lite" / "files" / path
        notebook = json.loads(file.read_text("utf-8"))
        notebook["metadata"]["certlab"]["edition"] = edition
        notebook["cells"][0]["source"] = [f"# The text of {edition}"]
        file.write_text(json.dumps(notebook), "utf-8")
        rows[path]["edition"] = edition
    listing.write_text(json.dumps(rows), "utf-8")


def beside(path: str, number: str = "") -> str:
    return path.replace(".ipynb", f".new{number}.ipynb")


@contextmanager
def turned_to(lab: InLab, path: str) -> Iterator[None]:
    """Another notebook in the same page, and then the one before again, alone."""
    before = lab.path
    lab.does(
        "async (path) => { await jupyterapp.commands.execute('docmanager:open', { path }); }",
        path,
    )
    lab.path = path
    lab.wait()
    yield
    lab.path = before
    lab.page.evaluate(
        """(path) => [...jupyterapp.shell.widgets("main")]
          .filter((one) => one.context?.path !== path).forEach((one) => one.dispose())""",
        before,
    )
    lab.wait()


def without_layout(lab: InLab) -> None:
    """Else the notebooks that were turned to may come back with the one of the address."""
    script = "(path) => jupyterapp.serviceManager.workspaces.remove(path)"
    lab.page.evaluate(script, lab.path)


def offer(lab: InLab) -> Locator:
    """What is said of a newer edition."""
    return lab.page.get_by_role("status").locator(".certlab-row", has_text=NEWER)


def not_offered(lab: InLab) -> None:
    lab.page.wait_for_timeout(500)  # nothing tells that it was looked at
    expect(offer(lab)).to_have_count(0)


def test_a_learners_copy_stays_through_newer_editions_and_a_move_of_the_site(
    visit: Begin, still: Path, tmp_path: Path
) -> None:
    """One life of four notebooks: each of its steps opens JupyterLite once."""
    for name in ("first", "moved"):
        (tmp_path / name).symlink_to(still)
    lab = InLab(visit(folder=tmp_path, path="first/"), UNTOUCHED)
    not_offered(lab)
    for path in (ASIDE, BESIDE, TAKEN):
        with turned_to(lab, path):
            lab.write("my own words")
            not_offered(lab)
    kept = _files_of_the_learners(lab)

    without_layout(lab)
    publish(still, "second")
    lab.open()
    assert "The text of second" in str(lab.notebook())
    not_offered(lab)
    _put_aside(lab)
    _put_beside(lab)
    _its_name_is_one_that_no_file_has(lab, kept)

    without_layout(lab)
    lab.page.reload()
    lab.wait()
    assert "The text of second" in str(lab.notebook())
    for path in (ASIDE, BESIDE, TAKEN):
        with turned_to(lab, path):
            assert "my own words" in str(lab.notebook())
            not_offered(lab)

    without_layout(lab)
    lab.page.goto("about:blank")  # what Python loads is served no longer
    (tmp_path / "first").unlink()
    lab.visit.away = "/first/"  # the browser may ask for its service worker once more
    lab.visit.root = lab.visit.root.replace("first", "moved")
    publish(still, "third")
    lab.open()
    assert "The text of third" in str(lab.notebook())
    not_offered(lab)
    for path in (ASIDE, BESIDE):  # no answer to an edition is one to the next
        with turned_to(lab, path):
            assert "my own words" in str(lab.notebook())
            expect(offer(lab)).to_be_visible()
            offer(lab).get_by_role("button", name="Not now").click()


def _files_of_the_learners(lab: InLab) -> dict[str, Any]:
    """Under the first name an older edition, under the second what is none."""
    contents: dict[str, Any] = {
        "cells": [],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    older = {**contents, "metadata": {"certlab": {"edition": "older"}}}
    for path, content in ((beside(TAKEN), older), (beside(TAKEN, "2"), contents)):
        lab.does(
            """async ([path, content]) => {
              const file = { type: "notebook", format: "json", content };
              await jupyterapp.serviceManager.contents.save(path, file);
            }""",
            [path, content],
        )
    return {path: lab.stored(path) for path in (beside(TAKEN), beside(TAKEN, "2"))}


def _put_aside(lab: InLab) -> None:
    with turned_to(lab, ASIDE):
        assert "my own words" in str(lab.notebook())
        expect(offer(lab)).to_be_visible()
        found = Axe().run(lab.page, context=".certlab-bar")
        assert found.violations_count == 0, found.generate_report()
        offer(lab).get_by_role("button", name="Not now").click()
        expect(offer(lab)).to_have_count(0)
        assert lab.stored(beside(ASIDE)) is None


def _put_beside(lab: InLab) -> None:
    with turned_to(lab, BESIDE):
        offer(lab).get_by_role("button", name="Open the new one next to it").click()
        lab.path = beside(BESIDE)
        lab.wait()
        assert "The text of second" in str(lab.notebook())
        not_offered(lab)
        shown = "[...jupyterapp.shell.widgets('main')].filter((one) => one.isVisible)"
        at = "(one) => [one.context.path, one.node.getBoundingClientRect().x]"
        places = dict(lab.page.evaluate(f"{shown}.map({at})"))
        assert places[BESIDE] < places[beside(BESIDE)]
        mine = lab.stored(BESIDE)
        assert "my own words" in str(mine)
        assert "The text of second" not in str(mine)


def _its_name_is_one_that_no_file_has(lab: InLab, kept: dict[str, Any]) -> None:
    with turned_to(lab, TAKEN):
        offer(lab).get_by_role("button", name="Open the new one next to it").click()
        lab.path = beside(TAKEN, "3")
        lab.wait()
        assert "The text of second" in str(lab.notebook())
        assert {path: lab.stored(path) for path in kept} == kept
        assert "my own words" in str(lab.stored(TAKEN))


NOT_STARTED = "Python has not started yet."


def test_only_a_python_that_does_not_start_is_told_of(
    site: Path, tmp_path: Path, visit: Begin
) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    (wasm,) = copy.glob("lite/static/*/pyodide.asm.wasm")
    wasm.write_bytes(b"")
    made = visit(folder=copy)
    made.page.clock.install()
    lab = InLab(made, PLACE)
    notice = lab.page.get_by_text(NOT_STARTED)
    expect(notice).to_have_count(0)
    # A notebook that was closed waits for no Python.
    lab.page.wait_for_timeout(1000)
    lab.page.evaluate("jupyterapp.shell.currentWidget.dispose()")
    lab.page.clock.fast_forward(61_000)
    lab.page.wait_for_timeout(500)
    expect(notice).to_have_count(0)
    lab.open()
    lab.page.wait_for_timeout(1000)
    lab.page.clock.fast_forward(61_000)
    while not notice.count():  # its minute began only now
        lab.page.wait_for_timeout(1000)
        lab.page.clock.fast_forward(61_000)
    expect(notice).to_have_count(1)
    made.errors.clear()


class Lasting(SimpleHTTPRequestHandler):
    """A server that lets every file be kept for a day."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=86400")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def lasting(site: Path, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of such a server, and the copy of the site that it serves."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Lasting, directory=copy))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", copy
    server.shutdown()
    server.server_close()


def plan_an_exam(page: Page) -> None:
    """On the start page, which no key was pressed for."""
    asks = page.get_by_text("Which exam, and when?")
    expect(asks).to_be_visible()  # Python starts
    day = datetime.now().astimezone().date() + timedelta(days=23)
    page.locator("[data-key=exam]").select_option("ncp-aii")
    page.locator("[data-key=day]").fill(day.isoformat())
    page.get_by_role("button", name="Make my plan").click()
    heading = page.get_by_role("heading", name="minutes today")
    expect(heading).to_be_visible()


def _the_start_page_plans(page: Page) -> None:
    plan_an_exam(page)
    assert not page.evaluate("jupyterapp.shell.currentWidget.context.model.dirty")
    page.locator(".cl-tasks button.cl-task").first.click()
    place = page.get_by_text("item 1 of")
    expect(place).to_be_visible()
    page.get_by_role("button", name="Back to today").click()
    expect(page.get_by_text("AI Infrastructure, NCP-AII")).to_be_visible()
    read = page.get_by_role("link", name="Read ").first
    expect(read).to_have_attribute(
        "href", re.compile(r"^\.\./\.\./modules/[a-z-]+\.html$")
    )


def _the_plan_is_the_browsers(page: Page) -> None:
    title = page.get_by_text("AI Infrastructure, NCP-AII")
    expect(title).to_be_visible()
    page.get_by_role("button", name="Change").click()
    expect(page.locator("[data-key=exam]")).to_have_value("ncp-aii")


def test_a_new_python_is_found_and_plans_from_the_browsers_answers(
    visit: Begin, lasting: tuple[str, Path]
) -> None:
    """However long files may be kept. The new one knows nothing of what the old one was told."""
    made = visit()
    made.root, copy = lasting
    page = made.page
    page.clock.install()
    lab = InLab(made, START)
    assert lab.prints("print(1)") == "1"
    _the_start_page_plans(page)
    lab.go_on(PLACE)
    _nobody_is_told_and_no_cell_has_run(lab)
    page.goto("about:blank")
    (old,) = (copy / "lite" / "static").glob("pyodide-*")
    new = old.rename(old.with_name("pyodide-another00000"))
    config = copy / "lite" / "jupyter-lite.json"
    config.write_text(config.read_text("utf-8").replace(old.name, new.name), "utf-8")
    lab.path = START
    lab.open()
    _the_plan_is_the_browsers(page)
    assert lab.prints("print(2)") == "2"


def _nobody_is_told_and_no_cell_has_run(lab: InLab) -> None:
    """A Python that has started is not told of, and runs no cell of a lab by itself."""
    lab.page.wait_for_timeout(1000)
    lab.page.clock.fast_forward(61_000)
    lab.page.wait_for_timeout(500)
    expect(lab.page.get_by_text(NOT_STARTED)).to_have_count(0)
    cells = [one for one in lab.notebook()["cells"] if one["cell_type"] == "code"]
    kinds = {
        kind for one in cells for out in one["outputs"] for kind in out.get("data", {})
    }
    assert "application/vnd.jupyter.widget-view+json" not in kinds


# What is said where nothing is kept.


NO_WORKER = (
    "ServiceWorkerContainer.prototype.register = () => Promise.reject(Error('no'));"
)
NO_STORAGE = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };"
FILES_WARNED = "Files that Python writes here are not kept"


def without(visit: Visit, script: str) -> InLab:
    """A lab in a browser that refuses something."""
    visit.page.add_init_script(script)
    return InLab(visit, PLACE)


def test_without_a_service_worker_notebooks_are_kept_and_files_are_warned_of(
    visit: Begin, still: Path
) -> None:
    opened = without(visit(folder=still), NO_WORKER)
    notice = opened.page.get_by_text(FILES_WARNED)
    expect(notice).to_have_count(1)
    opened.write("my own words")
    assert "my own words" in str(opened.stored(PLACE))
    opened.page.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    opened.visit.errors.clear()  # JupyterLite rejects a promise that nobody waits for


def test_without_storage_the_learner_is_told_and_a_lab_runs(visit: Begin) -> None:
    """Without a service worker too, so that its Python has nothing to lean on."""
    opened = without(visit(), NO_WORKER + NO_STORAGE)
    notice = opened.page.get_by_text("Notebooks are not kept either")
    expect(notice).to_have_count(1)
    opened.run_all()
    stored = next(one for one in LABS if one.file == PLACE).path.read_text("utf-8")
    assert printed(opened.notebook()) == printed(json.loads(stored))
    expect(opened.page.get_by_text(FILES_WARNED)).to_have_count(
        0
    )  # it was told of more
    opened.page.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    opened.page.goto("about:blank")
    opened.visit.errors.clear()  # JupyterLite complains, as it may
