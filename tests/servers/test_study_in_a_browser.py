"""`certlab study` for real: what a learner sees in JupyterLab, in Chromium."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FrameLocator, Locator, Page, expect

from certlab.course import Course
from certlab.course.pages import Page as ModulePage
from certlab.servers.jupyterlab import APP
from certlab.study.exercises import NOT_ATTEMPTED
from tests import strangers
from tests.bound import BOUND, until
from tests.browser import CHROMIUM, driver, launch
from tests.strangers import Stranger

LOCAL = re.compile(r"^(https?|wss?)://(localhost|127\.0\.0\.1)[:/]|^(data|blob):")
NOTEBOOK_PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"
NOTEBOOK = f"{NOTEBOOK_PANEL} .jp-Notebook"
TABS = "#jp-main-dock-panel .lm-TabBar-tabLabel"
START = "labs/00_start_here.ipynb"
pytestmark = pytest.mark.skipif(
    not CHROMIUM.exists(), reason="Chromium is not installed"
)


class Study:
    """`certlab study` on one folder, started and stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "certlab").mkdir()
        self.stranger = Stranger(folder / "certlab")
        self.stranger.at_the_top()
        self.environment = os.environ | {
            f"JUPYTER_{name}_DIR": str(folder / name)
            for name in ("DATA", "CONFIG", "RUNTIME")
        }
        self.seen: list[str] = []

    def visit(
        self,
        look: Callable[[Page], Any],
        *verb: str,
    ) -> int:
        """Start it, look at it, press Ctrl-C; return the exit status."""
        words = ["-m", "certlab", *(verb or ["study"]), "--no-browser"]
        process = subprocess.Popen(
            [sys.executable, *words, "--workspace", str(self.folder / "certlab")],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            address = self.address(process)
            # A thread of its own: another test may have a Playwright open in this one.
            with ThreadPoolExecutor(1) as pool:
                pool.submit(self.browse, address, look).result()
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=BOUND)
        return process.returncode

    def address(self, process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if found := re.fullmatch(
                r"Open at (http://\S+); stop with Ctrl-C\.\n", line
            ):
                assert said.count("\n") == 2  # after where the folder is
                return found[1]
        raise AssertionError(said)

    def browse(self, address: str, look: Callable[[Page], Any]) -> None:
        with driver() as playwright:
            browser = launch(playwright)
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.on("request", lambda request: self.seen.append(request.url))
            page.goto(address)
            page.wait_for_selector(TABS)
            look(page)
            browser.close()


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return Study(tmp_path_factory.mktemp("study"))


def tabs(page: Page) -> list[str]:
    return page.locator(TABS).all_inner_texts()


def saved(page: Page) -> list[str]:
    """The tabs of the layout as JupyterLab has stored it, which it does with a delay."""
    layout: dict[str, Any] = page.evaluate(
        """async () => {
          const { data } = await jupyterapp.serviceManager.workspaces.fetch("certlab");
          return data["layout-restorer:data"].main.dock;
        }"""
    )
    areas = [layout, *layout.get("children", [])]
    return [name for area in areas for name in area.get("widgets", [])]


def grow_older(folder: Path) -> None:
    """As if another version had kept the layout: its first tab has a name that we do not know."""
    (file,) = (folder / "certlab" / ".certlab" / "layouts").iterdir()
    kept = json.loads(file.read_text("utf-8"))
    main = kept["data"]["layout-restorer:data"]["main"]
    areas = [main["dock"], *main["dock"].get("children", [])]
    area = next(one for one in areas if one.get("widgets"))
    area["widgets"].insert(0, "certlab-of-old")
    main["current"] = "certlab-of-old"
    file.write_text(json.dumps(kept), "utf-8")


def to_read(link: Locator, whole: Course) -> ModulePage:
    """The module that today's work begins with."""
    short = re.sub(r"^Read:? |, \d+ min$", "", link.text_content() or "")
    (module,) = (one for one in whole.modules.values() if one.short == short)
    return module


def app(page: Page) -> FrameLocator:
    return page.frame_locator("iframe[title=certlab]")


def plan_an_exam(page: Page) -> None:
    """In the app, which no key was pressed for."""
    app(page).locator(".cl-exams [data-key=ncp-aii]").click()
    app(page).get_by_role("button", name="I know my date: plan now").click()
    app(page).get_by_role("button", name="4 weeks").click()
    app(page).get_by_role("button", name="Make my plan").click()
    expect(app(page).get_by_role("heading", name="minutes today")).to_be_visible()


def audit(page: Page) -> None:
    """Of JupyterLab's own page only what we added to it."""
    (frame,) = page.main_frame.child_frames
    for theme in ("Dark", "Light"):
        page.evaluate(
            "(theme) => void jupyterapp.commands.execute('apputils:change-theme', { theme })",
            f"JupyterLab {theme}",
        )
        # As JupyterLab is, so is the app in it.
        expect(app(page).locator("body")).to_have_attribute("data-theme", theme.lower())
        found = Axe().run(frame).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], theme


