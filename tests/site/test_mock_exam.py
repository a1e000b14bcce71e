"""A mock exam by keys alone: on a page of the site, and in its JupyterLite, cut off midway."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.site.conftest import Visit
from tests.site.lab import faults, open_notebook, run_all

Begin = Callable[..., Visit]
COUNT = 10
SEED = "22"  # holds single, multi, order, cloze and numeric questions


def stored(page: Page, script: str) -> list[dict[str, Any]]:
    """Every row of the browser's store, read by the site's own module."""
    found: list[dict[str, Any]] = page.evaluate(
        "async (src) => (await (await import(src)).openStore()).rows()", script
    )
    return found


def begin(place: Page | Locator, page: Page) -> None:
    """Choose a paper of ten by keys."""
    chosen = place.locator("[data-key='exam-nca-aiio']")
    chosen.focus()
    press = page.keyboard.press
    for _ in range(2):  # over the times to the number of questions
        press("Tab")
    expect(place.locator("[data-key=count]")).to_be_focused()
    press("ArrowDown")
    press("Tab")
    page.keyboard.type(SEED)
    press("Enter")
    expect(place.get_by_text(f"question 1 of {COUNT}")).to_be_visible()


def answer(place: Page | Locator, page: Page, first: int, last: int) -> None:
    """Answer questions by keys, and go on with Enter."""
    press = page.keyboard.press
    for number in range(first, last + 1):
        expect(place.get_by_text(f"question {number} of {COUNT}")).to_be_visible()
        if place.locator(".cl-choice").count():
            press("1")
            press("2")
        elif place.locator("[data-step]").count():
            for _ in range(2):  # the second button of the first step moves it down
                press("Tab")
            press("Enter")
        else:
            press("Tab")
            page.keyboard.type("7")
        if number in (2, 8):
            if place.locator("input[type=text]").count():
                place.get_by_role("button", name="Flag").press("Enter")
            else:
                press("f")
        if place.locator("[data-step]").count():
            place.locator("[data-key=primary]").focus()
        press("Enter")


def hand_in(place: Page | Locator, page: Page) -> None:
    place.locator("[data-key=primary]").focus()
    page.keyboard.press("Enter")
    expect(place.locator("[data-key=asks]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(place.locator(".cl-big")).to_be_focused()


def agree(place: Page | Locator, rows: list[dict[str, Any]], surface: str) -> None:
    """The report and the history say the same."""
    (began,) = [row for row in rows if row["outcome"] == "begun"]
    own = [row for row in rows if row.get("sitting") == began["ulid"]]
    graded = [row for row in own if row["outcome"] in ("correct", "wrong")]
    right = sum(row["outcome"] == "correct" for row in graded)
    wrong = len(graded) - right
    says = f"{right} of {COUNT} right, {wrong} wrong, {COUNT - len(graded)} unanswered"
    expect(place.get_by_text(says).last).to_be_visible()
    assert [row["outcome"] for row in own].count("ended") == 1
    assert {row["mode"] for row in own} == {"exam"}
    assert own[-1]["surface"] == surface
    flags = [row["item"] for row in own if row["outcome"] == "flagged"]
    assert len(flags) == 2


def test_on_a_page_with_a_reload_in_the_middle(visit: Begin, site: Any) -> None:
    one = visit(site)
    one.open("mock-exam.html")
    page = one.page
    place = page.locator("[data-certlab=exam]")
    place.locator("[data-key=primary]").wait_for()
    store = page.evaluate(
        "[...document.scripts].find((one) => one.src.includes('certlab-')).src"
    ).replace("site.js", "store.js")
    begin(place, page)
    answer(place, page, 1, 5)
    expect(place.get_by_text(f"question 6 of {COUNT}")).to_be_visible()
    page.wait_for_timeout(600)
    before = stored(page, store)
    page.reload()
    expect(place.get_by_text(f"question 1 of {COUNT}")).to_be_visible()
    assert stored(page, store)[: len(before)] == before
    page.keyboard.press("Tab")
    place.locator("[data-key=map]").focus()
    page.keyboard.press("Enter")
    expect(place.locator(".cl-score")).to_contain_text(f"of {COUNT} answered")
    place.locator("[data-key=cell-5]").focus()
    page.keyboard.press("Enter")
    answer(place, page, 6, COUNT)
    hand_in(place, page)
    agree(place, stored(page, store), "site")
    page.reload()  # the report is read again from the start
    place.locator(".cl-mocks button").press("Enter")
    expect(place.locator(".cl-big")).to_be_visible()
    agree(place, stored(page, store), "site")
    assert one.errors == []


def test_in_the_lab_begun_on_the_page_and_reloaded(visit: Begin, site: Any) -> None:
    one = visit(site)
    one.open("mock-exam.html")
    page = one.page
    place = page.locator("[data-certlab=exam]")
    place.locator("[data-key=primary]").wait_for()
    store = page.evaluate(
        "[...document.scripts].find((one) => one.src.includes('certlab-')).src"
    ).replace("site.js", "store.js")
    begin(place, page)
    answer(place, page, 1, 3)
    page.wait_for_timeout(600)
    for first, last in ((4, 6), (7, COUNT)):  # twice: the second time after a reload
        open_notebook(page, one.root, "quizzes/mock_exam.ipynb")
        assert faults(run_all(page)) == []
        cell = (
            page.locator(".jp-Cell[data-windowed-list-index]").locator(".certlab").first
        )
        expect(cell.get_by_text(f"question 1 of {COUNT}")).to_be_visible(timeout=30_000)
        cell.locator("[data-key=map]").focus()
        page.keyboard.press("Enter")
        cell.locator(f"[data-key=cell-{first - 1}]").focus()
        page.keyboard.press("Enter")
        answer(cell, page, first, last)
        page.wait_for_timeout(600)
    hand_in(cell, page)
    agree(cell, stored(page, store), "lite")
    assert one.errors == []
