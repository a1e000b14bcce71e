"""Lab mode in JupyterLab, with a real kernel, over a lab that is written here."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from certlab.course.notebook import canonical, learners_copy
from certlab.servers.jupyterlab import _EXTENSIONS
from certlab.study.exercises import NOT_ATTEMPTED
from tests.app.conftest import TOKEN, Served, serving
from tests.bound import until

LAB = "labs/mig/10_slices.ipynb"
LACKING = "labs/mig/20_lacking.ipynb"
SET_UP = """from certlab.study import exercises
from certlab.widgets import prediction
slices = 7"""
WANTS = "from certlab import compute\ncompute.preflight(needs=['never-installed'])"
ASK = "guess = prediction('small-guess', 'How many slices?')\nguess"
MEASURE = "print('measured here')\nguess.compare(slices, why='It has seven.')"
CHECK = "exercises.check_value('small-left', left, 4, hint='Half of eight.')"
# The first time it ends its Python, as one that has run out of memory.
DIES = """import os
from IPython.display import HTML, SVG, display
if not os.path.exists('died'):
    open('died', 'w').close()
    os._exit(1)
display(SVG('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>Nine</title></svg>'))
display(HTML('<table><thead><tr><th></th><th>b</th></tr></thead><tr><th>0</th><td>1</td></tr></table>'))
'it lives'"""


def cell(kind: str, id: str, source: str, **marks: Any) -> Any:
    made = getattr(nbformat.v4, f"new_{kind}_cell")(source, id=id)
    made.metadata.update({"certlab": marks} if marks else {})
    return made


def lab(set_up: str = SET_UP) -> dict[str, Any]:
    exercise = {"exercise": "small-left"}
    cells = [
        cell("markdown", "title", "# Slices\n\nHow many there are."),
        cell("markdown", "here", "## What is here\n\nOne GPU."),
        cell("code", "set-up", set_up),
        cell("markdown", "say", "## Say how many"),
        cell("code", "ask", ASK, prediction="small-guess"),
        cell("code", "measure", MEASURE),
        cell("markdown", "left", "**Exercise 1.** How many are left?"),
        cell("code", "stub", "left = None", role="stub", **exercise),
        cell("code", "check", CHECK, role="check", **exercise),
        cell(
            "markdown", "solution", "<details>4</details>", role="solution", **exercise
        ),
        cell("markdown", "hard", "## A hard one"),
        cell("code", "dies", DIES),
        cell(
            "markdown", "exam", "## What the exam asks\n\n|  | it |\n|--|--|\n| a | 1 |"
        ),
    ]
    about = {"title": "Slices", "minutes": 20, "objectives": ["nca-aiio.3.4"]}
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
    metadata = {"certlab": about, "kernelspec": kernel}
    return learners_copy(nbformat.v4.new_notebook(cells=cells, metadata=metadata))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The app's server with JupyterLab and our extension in it, and the lab."""
    options = (
        "--ServerApp.jpserver_extensions=jupyterlab=True",
        "--LabApp.expose_app_in_browser=True",
        f"--LabApp.extra_labextensions_path={_EXTENSIONS}",
    )
    with serving(tmp_path_factory, *options) as found:
        workspace = found.history.parent
        write(workspace / LAB, lab())
        write(workspace / "labs" / "mine.ipynb", {**lab(), "metadata": {}})
        write(workspace / "labs" / "damaged.ipynb", damaged())
        write(workspace / LACKING, lab(f"{WANTS}\n{SET_UP}"))
        yield found


def damaged() -> dict[str, Any]:
    """The lab with a number in the place of a cell's tags."""
    notebook = lab()
    tags = {"title": 7, "hard": ["tells-result"]}
    for one in notebook["cells"]:
        if one["id"] in tags:
            one["metadata"]["tags"] = tags[one["id"]]
    return notebook