def execute(page: Page, command: str, **given: str) -> None:
    """A command of JupyterLab's; it returns when the command has."""
    page.evaluate(
        "async ([name, given]) => { await jupyterapp.commands.execute(name, given); }",
        [command, given],
    )


def open_start(page: Page) -> None:
    """As from the list of files."""
    execute(page, "docmanager:open", path=START)


def open_drill(page: Page) -> None:
    execute(page, "docmanager:open", path="quizzes/drill.ipynb")
    page.wait_for_function(
        "jupyterapp.shell.currentWidget?.context?.path === 'quizzes/drill.ipynb'"
    )
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.ready.then(() => {})")


# Cells out of view too: the browser's search and a screen reader find them.
DRAWN = "(cells) => cells.every((one) => one.checkVisibility({ contentVisibilityAuto: true }))"


def current(page: Page, what: str) -> Any:
    return page.evaluate(f"jupyterapp.shell.currentWidget.context.{what}")


PLACE = "labs/mig/10_place_profiles.ipynb"
EDIT = """([id, text]) => {
  const { widgets } = jupyterapp.shell.currentWidget.content;
  widgets.find(({ model }) => model.id === id).model.sharedModel.setSource(text);
}"""
FITS = "def fits(profiles, layout):\n    {}\n"
COMPUTE = "return sum(profiles[name].compute for name, _ in layout) <= 7"
RIGHT = """taken = set()
    for name, at in layout:
        here = set(range(at, at + profiles[name].size))
        if at not in profiles[name].starts or here & taken:
            return False
        taken |= here
    return True"""


def predict(page: Page, lab: Locator) -> None:
    """Nothing shows what comes out before; then the two stand side by side."""
    outputs = lab.locator(".jp-OutputArea-output")
    expect(outputs.filter(has_text="It fits.")).to_have_count(0)
    covered = lab.get_by_role("button", name="Show it anyway")
    before = covered.count()
    assert before > 1
    code = lab.locator(".certlab-unpredicted")
    measures = code.count()
    lab.get_by_role("button", name="Predict", exact=True).first.click()
    card = lab.locator(".cl-prediction").first
    for row, says in zip("ABCDE", ("fits", "fits", *["does not fit"] * 3), strict=True):
        card.locator(f"[data-name={row}][value='{says}']").check()
    card.get_by_role("button", name="Run and compare").click()
    compared = lab.locator(".cl-compared tbody tr")
    expect(compared).to_have_count(5)
    expect(lab.locator(".cl-verdict")).to_have_text("3 of 5 as you said.")
    expect(lab.locator(".cl-verdict")).to_be_in_viewport()
    expect(compared.last).to_be_in_viewport()
    expect(card.locator(".cl-compared")).to_have_count(1)  # once, and in the card
    expect(lab.locator(".certlab-shown-above")).to_have_count(1)
    expect(code).not_to_have_count(measures)
    expect(covered).to_have_count(
        before - 2
    )  # the text below it, and the one after that
    assert current(page, "model.cells.length") == lab.locator(".jp-Cell").count()


