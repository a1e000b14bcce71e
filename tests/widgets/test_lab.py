"""The drill as a learner meets it: in JupyterLab, with a real kernel and a real history."""

import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from certlab.course import Course
from certlab.course.workspace import fill
from certlab.servers.jupyterlab import _EXTENSIONS
from tests.bound import BOUND, end, until
from tests.widgets import exam_keys

QUIET = {"apputils-extension/notification": {"fetchNews": "false"}}


@pytest.fixture(scope="module")
def server(
    whole: Course, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Path]]:
    """JupyterLab on a filled workspace: its address, and the workspace."""
    tmp_path = tmp_path_factory.mktemp("lab")
    if "cuda" not in whole.modules or "drill" not in whole.notebooks:
        pytest.skip("the course has no drill on CUDA yet")
    workspace = tmp_path / "workspace"
    fill(whole, workspace)
    for name, values in QUIET.items():
        path = tmp_path / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(values), "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    options = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": port,
        "ServerApp.port_retries": 0,
        "ServerApp.root_dir": workspace,
        "IdentityProvider.token": "",
        # Our own page asks Lab for its commands, and so does this test.
        "LabApp.expose_app_in_browser": True,
        "LabApp.extra_labextensions_path": _EXTENSIONS,  # as `certlab study` has it
    }
    line += [f"--{name}={value}" for name, value in options.items()]
    log = (tmp_path / "lab.log").open("wb")
    server = subprocess.Popen(
        line, env=environment(tmp_path), stdout=log, stderr=subprocess.STDOUT
    )
    try:
        address = f"http://127.0.0.1:{port}"
        until(lambda: answers(f"{address}/api") or server.poll() is not None, address)
        assert server.poll() is None, "JupyterLab stopped"
        yield address, workspace
    finally:
        end(server)
        log.close()


@pytest.fixture
def lab(server: tuple[str, Path], request: pytest.FixtureRequest) -> tuple[str, Path]:
    """The same with nothing answered, and no tab open from another test."""
    address, workspace = server
    (workspace / "history.jsonl").unlink(missing_ok=True)
    return f"{address}/lab/workspaces/{request.node.name}", workspace


@pytest.fixture
def page(chromium: Browser, lab: tuple[str, Path]) -> Iterator[Page]:
    """A page for JupyterLab, whose kernels end with it."""
    opened = chromium.new_page(viewport={"width": 1280, "height": 900})
    yield opened
    opened.evaluate("window.jupyterapp.serviceManager.sessions.shutdownAll()")
    opened.close()


def environment(home: Path) -> dict[str, str]:
    """Nothing of the developer's own Jupyter is read or written."""
    ours = {"CERTLAB_WORKSPACE": str(home / "workspace")}
    for name in ("CONFIG", "DATA", "RUNTIME"):
        ours[f"JUPYTER_{name}_DIR"] = str(home / name.lower())
    ours["JUPYTERLAB_SETTINGS_DIR"] = str(home / "settings")
    ours["JUPYTERLAB_WORKSPACES_DIR"] = str(home / "layouts")
    return {**os.environ, **ours}


def answers(address: str) -> bool:
    """Whether the server replies yet."""
    try:
        urllib.request.urlopen(address, timeout=BOUND).close()
    except OSError:
        return False
    return True


def open_and_run(page: Page, address: str, notebook: str) -> None:
    """Open the notebook, wait for its kernel, run all of it."""
    open_(page, address, notebook)
    command(page, "notebook:run-all-cells")


def open_(page: Page, address: str, notebook: str) -> None:
    """Open the notebook and wait for its kernel."""
    page.goto(f"{address}/tree/{notebook}")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    kernel = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"
    page.wait_for_function(f"{kernel}?.status === 'idle'")


def command(page: Page, name: str) -> None:
    """One of JupyterLab's own commands; its end is not waited for."""
    page.evaluate(f"void window.jupyterapp.commands.execute('{name}')")