def write(path: Path, notebook: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(canonical(notebook), "utf-8")


def watch(page: Page, faults: list[str]) -> None:
    """Note the errors of a page; that a Python died with a question open is JupyterLab's word."""

    def note(error: object) -> None:
        if not str(error).startswith("Canceled future for "):
            faults.append(str(error))

    page.on("pageerror", note)


@pytest.fixture(scope="module")
def page(chromium: Browser, served: Served) -> Iterator[Page]:
    """One page for all of them, which go on from each other; an error in it fails the last."""
    context = chromium.new_context(
        viewport={"width": 1280, "height": 900}, reduced_motion="reduce"
    )
    found = context.new_page()
    faults: list[str] = []
    watch(found, faults)
    found.goto(f"{served.root}/lab?token={TOKEN}")
    found.wait_for_function("window.jupyterapp?.restored.then(() => true)")
    yield found
    context.close()
    assert faults == []


def open_(page: Page, path: str) -> None:
    page.evaluate(
        "(path) => jupyterapp.commands.execute('docmanager:open', { path }).then(() => {})",
        path,
    )
    page.wait_for_function(
        "(path) => jupyterapp.shell.currentWidget?.context?.path === path", arg=path
    )
    page.evaluate("jupyterapp.shell.currentWidget.context.ready.then(() => {})")


def shown(page: Page, selector: str) -> Locator:
    return page.locator(f".jp-NotebookPanel:not(.lm-mod-hidden) {selector}")


def main(page: Page) -> Locator:
    return shown(page, ".certlab-dock .certlab-main")


def put_out(page: Page, words: str) -> Locator:
    return shown(page, ".jp-OutputArea-output").filter(has_text=words)


def code_of(page: Page, id: str) -> Locator:
    place = page.evaluate(
        "(id) => jupyterapp.shell.currentWidget.content.widgets"
        ".findIndex(({ model }) => model.id === id)",
        id,
    )
    return shown(page, ".jp-Cell").nth(place)


def done(page: Page) -> list[str]:
    words = shown(page, ".certlab-step.certlab-done > :last-child")
    return [one.split(" (")[0] for one in words.all_text_contents()]


# The tests go on from each other: a JupyterLab and its Python cost seconds.


def test_a_lab_opens_in_its_frame_and_is_not_changed(page: Page) -> None:
    open_(page, LAB)
    expect(main(page)).to_have_text("Begin: Say how many")
    steps = shown(page, ".certlab-step > :last-child").all_text_contents()
    assert steps == [
        "Introduction",
        "What is here",
        "Say how many (prediction)",
        "Exercise 1 (exercise)",
        "A hard one",
        "What the exam asks",
    ]
    expect(shown(page, ".certlab-outline [aria-current]")).to_have_text("Introduction")
    expect(shown(page, ".certlab-top .certlab-far")).to_have_text(
        "0 of 6 steps · about 20 min left"
    )
    expect(shown(page, ".jp-Toolbar").first).not_to_be_visible()
    for id in ("set-up", "ask", "measure", "check", "dies"):
        expect(code_of(page, id).locator(".jp-Cell-inputWrapper")).not_to_be_visible()
    expect(code_of(page, "stub").locator(".jp-Cell-inputWrapper")).to_be_visible()
    assert not page.evaluate("jupyterapp.shell.currentWidget.context.model.dirty")


def test_one_press_leads_to_the_first_prediction_and_the_next_compares_it(
    page: Page,
) -> None:
    page.keyboard.press("Shift+Enter")
    expect(main(page)).to_have_text("Run and compare")
    number = code_of(page, "ask").locator(".cl-prediction input")
    expect(number).to_be_focused()
    page.keyboard.press("Shift+Enter")  # nothing is said yet, and nothing is run
    expect(shown(page, ".certlab-outline [aria-current]")).to_contain_text("Say how")
    expect(put_out(page, "measured here")).to_have_count(0)
    number.fill("7")
    page.keyboard.press("Shift+Enter")
    expect(main(page)).to_have_text("Go on: Exercise 1")
    expect(code_of(page, "ask").locator(".cl-verdict")).to_be_focused()
    expect(put_out(page, "measured here")).to_be_visible()
    assert done(page) == ["Introduction", "What is here", "Say how many"]
    line = code_of(page, "measure").locator(".certlab-fold")
    expect(line).to_contain_text("The code that measured it (2 lines, ran in ")


def paint(button: Locator) -> str:
    return str(button.evaluate("(one) => getComputedStyle(one).backgroundColor"))


def test_an_exercise_is_an_editor_whose_check_ticks_it(page: Page) -> None:
    page.keyboard.press("Shift+Enter")
    expect(main(page)).to_have_text("Check")
    stub = code_of(page, "stub")
    own = stub.locator(".certlab-try")
    assert paint(own) != paint(main(page))  # one of the two is what is next
    own.click()
    expect(put_out(page, NOT_ATTEMPTED.says)).to_be_in_viewport()
    expect(main(page)).to_have_text("Check")
    stub.locator(".cm-content").click()
    expect(stub.locator(".cm-content")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("left = 4")
    page.keyboard.press("Control+Enter")
    expect(shown(page, ".certlab-check.certlab-right")).to_be_visible()
    expect(main(page)).to_have_text("Go on: A hard one")
    assert "Exercise 1" in done(page)
    expect(code_of(page, "check").locator(".jp-Cell-inputWrapper")).not_to_be_visible()


def test_a_letter_is_no_command_of_the_notebook(page: Page) -> None:
    before = shown(page, ".jp-Cell").count()
    code_of(page, "title").focus()
    for key in "ddxbm":
        page.keyboard.press(key)
    assert shown(page, ".jp-Cell").count() == before


def test_a_python_that_dies_on_the_way_is_one_sentence_and_one_button(
    page: Page,
) -> None:
    main(page).click()
    says = shown(page, ".certlab-dock [role=status]")
    expect(says).to_have_text("Python stopped and starts anew. What you wrote is kept.")
    expect(main(page)).to_have_text("Run the cells above again")
    expect(page.locator(".jp-Dialog")).to_have_count(0)  # JupyterLab would say it too
    main(page).click()
    expect(put_out(page, "it lives")).to_be_visible()
    expect(main(page)).to_have_text("Go on: What the exam asks")
    heading = code_of(page, "hard").locator("h2")
    expect(heading).to_be_focused()
    main(page).click()
    expect(main(page)).to_have_text("That was the last step")
    main(page).click()
    expect(says).to_have_text("This lab is done.")
    expect(says).to_be_focused()  # this course has no links onward
    expect(shown(page, ".certlab-far").first).to_have_text("6 of 6 steps")


def test_the_frame_is_there_for_everybody(page: Page) -> None:
    expect(shown(page, ".jp-RenderedSVG img")).to_have_attribute("alt", "Nine")
    for theme in ("Dark", "Light"):
        page.evaluate(
            "(theme) => jupyterapp.commands.execute('apputils:change-theme', { theme })"
            ".then(() => {})",
            f"JupyterLab {theme}",
        )
        for part in (
            ".certlab-top",
            ".certlab-outline",
            ".certlab-dock",
            ".jp-MarkdownOutput",
            ".jp-OutputArea",
        ):
            found = Axe().run(page, f".jp-NotebookPanel:not(.lm-mod-hidden) {part}")
            ids = [
                (one["id"], one["nodes"][0]["html"])
                for one in found.response["violations"]
            ]
            assert ids == [], (theme, part)


CONTROLS = """() => {
  const panel = jupyterapp.shell.currentWidget.node;
  const all = panel.querySelectorAll(":is(.certlab-top, .certlab-outline, .certlab-dock) :is(a, button)");
  return [...all].filter((one) => one.checkVisibility()).map((one) => one.textContent);
}"""
FOCUSED = """() => {
  const one = document.activeElement;
  const inside = one.closest(".certlab-top, .certlab-outline, .certlab-dock");
  return inside ? [one.textContent, getComputedStyle(one).outlineStyle] : ["", "solid"];
}"""


def test_tab_reaches_each_control_of_the_frame_and_shows_where_it_is(
    page: Page,
) -> None:
    controls = page.evaluate(CONTROLS)
    shown(page, ".certlab-home").focus()
    for key in ("Tab", "Shift+Tab"):  # a browser shows it to whoever presses keys
        page.keyboard.press(key)
    reached = []
    for _ in range(100):
        words, outline = page.evaluate(FOCUSED)
        assert outline == "solid", words
        reached.append(words)
        if set(controls) <= set(reached):
            break
        page.keyboard.press("Tab")
    assert set(controls) - set(reached) == set()


def test_escape_leads_out_of_an_editor(page: Page) -> None:
    stub = code_of(page, "stub")
    stub.locator(".cm-content").click()
    page.keyboard.press("Escape")
    expect(stub.locator(".cm-content")).not_to_be_focused()
    page.keyboard.press("Tab")
    expect(stub.locator(".certlab-try")).to_be_focused()


def test_a_heading_is_led_to_with_the_frame_and_without(page: Page) -> None:
    lead = "([path, heading]) => jupyterapp.commands.execute('certlab:open-at', { path, heading })"
    open_(page, "labs/mine.ipynb")
    page.evaluate(lead, [LAB, "A hard one"])
    current = shown(page, ".certlab-step[aria-current=step]")
    expect(current).to_contain_text("A hard one")
    page.evaluate(lead, [LAB, "No such heading"])
    expect(current).to_contain_text("A hard one")
    page.set_viewport_size({"width": 1280, "height": 300})
    page.evaluate(lead, ["labs/mine.ipynb", "A hard one"])
    expect(shown(page, "h2").filter(has_text="A hard one")).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.evaluate(lead, [LAB, ""])


def test_the_notebook_is_one_press_away_and_so_is_the_way_back(page: Page) -> None:
    shown(page, "").get_by_role("button", name="All the code").click()
    back = shown(page, "").get_by_role("button", name="Lab view")
    expect(back).to_be_focused()
    for id in ("set-up", "dies"):
        expect(code_of(page, id).locator(".jp-Cell-inputWrapper")).to_be_visible()
    assert page.evaluate("localStorage.getItem('certlab-lab-mode')") == "off"
    page.keyboard.press("Enter")
    code = shown(page, "").get_by_role("button", name="All the code")
    expect(code).to_be_focused()


SIDES = ".jp-SideBar.jp-mod-left", ".jp-SideBar.jp-mod-right", "#jp-left-stack"
KEPT = """() => {
  const { leftArea } = jupyterapp.shell.saveLayout();
  return [leftArea.collapsed, leftArea.visible];
}"""


def test_on_a_phone_a_lab_has_all_of_the_width(page: Page) -> None:
    sides = [page.locator(side) for side in SIDES]
    page.evaluate("jupyterapp.shell.expandLeft()")
    for side in sides:
        expect(side).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    for side in sides:
        expect(side).not_to_be_visible()
    dock = "(one) => one.closest('.lm-DockPanel').clientWidth"
    until(lambda: main(page).evaluate(dock) == 390, "it is as wide as the window")
    # Nothing is stored that whoever opens the workspace on a larger screen would miss.
    assert page.evaluate(KEPT) == [False, True]
    open_(page, "labs/mine.ipynb")
    for side in sides:
        expect(side).to_be_visible()
    open_(page, LAB)
    shown(page, "").get_by_role("button", name="All the code").click()
    for side in sides:
        expect(side).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 900})
    shown(page, "").get_by_role("button", name="Lab view").click()
    for side in sides:
        expect(side).to_be_visible()


