"""The site teaches a module whole: page, quiz, board, lab and progress, without a net."""

import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from certlab.course import Course
from certlab.study.history import History
from tests.bound import BOUND, until
from tests.site.conftest import SUB_PATH, Visit
from tests.site.lab import READY, SAVE, STORED, faults, open_notebook, run_all
from tests.widgets.test_lab import answer_by_keys, answer_by_mouse

Begin = Callable[..., Visit]
BELOW = f"{SUB_PATH}/"


@pytest.fixture
def begin(visit: Begin, site: Path) -> Callable[[str], Visit]:
    """A visit with the site at the root of a server, or below a path of it."""
    top = site.parents[SUB_PATH.count("/")]

    def at(path: str) -> Visit:
        return visit(top, path) if path else visit(site)

    return at


def quiz_of(page: Page) -> Locator:
    return page.locator("[data-certlab='quiz'] .cl-item")


def answer_one(page: Page) -> None:
    """Answer the question that is shown, by keys alone, and see its verdict."""
    item = quiz_of(page)
    item.wait_for()
    first = item.locator("input, select").first
    first.focus()
    answer_by_keys(page, item)
    expect(item.locator(".cl-verdict")).to_be_focused()


def rows(page: Page) -> list[dict[str, object]]:
    """What the browser's store holds, by the site's own module."""
    source = page.locator("script[src*='certlab-']").first.get_attribute("src")
    found: list[dict[str, object]] = page.evaluate(
        """async (src) => {
          const url = new URL(src.replace(/site\\/site\\.js$/, "store/store.js"), document.baseURI);
          const { openStore } = await import(url);
          return (await openStore()).all();
        }""",
        source,
    )
    return found


@pytest.mark.parametrize("path", ["", BELOW], ids=["root", "below"])
def test_a_page_quiz_is_answered_by_keys_and_kept(
    begin: Callable[[str], Visit], path: str
) -> None:
    one = begin(path)
    one.open("modules/mig.html")
    answer_one(one.page)
    one.page.keyboard.press("Enter")
    expect(quiz_of(one.page)).to_contain_text("item 2 of")
    answer_one(one.page)
    before = rows(one.page)
    assert len(before) == 2
    assert {row["surface"] for row in before} == {"site"}
    one.page.reload()
    quiz_of(one.page).wait_for()
    assert rows(one.page) == before
    one.open("progress.html")
    expect(one.page.locator("[data-certlab='progress']")).to_contain_text("2 answers")


def test_a_question_waits_for_nothing_of_the_labs(
    begin: Callable[[str], Visit],
) -> None:
    one = begin("")
    one.open("modules/mig.html")
    quiz_of(one.page).locator(".cl-choice, input").first.wait_for()
    one.page.locator("html[data-mounted]").wait_for()  # all that the page wants
    names = one.page.evaluate(
        "performance.getEntriesByType('resource').map((entry) => entry.name)"
    )
    assert not [name for name in names if "/lite/" in name or "pyodide" in name]
    banks = [name for name in names if "/banks/" in name]
    assert {name.rsplit("/", 1)[1] for name in banks} == {"mig.json", "index.json"}


def test_pages_and_labs_keep_one_history(begin: Callable[[str], Visit]) -> None:
    one = begin("")
    one.open("modules/mig.html")
    answer_one(one.page)
    open_notebook(one.page, one.root, "quizzes/drill.ipynb")
    assert faults(run_all(one.page)) == []
    page = one.page
    item = page.locator(".jp-Notebook .cl-item").first
    item.locator(".cl-choice, input").first.wait_for()
    answer_by_mouse(item)
    expect(page.locator(".jp-Notebook .cl-verdict")).to_be_visible()
    one.open("progress.html")
    expect(page.locator("[data-certlab='progress']")).to_contain_text("2 answers")
    assert [row["surface"] for row in rows(page)] == ["site", "lite"]