def solve(page: Page, lab: Locator) -> None:
    """A hint more at each wrong try, a loop that is stopped, and the way on at the end."""
    bar = lab.locator(".certlab-check-bar:has([role=status])").first
    button = bar.locator(".certlab-try")
    solution = lab.locator(".jp-MarkdownCell", has=page.locator("summary")).first
    hints = lab.locator(".certlab-hint")
    button.click()
    expect(lab.get_by_text(NOT_ATTEMPTED.says).first).to_be_visible()
    expect(button).to_have_text("Check")  # else the next press would stop it
    expect(solution).not_to_be_visible()
    page.evaluate(EDIT, ["fits-stub", FITS.format(COMPUTE)])
    for tries in (1, 2, 3, 4):
        button.click()
        expect(hints).to_have_count(min(tries, 3))
        expect(button).to_have_text("Check")
    expect(lab.locator(".certlab-check")).to_contain_text(
        "Seven compute slices are not"
    )
    for theme in ("Dark", "Light"):
        execute(page, "apputils:change-theme", theme=f"JupyterLab {theme}")
        found = Axe().run(page, ".certlab-check").response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    lab.get_by_role("button", name="Show the solution").click()
    expect(solution.locator("details[open]")).to_be_visible()
    page.evaluate(EDIT, ["fits-stub", FITS.format("while True: pass")])
    button.click()
    expect(button).to_have_text("Stop")
    # The first interrupt is lost, as one is that overtakes the code it is meant for.
    page.route("**/interrupt*", lambda route: route.fulfill(status=204), times=1)
    button.click()
    expect(lab.get_by_text("Stopped before it ended")).to_be_visible()
    page.evaluate(EDIT, ["fits-stub", FITS.format(RIGHT)])
    button.click()
    expect(lab.locator(".certlab-right")).to_contain_text("Correct")
    expect(hints).to_have_count(0)
    last = lab.locator(".certlab-check-bar:has([role=status])").last
    page.evaluate(
        EDIT, ["command-stub", 'line = "nvidia-smi mig -i 1 -cgi 9,14,19,19 -C"']
    )
    last.locator(".certlab-try").click()
    expect(lab.locator(".certlab-close")).to_contain_text("2 of 5 exercises")
    expect(lab.locator(".certlab-links a")).to_have_text(
        ["Read the page again", "Questions on this module", "Next lab"]
    )


WANTING = """
import os
if not os.path.exists("installed"):
    open("installed", "w").close()
    raise RuntimeError("x is not installed; run certlab lab prepare mig/10_place_profiles (about 9 MB)")
"""


def install(page: Page, lab: Locator) -> None:
    """What a lab lacks is a button with its size; then its Python starts anew."""
    page.evaluate(EDIT, ["preflight", WANTING])
    page.evaluate("jupyterapp.shell.currentWidget.content.activeCellIndex = 2")
    execute(page, "notebook:run-cell")
    button = lab.get_by_role("button", name="Install, about 9 MB")
    button.click()
    expect(button).to_have_count(0)
    page.wait_for_function(
        "jupyterapp.shell.currentWidget.content.widgets[2].model.executionCount === 1"
    )


def check_too_early(lab: Locator) -> None:
    """Before the cells above have run."""
    bar = lab.locator(".certlab-check-bar:has([role=status])").last
    bar.get_by_role("button", name="Check").click()
    said = "exercises does not exist yet, because a cell above has not run."
    expect(bar).to_contain_text(said)
    expect(bar.get_by_role("button", name="Run the cells above")).to_be_visible()
    expect(lab.locator("[data-mime-type*=error]")).to_have_count(0)