def test_a_side_area_that_jupyterlab_closes_meanwhile_stays_closed(page: Page) -> None:
    bar, _, area = (page.locator(side) for side in SIDES)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(bar).not_to_be_visible()
    page.evaluate("jupyterapp.shell.collapseLeft()")
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(bar).to_be_visible()
    expect(area).not_to_be_visible()


ADD = """() => {
  const { model, widgets } = jupyterapp.shell.currentWidget.content;
  model.sharedModel.insertCell(2, { cell_type: "code", source: "mine = 1" });
  const at = (id) => widgets.findIndex((one) => one.model.id === id);
  model.sharedModel.deleteCell(at("check"));
  widgets[at("exam")].model.sharedModel.setSource("## Another heading");
  widgets[at("set-up")].model.sharedModel.setSource("slices = 8");
}"""


def test_what_somebody_edits_is_shown_and_the_steps_are_what_is_there(
    page: Page,
) -> None:
    page.evaluate(ADD)
    steps = shown(page, ".certlab-step > :last-child")
    expect(steps.last).to_have_text("Another heading (done)")
    expect(steps).to_have_count(5)
    own = shown(page, "[data-certlab-kind=own] .jp-Cell-inputWrapper")
    expect(own).to_have_count(2)
    expect(own.first).to_be_visible()


