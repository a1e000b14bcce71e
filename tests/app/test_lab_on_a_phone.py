"""A lab in JupyterLab under a finger, in a window of 390 px."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from certlab.servers.jupyterlab import _EXTENSIONS
from tests.app.conftest import TOKEN, Served, serving
from tests.app.test_lab_mode import CHECK, cell, code_of, main, open_, shown, watch
from tests.app.test_lab_mode import write as write_lab
from tests.app.test_lab_mode_troubles import lab

LAB = "labs/mig/10_phone.ipynb"
TABLE = (
    "for row in range(3):\n    print('slice', row, 'of seven', 'memory', sep=' ' * 20)"
)
SENTENCE = "print('A sentence that is longer than a window of a phone, ' * 3)"
STUB = "left = None  # how many of the seven slices nobody has taken yet, as a number"
WIDER = "(one) => one.scrollWidth > one.clientWidth"
EXERCISE = {"exercise": "small-left"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """JupyterLab with our extension, and a lab whose exercise comes before its prediction."""
    options = (
        "--ServerApp.jpserver_extensions=jupyterlab=True",
        "--LabApp.expose_app_in_browser=True",
        f"--LabApp.extra_labextensions_path={_EXTENSIONS}",
    )
    with serving(tmp_path_factory, *options) as found:
        notebook = lab(
            cell("markdown", "title", "# Slices"),
            cell("code", "set-up", "from certlab.study import exercises"),
            cell("markdown", "shown", "## What is there"),
            cell("code", "table", TABLE),
            cell("code", "sentence", SENTENCE),
            cell("markdown", "left", "**Exercise 1.** How many are left?"),
            cell("code", "stub", STUB, role="stub", **EXERCISE),
            cell("code", "check", CHECK, role="check", **EXERCISE),
            cell("markdown", "say", "## Say how many"),
            cell("code", "ask", "1", prediction="small-guess"),
        )
        write_lab(found.history.parent / LAB, notebook)
        yield found


@pytest.fixture(scope="module")
def page(chromium: Browser, served: Served) -> Iterator[Page]:
    """One page for all of them, which go on from each other; an error in it fails the last."""
    context = chromium.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    found = context.new_page()
    faults: list[str] = []
    watch(found, faults)
    found.goto(f"{served.root}/lab?token={TOKEN}")
    found.wait_for_function("window.jupyterapp?.restored.then(() => true)")
    open_(found, LAB)
    yield found
    context.close()
    assert faults == []


def test_who_is_led_to_an_exercise_reads_before_a_keyboard_opens(page: Page) -> None:
    main(page).tap()
    expect(main(page)).to_have_text("Check")
    expect(code_of(page, "left")).to_be_focused()
    expect(code_of(page, "left")).to_be_in_viewport()


def test_a_printed_table_keeps_its_columns_and_a_sentence_is_wrapped(
    page: Page,
) -> None:
    table, sentence = (
        code_of(page, id).locator(".jp-RenderedText > pre")
        for id in ("table", "sentence")
    )
    assert table.evaluate(WIDER)
    assert not sentence.evaluate(WIDER)
    table.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "document.activeElement.matches('pre') && document.activeElement.scrollLeft > 0"
    )


def test_what_is_to_be_written_can_be_read_to_its_end(page: Page) -> None:
    assert not code_of(page, "stub").locator(".cm-scroller").evaluate(WIDER)


def test_a_tap_on_an_editor_writes_there(page: Page) -> None:
    editor = code_of(page, "stub").locator(".cm-content")
    editor.tap()
    expect(editor).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text("left = 4")
    expect(editor).to_have_text("left = 4")
    code_of(page, "stub").get_by_role("button", name="Check").tap()
    expect(shown(page, ".certlab-check.certlab-right")).to_be_visible()
    expect(main(page)).to_have_text("Go on: Say how many")