def cells(page: Page) -> list[list[str]]:
    """Type and source of each cell, as the open notebook has them now."""
    found: list[list[str]] = page.evaluate(
        "[...window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells]"
        ".map((cell) => [cell.cell_type, cell.source])"
    )
    return found


def answer_by_mouse(item: Locator) -> None:
    choices = item.locator(".cl-choice")
    for index in range(wanted(item)):
        choices.nth(index).click()
    if not choices.count():
        enter_number(item)
    item.get_by_role("button", name="Check answer").click()


def answer_by_keys(page: Page, item: Locator) -> None:
    """Needs the focus inside, where the step before left it."""
    if item.locator(".cl-choice").count():
        for key in range(wanted(item)):
            page.keyboard.press(str(key + 1))
    else:
        enter_number(item)
    page.keyboard.press("Enter")


def wanted(item: Locator) -> int:
    """How many options the question wants."""
    told = re.search(r"Choose (\d)\.", item.inner_text())
    return int(told.group(1)) if told else int(item.locator(".cl-choice").count() > 0)


def enter_number(item: Locator) -> None:
    if item.locator("select").count():
        item.locator("select").select_option(index=1)
    item.get_by_label("Your answer").fill("1")


def history(workspace: Path) -> list[dict[str, Any]]:
    path = workspace / "history.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_two_questions_in_jupyterlab(lab: tuple[str, Path], page: Page) -> None:
    address, workspace = lab
    open_and_run(page, address, "quizzes/drill.ipynb")
    page.locator(".cl-item").wait_for()
    before = cells(page)
    item, verdict = page.locator(".cl-item"), page.locator(".cl-verdict")
    answer_by_mouse(item)
    expect(verdict).to_be_focused()
    until(lambda: len(history(workspace)) == 1, "the answer is on disk")
    # Letters and digits are commands of a notebook: cut, delete, heading.
    for key in "xddm1":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(item).to_contain_text("item 2 of")
    answer_by_keys(page, item)
    expect(verdict).to_be_focused()
    assert cells(page) == before
    until(lambda: len(history(workspace)) == 2, "both answers are on disk")
    rows = history(workspace)
    assert [(row["surface"], row["mode"]) for row in rows] == [("lab", "drill")] * 2
    assert len({row["item"] for row in rows}) == 2
    assert Axe().run(page, context=".cl-frame").response["violations"] == []


def test_a_card_has_the_keys_as_soon_as_its_cell_was_run(
    lab: tuple[str, Path], page: Page
) -> None:
    address, workspace = lab
    open_(page, address, "quizzes/drill.ipynb")
    count = len(cells(page))
    page.locator(".jp-Notebook .jp-Cell").first.locator("h1").click()
    card = page.locator(".cl-item")
    for _ in range(count - 1):  # to the drill's own cell, as a learner runs them
        page.keyboard.press("Shift+Enter")
    card.wait_for()
    before = cells(page)
    expect(card.locator(":focus")).to_have_count(1)
    page.keyboard.press("f")
    expect(card.get_by_role("button", name="Flagged")).to_be_visible()
    card.locator(".cl-head").click()  # nothing there takes the focus
    page.keyboard.press("f")
    expect(card.get_by_role("button", name="Flag", exact=True)).to_be_visible()
    for key in "xddm3":
        page.keyboard.press(key)
    assert cells(page) == before
    assert not (workspace / "history.jsonl").exists()