def test_a_notebook_that_is_no_lab_of_the_course_has_no_frame(page: Page) -> None:
    open_(page, "labs/mine.ipynb")
    expect(shown(page, ".jp-Toolbar").first).to_be_visible()
    expect(shown(page, ".certlab-dock")).to_have_count(0)


def test_what_is_not_installed_is_said_once_with_the_button_that_installs_it(
    page: Page,
) -> None:
    open_(page, LACKING)
    code_of(page, "ask").get_by_role("button", name="Predict").click()
    expect(main(page)).to_have_text("Install")
    says = shown(page, ".certlab-dock [role=status]")
    expect(says).to_have_text("This lab needs what is not installed here.")
    wants = code_of(page, "set-up")
    expect(wants).to_contain_text("never-installed is not installed")
    expect(wants.locator(".jp-Cell-inputWrapper")).not_to_be_visible()
    expect(put_out(page, "NameError")).to_have_count(0)
    main(page).click()  # the small course has no such lab
    expect(wants.locator(".certlab-check-bar [role=status]")).not_to_be_empty()
    expect(wants.get_by_role("button", name="Install")).to_be_enabled()
    expect(main(page)).to_have_text("Install")
    shown(page, "").get_by_role("button", name="All the code").click()
    code_of(page, "ask").get_by_role("button", name="Predict").click()
    expect(wants).to_have_class(re.compile("jp-mod-active"))
    expect(put_out(page, "NameError")).to_have_count(0)
    shown(page, "").get_by_role("button", name="Lab view").click()


def test_tags_that_are_none_keep_nothing_from_its_cover(page: Page) -> None:
    open_(page, "labs/damaged.ipynb")
    expect(code_of(page, "hard").locator(".certlab-cover")).to_be_visible()


def test_what_was_done_in_an_earlier_visit_is_ticked(page: Page) -> None:
    open_(page, LAB)
    page.reload()  # what was edited is not saved
    says = shown(page, ".certlab-dock [role=status]")
    expect(says).to_have_text("This lab is done.")
    expect(shown(page, ".certlab-done")).to_have_count(6)