def test_an_exercise_of_a_lab_is_kept(
    begin: Callable[[str], Visit], whole: Course
) -> None:
    lab = whole.labs["mig/10_place_profiles"]
    exercise = lab.exercises[0]
    one = begin("")
    open_notebook(one.page, one.root, lab.file)
    run_all(one.page)
    one.page.evaluate(
        """() => {
          window.kept = [];
          const channel = new BroadcastChannel("certlab-keep");
          channel.onmessage = ({ data }) => { if (data.ulid) window.kept.push(data); };
        }"""
    )
    one.page.evaluate(
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
    one.page.wait_for_function("window.kept.length")
    one.open("progress.html")
    expect(one.page.locator("[data-certlab='progress']")).to_contain_text("1 answer")
    (row,) = rows(one.page)
    assert (row["item"], row["outcome"]) == (exercise.id, "correct")
    assert (row["surface"], row["mode"]) == ("lite", "exercise")


def test_two_tabs_lose_nothing(begin: Callable[[str], Visit]) -> None:
    one = begin("")
    one.open("modules/mig.html")
    other = one.again(one.context.new_page())
    other.goto(f"{one.root}modules/mig.html")
    for page in (one.page, other, one.page, other):
        page.bring_to_front()
        answer_one(page)
        page.keyboard.press("Enter")
    assert len(rows(other)) == 4


def test_what_a_browser_exports_certlab_reads_and_back(
    begin: Callable[[str], Visit], tmp_path: Path
) -> None:
    one = begin("")
    one.open("modules/mig.html")
    answer_one(one.page)
    one.open("progress.html")
    with one.page.expect_download() as download:
        one.page.get_by_role("button", name="Export").click()
    path = tmp_path / "history.jsonl"
    download.value.save_as(path)
    log = History(path).read()
    assert log.problems == ()
    (answer,) = log.answers
    assert answer.item.startswith("mig-")
    one.page.get_by_role("button", name="Reset").click()
    one.page.get_by_role("button", name=re.compile("^Remove 1 answer")).click()
    assert rows(one.page) == []
    one.page.get_by_label("Import a history").set_input_files(path)
    expect(one.page.get_by_role("status")).to_contain_text("1 answer added")
    assert [row["ulid"] for row in rows(one.page)] == [answer.ulid]


def test_refused_storage_is_said_and_nothing_breaks(
    begin: Callable[[str], Visit],
) -> None:
    one = begin("")
    one.context.add_init_script(
        "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError') } })"
    )
    one.open("modules/mig.html")
    answer_one(one.page)
    expect(one.page.locator(".cl-note").first).to_contain_text(
        "Answers last only until"
    )
    expect(one.page.get_by_role("button", name="Export")).to_have_count(1)


def test_without_javascript_questions_and_answers_read(
    begin: Callable[[str], Visit], visit: Begin, site: Path
) -> None:
    one = visit(site, java_script_enabled=False)
    one.open("modules/mig.html")
    page = one.page
    expect(page.locator("h1")).to_be_visible()
    page.locator("[data-certlab='quiz'] a").first.click()
    assert "/questions/mig.html" in page.url
    folded = page.locator("article details").first
    expect(folded.locator("summary")).to_be_visible()
    before = len(page.locator("article").inner_text())
    folded.locator("summary").click()
    assert len(page.locator("article").inner_text()) > before


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


def test_the_copied_folder_teaches_mig_whole(
    visit: Begin, plain_server: str, tmp_path: Path
) -> None:
    """Page, quiz, board, lab and progress, by a server that knows nothing of the site."""
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
    page.evaluate(SAVE)
    until(lambda: page.evaluate(STORED), "the outputs are saved")
    page.reload()
    page.wait_for_function(READY)
    cells = page.evaluate(
        "window.jupyterapp.shell.currentWidget.content.model.toJSON()"
    )["cells"]
    assert any(cell.get("outputs") for cell in cells)
    one.open("progress.html")
    expect(page.locator("[data-certlab='progress']")).to_contain_text("1 answer")
