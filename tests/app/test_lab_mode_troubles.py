"""Lab mode when something does not end, dies, does not start, or is open twice."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

from certlab.course.notebook import learners_copy
from certlab.servers.jupyterlab import _EXTENSIONS
from tests.app.conftest import TOKEN, Served, serving
from tests.app.test_lab_mode import (
    CHECK,
    cell,
    code_of,
    done,
    main,
    open_,
    put_out,
    shown,
    watch,
    write,
)
from tests.bound import until

WAITS = """import pathlib, time
pathlib.Path('began').touch()
time.sleep(3600)"""
FOR_EVER = """import pathlib
pathlib.Path('began').touch()
while True:
    pass
"""
# A server that ends waits for a kernel that begins at the same time.
SETTLED = """() => {
  const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session ?? {};
  return kernel && (kernel.name === "broken" || kernel.status === "idle");
}"""
# Nothing lies over a control of the dock or below its edge, and the text ends above it.
IN_REACH = """() => {
  const panel = jupyterapp.shell.currentWidget;
  const dock = panel.node.querySelector(".certlab-dock");
  const says = dock.querySelector("[role=status]");
  return panel.content.node.getBoundingClientRect().bottom <= dock.getBoundingClientRect().top + 1 &&
    [says, ...dock.querySelectorAll("button, a")].filter((one) => one.checkVisibility()).every((one) => {
      const { left, right, bottom } = one.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, bottom - 2) === one;
    });
}"""
DIES = "import os\nos._exit(1)"


def lab(*cells: Any) -> dict[str, Any]:
    about = {"title": "Slices", "minutes": 20, "objectives": ["nca-aiio.3.4"]}
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
    metadata = {"certlab": about, "kernelspec": kernel}
    return learners_copy(nbformat.v4.new_notebook(cells=[*cells], metadata=metadata))


def one_step(source: str) -> dict[str, Any]:
    return lab(
        cell("markdown", "title", "# Slices"),
        cell("markdown", "long", "## A long one that nobody waits for"),
        cell("code", "before", "'before'"),
        cell("code", "runs", source),
        cell("markdown", "exam", "## What the exam asks"),
    )


def with_exercise(name: str) -> dict[str, Any]:
    exercise = {"exercise": name}
    return lab(
        cell("markdown", "title", "# Slices"),
        cell("code", "set-up", "from certlab.study import exercises"),
        cell("markdown", "left", "**Exercise 1.** How many are left?"),
        cell("code", "stub", "left = None", role="stub", **exercise),
        cell(
            "code", "check", CHECK.replace("small-left", name), role="check", **exercise
        ),
    )


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """JupyterLab with our extension, and a Python that does not start."""
    options = (
        "--ServerApp.jpserver_extensions=jupyterlab=True",
        "--LabApp.expose_app_in_browser=True",
        f"--LabApp.extra_labextensions_path={_EXTENSIONS}",
    )
    shared = tmp_path_factory.mktemp("jupyter")
    spec = shared / "kernels" / "broken" / "kernel.json"
    spec.parent.mkdir(parents=True)
    argv = [sys.executable, "-c", "raise SystemExit(1)", "{connection_file}"]
    spec.write_text(
        json.dumps({"argv": argv, "display_name": "Broken", "language": "python"})
    )
    with serving(tmp_path_factory, *options, JUPYTER_PATH=str(shared)) as found:
        labs = found.history.parent / "labs" / "mig"
        write(labs / "waits.ipynb", one_step(WAITS))
        write(labs / "dies.ipynb", one_step(DIES))
        write(labs / "none.ipynb", one_step("1"))
        unknown = one_step("1")
        unknown["metadata"]["kernelspec"] = {"name": "broken", "display_name": "Broken"}
        (labs / "broken.ipynb").write_text(json.dumps(unknown), "utf-8")
        write(labs / "exercise.ipynb", with_exercise("small-left"))
        write(labs / "twice.ipynb", with_exercise("small-twice"))
        write(labs / "blank.ipynb", lab(cell("code", "blank", "")))
        yield found


@pytest.fixture
def windows(chromium: Browser, served: Served) -> Iterator[Callable[[], Page]]:
    """Open one more window on the server; an error in any of them fails the test."""
    contexts, faults = [], []

    def make() -> Page:
        context = chromium.new_context(
            viewport={"width": 1280, "height": 900}, reduced_motion="reduce"
        )
        contexts.append(context)
        found = context.new_page()
        watch(found, faults)
        found.goto(f"{served.root}/lab/workspaces/tests?token={TOKEN}&reset")
        found.wait_for_function("window.jupyterapp?.restored.then(() => true)")
        return found

    yield make
    for context in contexts:
        for one in context.pages:
            one.wait_for_function(SETTLED)
        context.close()
    assert faults == []


@pytest.fixture
def page(windows: Callable[[], Page]) -> Page:
    return windows()


def began(served: Served) -> Path:
    """What a cell that does not end leaves beside its notebook."""
    return served.history.parent / "labs" / "mig" / "began"


def says(page: Page) -> Any:
    return shown(page, ".certlab-dock [role=status]")


def test_a_run_that_does_not_end_is_stopped_and_says_where(
    page: Page, served: Served
) -> None:
    open_(page, "labs/mig/waits.ipynb")
    main(page).click()
    expect(main(page)).to_have_text("Stop")
    until(began(served).exists, "the cell runs")
    began(served).unlink()
    page.keyboard.press("Shift+Enter")  # pressed twice, which stops nothing
    expect(says(page)).to_have_text("Running 2 of 2: the code that sets this up")
    main(page).click()
    expect(says(page)).to_have_text(
        "Stopped in “A long one that nobody waits for”, before the code behind this had ended."
    )
    expect(main(page)).to_have_text("Go on: What the exam asks")
    for width in (390, 320, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        until(
            lambda: page.evaluate(IN_REACH), f"all of the dock is in reach at {width}"
        )


def test_a_check_that_does_not_end_is_stopped_by_the_same_button(
    page: Page, served: Served
) -> None:
    open_(page, "labs/mig/exercise.ipynb")
    main(page).click()
    expect(main(page)).to_have_text("Check")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(FOR_EVER)
    main(page).click()
    expect(main(page)).to_have_text("Stop")
    until(began(served).exists, "the learner's cell runs")
    began(served).unlink()
    main(page).click()
    expect(says(page)).to_have_text(
        "Stopped in “Exercise 1”, before your answer had ended."
    )
    expect(main(page)).to_have_text("Check")
    code_of(page, "stub").locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text("left = 4")
    main(page).click()
    expect(shown(page, ".certlab-check.certlab-right")).to_be_visible()
    expect(says(page)).to_have_text("This lab is done.")


def test_a_python_that_dies_midway_is_begun_anew_by_one_button(page: Page) -> None:
    open_(page, "labs/mig/dies.ipynb")
    main(page).click()
    expect(says(page)).to_have_text(
        "Python stopped and starts anew. What you wrote is kept."
    )
    main(page).click()  # and it dies once more
    expect(main(page)).to_have_text("Run the cells above again")
    expect(page.locator(".jp-Dialog")).to_have_count(0)


def test_without_a_python_one_button_leads_to_another(page: Page) -> None:
    open_(page, "labs/mig/none.ipynb")
    page.evaluate(
        "jupyterapp.shell.currentWidget.sessionContext.ready"
        ".then(() => jupyterapp.shell.currentWidget.sessionContext.shutdown())"
    )
    main(page).click()
    expect(says(page)).to_have_text("This lab has no Python to run in.")
    expect(main(page)).to_have_text("Choose a Python")
    main(page).click()
    dialog = page.locator(".jp-Dialog")
    dialog.get_by_role("combobox").select_option(label="Python 3 (ipykernel)")
    dialog.get_by_role("button", name="Select").click()
    expect(main(page)).to_have_text("Go on: What the exam asks")
    expect(says(page)).to_be_empty()
    main(page).click()
    expect(put_out(page, "'before'")).to_be_visible()


NEVER = """Object.defineProperty(
  jupyterapp.shell.currentWidget.sessionContext, "ready", { value: new Promise(() => {}) })"""
NAMED = "() => jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.id"


@pytest.mark.parametrize("before", ["", NEVER])
def test_a_python_that_does_not_start_is_waited_for_until_somebody_stops(
    page: Page, before: str
) -> None:
    open_(page, "labs/mig/broken.ipynb")
    page.wait_for_function(NAMED)  # one that is named later is another Python
    if before:  # not even its session is there
        page.evaluate(before)
    main(page).click()
    expect(says(page)).to_have_text("Waiting for Python to start…")
    main(page).click()
    expect(says(page)).to_have_text("Python does not start here.")
    expect(main(page)).to_have_text("Choose a Python")


def test_what_is_done_in_one_window_is_done_in_the_other(
    page: Page, windows: Callable[[], Page]
) -> None:
    other = windows()
    for one in (page, other):
        open_(one, "labs/mig/twice.ipynb")
        expect(main(one)).to_be_visible()
    main(page).click()
    expect(main(page)).to_have_text("Check")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text("left = 4")
    main(page).click()
    expect(shown(page, ".certlab-check.certlab-right")).to_be_visible()
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(shown(other, ".certlab-done")).to_contain_text(["Exercise 1"])
    assert "Exercise 1" in done(other)


def test_an_empty_lab_is_not_done(page: Page) -> None:
    open_(page, "labs/mig/blank.ipynb")
    expect(says(page)).to_contain_text("This lab is empty")
    expect(main(page)).not_to_be_visible()
    expect(shown(page, ".certlab-far").first).to_have_text("No steps")
