"""The site's pages keep what is answered on them, without a net; with its labs, see test_copied_folder.py."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from certlab.study.history import History
from tests.site.conftest import SUB_PATH, Visit
from tests.widgets.test_lab import answer_by_keys

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
    assert {name.rsplit("/", 2)[1] for name in banks} == {"mig"}  # of no other module
    assert "outline.json" in {name.rsplit("/", 1)[1] for name in banks}


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