# Until Python has started and done what it was asked before.
ANSWERED = """async (path) => {
  await jupyterapp.commands.execute("docmanager:open", { path });
  const { context } = jupyterapp.shell.currentWidget;
  await context.sessionContext.ready;
  const { kernel } = context.sessionContext.session;
  await kernel.info;
  await kernel.requestExecute({ code: "1" }).done;
}"""
# As a press does, but for what the browser itself would do.
FOLLOW = """(links) => {
  for (const link of links) {
    link.addEventListener("click", (event) => event.preventDefault());
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
}"""
# Which of some notebooks are to be saved, once Python has told what it is: JupyterLab notes it there.
LOOKED = """async (paths) => {
  await Promise.all(
    paths.map((path) => jupyterapp.commands.execute("docmanager:open", { path })),
  );
  const opened = [...jupyterapp.shell.widgets("main")].map(({ context }) => context);
  const contexts = opened.filter((context) => paths.includes(context?.path));
  for (const { ready, sessionContext } of contexts) {
    await ready;
    await sessionContext.ready;
    const { info, spec } = sessionContext.session.kernel;
    await Promise.all([info, spec]);
  }
  await new Promise((soon) => setTimeout(soon)); // JupyterLab waits for the same
  return contexts.map(({ path, model }) => [path, model.dirty]);
}"""
SOON = 2000  # milliseconds
END = """async (path) => {
  const panel = [...jupyterapp.shell.widgets("main")].find((one) => one.context?.path === path);
  await panel?.context.sessionContext.shutdown();
  panel?.dispose();
}"""


def look_only(page: Page, workspace: Path) -> None:
    """Looking is no edit: no tab shows a mark, closing asks nothing, and no file is written."""
    quizzes = [f"quizzes/{name}.ipynb" for name in ("drill", "flashcards", "mock_exam")]
    paths = [START, PLACE, *quizzes]
    before = [(workspace / path).read_bytes() for path in paths]
    assert sorted(page.evaluate(LOOKED, paths)) == [
        [one, False] for one in sorted(paths)
    ]
    expect(page.locator(".lm-TabBar .jp-mod-dirty")).to_have_count(0)
    for path in paths[1:]:
        page.evaluate(END, path)
    assert [(workspace / path).read_bytes() for path in paths] == before


def drill_in_the_start_notebook(page: Page) -> None:
    """The server brings the questions too; keys are theirs, not the notebook's."""
    place = page.locator(".cl-start")
    place.locator(".cl-tasks button.cl-task").first.click()
    expect(place.locator(".cl-place")).to_contain_text("item 1 of")
    page.keyboard.press("b")  # the notebook's own key for a cell below
    place.get_by_role("button", name="Back to today").click()
    expect(place.get_by_role("heading", name="minutes today")).to_be_visible()
    kernel = "currentWidget.content.widgets[2].model.executionCount"
    assert page.evaluate(f"jupyterapp.shell.{kernel}") == 1  # as it was stored


