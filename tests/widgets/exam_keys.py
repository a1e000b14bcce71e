"""A mock exam sat by keys alone: the same steps in a notebook, on a page and in its lab."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

COUNT = 10
SEED = "120"  # holds single, multi, order, cloze and numeric questions


def begin(place: Page | Locator, page: Page) -> None:
    """Choose a paper of ten by keys."""
    chosen = place.locator("[data-key='exam-nca-aiio']")
    others = place.locator("[data-key=others]")
    press = page.keyboard.press
    leads = chosen.is_visible()  # the others are folded below the one that does
    if not leads:
        others.focus()
        press("Enter")
    chosen.focus()
    press("Space")
    expect(chosen).to_be_checked()
    papers = place.locator("[data-key=paper-random]").count()  # where the exam has some
    for _ in range(leads and others.count()):
        press("Tab")
    if papers:  # the next one is chosen, and has its own number of questions
        press("Tab")
        press("ArrowUp")
        expect(place.locator("[data-key=paper-random]")).to_be_checked()
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
        elif place.locator("select").count():
            for _ in range(place.locator("select").count()):
                press("Tab")
                press("ArrowDown")
        elif place.locator("[data-step]").count():
            for _ in range(2):  # the second button of the first step moves it down
                press("Tab")
            press("Space")
        else:
            press("Tab")
            page.keyboard.type("7")
        if number in (2, 8):
            if place.locator("input[type=text]").count():
                place.get_by_role("button", name="Flag").press("Enter")
            else:
                press("f")
        press("Enter")


def given(rows: list[dict[str, Any]]) -> int:
    """How many questions have a response on disk; it gets there after the key."""
    return len({row["item"] for row in rows if row["outcome"] == "given"})


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