def test_a_mock_exam_in_jupyterlab_with_a_reload_and_a_restart(
    lab: tuple[str, Path], page: Page
) -> None:
    address, workspace = lab
    card = page.locator(".jp-Notebook .cl-item")
    open_and_run(page, address, "quizzes/mock_exam.ipynb")
    card.wait_for()
    before = cells(page)
    exam_keys.begin(card, page)
    exam_keys.answer(card, page, 1, 4)
    for key in "xddm1":  # letters and digits are commands of a notebook
        page.keyboard.press(key)
    until(lambda: exam_keys.given(history(workspace)) == 4, "four responses kept")
    given = history(workspace)
    # Opened once more, as by a reload; the kernel lives on.
    open_and_run(page, address, "quizzes/mock_exam.ipynb")
    go_on(page, card, 5)
    exam_keys.answer(card, page, 5, 7)
    until(lambda: exam_keys.given(history(workspace)) == 7, "seven responses kept")
    page.evaluate(
        "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
    )
    open_and_run(page, address, "quizzes/mock_exam.ipynb")
    go_on(page, card, 8)
    exam_keys.answer(card, page, 8, exam_keys.COUNT)
    exam_keys.hand_in(card, page)
    assert cells(page) == before
    rows = history(workspace)
    assert rows[: len(given)] == given
    exam_keys.agree(card, rows, "lab")
    assert Axe().run(page, context=".cl-frame").response["violations"] == []


def go_on(page: Page, card: Locator, number: int) -> None:
    """At the first open question, and over the map to it."""
    expect(card.get_by_text(f"question {number} of {exam_keys.COUNT}")).to_be_visible()
    card.locator("[data-key=map]").focus()
    page.keyboard.press("Enter")
    card.locator(f"[data-key=cell-{number - 1}]").focus()
    page.keyboard.press("Enter")


BOARD = """from certlab.widgets import mig_board
board = mig_board(count=2)
board.place("3g.40gb", 0)
board"""


COLLECTIVE = """from certlab.widgets import collective
collective(step=1)"""


PICTURE = """from IPython.display import SVG
from certlab.labs.mig.widgets.picture import picture
SVG(picture(board.gpus))"""


def test_a_board_and_a_collective_in_jupyterlab(
    lab: tuple[str, Path], page: Page
) -> None:
    address, workspace = lab
    lines = (BOARD, "board.layouts", PICTURE, COLLECTIVE)
    made = [nbformat.v4.new_code_cell(one) for one in lines]
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
    notebook = nbformat.v4.new_notebook(cells=made, metadata={"kernelspec": kernel})
    nbformat.write(notebook, workspace / "board.ipynb")
    open_and_run(page, address, "board.ipynb")
    instances = page.locator(".cl-board [data-instance]")
    expect(instances).to_have_count(1)
    before = cells(page)
    page.locator("[data-key='p-0-3']").click()  # 2g.20gb, its first free start
    page.keyboard.press("Enter")
    expect(instances).to_have_count(2)
    # Letters and digits are commands of a notebook: cut, delete, heading.
    for key in ("x", "d", "d", "m", "1", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed")
    assert cells(page) == before
    assert Axe().run(page, context=".cl-frame").response["violations"] == []
    page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1")
    command(page, "notebook:run-cell")
    now = page.get_by_text("[[('3g.40gb', 0), ('2g.20gb', 4)], []]")
    expect(now).to_be_visible()
    drawing = page.locator(".jp-RenderedSVG img")  # as wide as it was drawn
    expect(drawing).to_have_js_property("width", 624)
    steps(page)
    assert cells(page) == before


def steps(page: Page) -> None:
    """A collective is stepped by keys, asked for anew, and refuses."""
    head, slider = page.locator(".cl-stephead"), page.locator(".cl-player input")
    slider.focus()
    for key in ("ArrowRight", "x", "d", "d", "ArrowUp", "Home", "PageUp", "ArrowRight"):
        page.keyboard.press(key)
    expect(head).to_contain_text("Step 2 of 6: reduce-scatter")
    ranks = page.locator("[data-key='ranks']")
    ranks.fill("6")
    ranks.press("Enter")
    page.get_by_role("radio", name="ring").focus()
    expect(head).to_have_text("Before the first step")
    page.get_by_role("radio", name="halving-doubling").click()
    expect(page.get_by_role("alert").last).to_contain_text("use 4 or 8 ranks")
    found = Axe().run(page, context=".cl-sim").response["violations"]
    assert [one["id"] for one in found] == []