def follow_broken_links(page: Page, path: Path) -> None:
    """An address that is none leads nowhere, and is no error."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    links = {"cut": "../modules/%E0%A4%A.md", "hash": "#%E0%A4%A", "none": "http://["}
    html = "".join(f'<a href="{to}">{says}</a> ' for says, to in links.items())
    cell = {"cell_type": "markdown", "id": "m", "metadata": {}, "source": html}
    book = json.loads(strangers.notebook())
    book["cells"].append(cell)
    path.with_suffix(".ipynb").write_text(json.dumps(book), "utf-8")
    page.evaluate(ANSWERED, "notes/links.ipynb")
    shown = page.locator(f"{NOTEBOOK} .jp-MarkdownOutput a")
    expect(shown).to_have_text(list(links))
    shown.evaluate_all(FOLLOW)
    # JupyterLab says by itself that there is no such file.
    assert [one for one in errors if re.search(r"\bUR[IL]\b", one)] == []


def look_at_a_strangers(page: Page, stranger: Stranger) -> None:
    """Their start notebook, ours among their modules, and outputs that are scripts."""
    forged = stranger.workspace / "notes" / "summary.ipynb"
    forged.parent.mkdir()
    script = {"application/javascript": f"{strangers.SCRIPT}'output'"}
    forged.write_text(strangers.notebook(strangers.shown(**script)), "utf-8")
    (forged.parent / "widget.ipynb").write_text(strangers.with_a_widget(), "utf-8")
    for path in ("notes/summary.ipynb", "notes/widget.ipynb"):
        page.evaluate(ANSWERED, path)
        page.wait_for_timeout(SOON)  # nothing tells when a script has not run
        assert page.evaluate("window.ranScript") is None
    asks = strangers.failed("run certlab lab prepare mig/20_other (about 1 MB)")
    (forged.parent / "asks.ipynb").write_text(strangers.notebook(asks), "utf-8")
    page.evaluate(ANSWERED, "notes/asks.ipynb")
    expect(page.locator(NOTEBOOK).get_by_text("prepare mig/20_other")).to_be_visible()
    install = page.locator(NOTEBOOK).get_by_role("button", name="Install")
    expect(install).to_have_count(0)
    follow_broken_links(page, forged.parent / "links.md")
    offered = page.evaluate("fetch('/lsp/status').then((answer) => answer.text())")
    assert "node_modules" not in offered
    copy = stranger.start_notebook("downloads")
    page.evaluate(ANSWERED, copy)
    page.evaluate(END, START)
    stranger.beside("labs")
    page.evaluate(ANSWERED, START)
    today = page.locator(".cl-start").get_by_role("heading", name="minutes today")
    expect(today).to_be_visible()
    assert [one.name for one in stranger.ran.iterdir()] == []


def test_it_opens_on_the_app_and_keeps_what_the_learner_made_of_it(
    study: Study, whole: Course
) -> None:
    lab = whole.labs["cuda/40_streams"]  # it shows a drawing unrun

    def first(page: Page) -> None:
        plan_an_exam(page)
        audit(page)
        assert tabs(page) == ["certlab"]
        assert page.evaluate("jupyterapp.shell.currentWidget.id") == APP
        open_start(page)
        today = page.locator(".cl-start").get_by_role("heading", name="minutes today")
        expect(today).to_be_visible()
        assert tabs(page) == ["certlab", "00_start_here.ipynb"]
        drill_in_the_start_notebook(page)
        look_only(page, study.folder / "certlab")
        open_start(page)
        link = page.locator(".cl-start").get_by_role("link", name="Read ").first
        module = to_read(link, whole)
        link.click()
        expect(app(page).locator("h1:visible")).to_contain_text(module.title)
        assert page.evaluate("jupyterapp.shell.currentWidget.id") == APP
        assert tabs(page) == ["certlab", "00_start_here.ipynb"]
        page.locator(".lm-TabBar-tab", has_text="00_start_here").click()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        out = page.locator(f"{NOTEBOOK} .jp-OutputArea-output")
        expect(out.last).to_contain_text("CPU")
        assert page.locator(".jp-Dialog, .Toastify__toast").count() == 0
        page.locator(".jp-Notebook a", has_text=lab.title).last.click()
        page.wait_for_selector(
            f"{NOTEBOOK} .jp-OutputArea-output img"
        )  # trusted: its drawing is shown
        cells = page.locator(f"{NOTEBOOK} .jp-Cell")
        assert cells.count() == current(page, "model.cells.length")
        shown = page.locator(f"{NOTEBOOK} .jp-Cell:not(.certlab-later)")
        assert shown.evaluate_all(DRAWN)
        open_drill(page)
        execute(page, "notebook:run-all-cells")
        page.locator(f"{NOTEBOOK} .cl-item").wait_for()
        execute(page, "docmanager:save")
        execute(page, "application:close")
        until(
            lambda: saved(page) == [APP, f"notebook:{START}", f"notebook:{lab.file}"],
            "JupyterLab saves the layout",
        )

    def second(page: Page) -> None:
        every = ["certlab", "00_start_here.ipynb", Path(lab.file).name]
        expect(page.locator(TABS)).to_have_text(every)
        # On today's work, and where the learner was stands behind it.
        page.evaluate("jupyterapp.restored.then(() => {})")
        assert page.evaluate("jupyterapp.shell.currentWidget.id") == APP
        expect(app(page).locator("[data-certlab=goal]")).to_contain_text("NCP-AII in ")
        app(page).get_by_role("link", name="Library").first.click()
        app(page).get_by_role("link", name="Library").first.click()
        name = re.compile("Open the lab.*Place profiles")
        app(page).get_by_role("link", name=name).first.click()
        expect(page.locator(TABS)).to_contain_text(["10_place_profiles.ipynb"])
        assert len(tabs(page)) == 4

    def third(page: Page) -> None:
        """From a lab to its module's questions and page, and to the next lab."""
        toolbar = page.locator(f"{NOTEBOOK_PANEL} nav")
        place = page.locator(".lm-TabBar-tab", has_text="10_place_profiles")
        place.click()
        frame = page.locator(f"{NOTEBOOK_PANEL} .certlab-top")
        page_of = frame.get_by_role("link", name="Read the page")
        page_of.click()
        expect(app(page).locator("h1:visible")).to_contain_text(
            whole.modules["mig"].title
        )
        place.click()
        measuring = page.locator(f"{NOTEBOOK_PANEL} .certlab-unpredicted").first
        expect(measuring.locator(".jp-Cell-inputWrapper")).not_to_be_visible()
        frame.get_by_role("button", name="All the code").click()  # and so it stays
        expect(toolbar.get_by_role("link", name="Drill")).to_be_visible()
        assert Axe().run(page, f"{NOTEBOOK_PANEL} nav").response["violations"] == []
        toolbar.get_by_role("link", name="Drill").click()
        expect(app(page).locator("#check-yourself .cl-item").first).to_be_visible()
        place.click()
        toolbar.get_by_role("link", name="Read").click()
        expect(app(page).locator("h1:visible")).to_contain_text(
            whole.modules["mig"].title
        )
        place.click()
        toolbar.get_by_role("link", name="Next lab").click()
        labs = sorted(one.file for one in whole.labs.values() if one.module == "mig")
        expect(page.locator(TABS)).to_contain_text([Path(labs[1]).name])
        expect(toolbar.get_by_role("link", name="Read")).to_be_visible()

    def exercises(page: Page) -> None:
        """A lab that teaches by prediction, and says something useful at each wrong try."""
        execute(page, "docmanager:open", path=PLACE)
        lab = page.locator(NOTEBOOK)
        expect(lab.locator(".certlab-check-bar:has([role=status])")).to_have_count(5)
        page.evaluate(
            "jupyterapp.shell.currentWidget.sessionContext.ready.then(() => {})"
        )
        check_too_early(lab)
        predict(page, lab)
        solve(page, lab)
        install(page, lab)

    def fourth(page: Page) -> None:
        """A widget that was stored, and whose Python has ended since."""
        open_drill(page)
        outputs = page.locator(f"{NOTEBOOK} .jp-OutputArea-output")
        button = page.locator(NOTEBOOK).get_by_role("button", name="Run", exact=True)
        expect(button).to_have_count(1)
        expect(outputs).to_contain_text(["Quiz: run this cell to answer."])
        expect(page.get_by_text("model not found")).to_have_count(0)
        assert current(page, "model.dirty") is False  # looking is no edit
        button.click()
        page.locator(f"{NOTEBOOK} .cl-item").wait_for()
        expect(button).to_have_count(0)

    def fifth(page: Page) -> None:
        """What somebody else wrote is looked at, and nothing of it is run."""
        look_at_a_strangers(page, study.stranger)

    assert study.visit(first) == 0
    grow_older(study.folder)
    again = (second, third, exercises, fourth, fifth)
    assert study.visit(lambda page: [look(page) for look in again]) == 0
    assert [url for url in study.seen if not LOCAL.match(url)] == []
