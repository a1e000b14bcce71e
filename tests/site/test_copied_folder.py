"""The site's folder, copied, teaches a module whole: page, quiz, board, lab, exam and progress."""

import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from certlab.course import Course
from certlab.course.labs import Exercise
from tests.bound import BOUND, until
from tests.site.conftest import Visit
from tests.site.lab import (
    READY,
    SAVE,
    STORED,
    faults,
    open_next,
    open_notebook,
    run_all,
)
from tests.site.test_journey import answer_one, rows
from tests.site.test_mock_exam import opened, stored
from tests.widgets.exam_keys import COUNT, agree, answer, begin, given, hand_in
from tests.widgets.test_lab import answer_by_mouse

Begin = Callable[..., Visit]
DRILL, EXAM = "quizzes/drill.ipynb", "quizzes/mock_exam.ipynb"


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def plain_server(site: Path, tmp_path: Path) -> Iterator[str]:
    """The folder copied elsewhere and served by Python's own server; its address."""
    copy = tmp_path / "elsewhere" / "certlab"
    shutil.copytree(site, copy)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    server = subprocess.Popen(
        [*line, "--directory", str(copy)], stderr=subprocess.DEVNULL
    )
    try:
        until(lambda: listens(port), "the server listens")
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(BOUND)


def solve(page: Page, exercise: Exercise) -> None:
    """Write its solution, run the two cells, and see that the answer is kept."""
    page.evaluate(
        """() => {
          window.kept = [];
          const channel = new BroadcastChannel("certlab-keep");
          channel.onmessage = ({ data }) => { if (data.ulid) window.kept.push(data); };
        }"""
    )
    page.evaluate(
        """async ([stub, check, solution]) => {
          const { content } = window.jupyterapp.shell.currentWidget;
          const place = (id) => content.widgets.findIndex((cell) => cell.model.id === id);
          content.widgets[place(stub)].model.sharedModel.setSource(solution);
          for (const id of [stub, check]) {
            content.activeCellIndex = place(id);
            await window.jupyterapp.commands.execute("notebook:run-cell");
          }
        }""",
        [exercise.stub, exercise.check, exercise.solution],
    )
    page.wait_for_function("window.kept.length")


def drill(page: Page) -> None:
    """Answer one question in the notebook."""
    assert faults(run_all(page)) == []
    item = page.locator(".jp-Notebook .cl-item").first
    item.locator(".cl-choice, input").first.wait_for()
    answer_by_mouse(item)
    expect(page.locator(".jp-Notebook .cl-verdict")).to_be_visible()


def go_on(page: Page, store: str, first: int, last: int) -> Locator:
    """Answer these questions of the exam that was begun elsewhere; the exam's place."""
    assert faults(run_all(page)) == []
    cell = page.locator(".jp-Cell[data-windowed-list-index]").locator(".certlab").first
    expect(cell.get_by_text(f"question {first} of {COUNT}")).to_be_visible()
    cell.locator("[data-key=map]").focus()
    page.keyboard.press("Enter")
    cell.locator(f"[data-key=cell-{first - 1}]").focus()
    page.keyboard.press("Enter")
    answer(cell, page, first, last)
    until(lambda: given(stored(page, store)) == last, "responses are kept")
    return cell


def test_the_copied_folder_teaches_mig_whole(
    plain_server: str,  # before the visit, so that it ends after it
    visit: Begin,
    tmp_path: Path,
    whole: Course,
) -> None:
    """Pages and labs keep one history, by a server that knows nothing of the site.

    In the labs all is done with one Python, and with a second one after a reload: to start
    it takes longer than all the rest.
    """
    lab = whole.labs["mig/10_place_profiles"]
    one = visit(tmp_path / "elsewhere" / "certlab")
    one.root, page = plain_server, one.page
    one.open("index.html")
    page.get_by_role("link", name="MIG", exact=False).first.click()
    expect(page.locator("h1")).to_contain_text("MIG")
    assert page.locator("article svg").count() >= 3
    answer_one(page)
    page.get_by_role(
        "link", name=re.compile("Open the lab.*Place profiles")
    ).first.click()
    page.wait_for_function(READY)
    assert faults(run_all(page)) == []
    board = page.locator(".cl-board").first
    board.scroll_into_view_if_needed()
    before = board.locator("[data-instance]").count()
    board.locator("[data-key='p-0-3']").click()
    page.keyboard.press("Enter")
    expect(board.locator("[data-instance]")).to_have_count(before + 1)
    solve(page, lab.exercises[0])
    page.evaluate(SAVE)
    until(lambda: page.evaluate(STORED, lab.file), "the outputs are saved")
    open_next(page, lab.file, DRILL)
    drill(page)

    # Begun on the page, gone on with in the lab, and once more after a reload.
    tab = one.again(one.context.new_page())
    _, place, store = opened(replace(one, page=tab))
    begin(place, tab)
    answer(place, tab, 1, 3)
    until(lambda: given(stored(tab, store)) == 3, "three responses are kept")
    tab.close()
    open_next(page, DRILL, EXAM)
    go_on(page, store, 4, 6)
    open_notebook(page, one.root, EXAM)
    cell = go_on(page, store, 7, COUNT)
    hand_in(cell, page)
    agree(cell, stored(page, store), "lite")
    assert page.evaluate(STORED, lab.file)  # the lab that was left before it
    one.open("progress.html")
    expect(page.locator("[data-certlab='progress']")).to_contain_text("answers")
    kept = [row for row in rows(page) if row["mode"] != "exam"]
    assert [row["surface"] for row in kept] == ["site", "lite", "lite"]
    assert (kept[1]["item"], kept[1]["outcome"]) == (lab.exercises[0].id, "correct")
    assert [row["mode"] for row in kept[1:]] == ["exercise", "drill"]
