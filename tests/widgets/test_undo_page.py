"""U takes back the last self-grade of a card, with Python behind it and without."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from certlab.course import Course
from certlab.study.answers import Answer, from_line, graded_rows, stamp, to_line
from certlab.study.history import History
from certlab.study.memory import fold
from certlab.words import ENGLISH
from tests.axe import in_both_themes
from tests.widgets.test_stored_page import Made, files, rows, site, visit
from tests.widgets.test_words import run

__all__ = ["files", "site"]  # fixtures

Draw = Callable[..., Any]
TAKEN_BACK = "Taken back. The card is asked again."


def outcomes(bench: Any) -> list[tuple[str, str]]:
    return [(one.item, one.outcome) for one in bench.widget._history.read().answers]


def grade(page: Page, key: str) -> None:
    page.keyboard.press("Space")
    expect(page.locator(".cl-back")).to_be_focused()
    page.keyboard.press(key)


def front(page: Page, words: str) -> None:
    """The card shows its front only, and has the focus."""
    expect(page.locator(".cl-front")).to_contain_text(words)
    expect(page.locator(".cl-front")).to_be_focused()
    expect(page.locator(".cl-back")).to_have_count(0)


def undo_button(page: Page | Locator) -> Locator:
    return page.get_by_role("button", name="Undo", exact=True)


def test_one_after_the_other(cards: Draw) -> None:
    bench = cards("small-card", "small-card-two")
    page, press = bench.page, bench.page.keyboard.press
    press("Tab")
    press("u")  # nothing yet
    expect(undo_button(page)).to_have_count(0)
    grade(page, "1")
    front(page, "slice")
    grade(page, "4")
    expect(page.locator(".cl-score")).to_have_text("1 of 2 known")
    assert outcomes(bench) == [("small-card", "wrong"), ("small-card-two", "correct")]
    press("u")
    front(page, "slice")
    expect(page.get_by_role("status").first).to_have_text(TAKEN_BACK)
    assert outcomes(bench) == [("small-card", "wrong")]
    press("u")
    front(page, "Threads in a warp?")
    assert outcomes(bench) == []
    expect(undo_button(page)).to_have_count(0)
    press("u")
    front(page, "Threads in a warp?")
    grade(page, "2")
    front(page, "slice")
    press("Space")
    expect(page.locator(".cl-back")).to_be_focused()
    press("u")  # of the card before, also from a back
    front(page, "Threads in a warp?")
    grade(page, "3")
    front_or_back = page.locator(".cl-back")
    expect(front_or_back).to_contain_text("profile")  # it had been turned
    press("1")
    expect(page.locator(".cl-score")).to_have_text("1 of 2 known")
    assert outcomes(bench) == [("small-card", "correct"), ("small-card-two", "wrong")]
    log = bench.widget._history.read()
    assert [one.outcome for one in log.rows].count("undone") == 3


def test_by_mouse_and_by_name(cards: Draw) -> None:
    bench = cards("small-card", "small-card-two")
    page = bench.page
    page.get_by_role("button", name="Show the back").click()
    page.get_by_role("button", name="Forgotten").click()
    expect(page.locator(".cl-front")).to_contain_text("slice")
    box = undo_button(page).bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    assert in_both_themes(page) == []
    undo_button(page).click()
    front(page, "Threads in a warp?")
    expect(page.get_by_role("status").first).to_have_text(TAKEN_BACK)
    assert outcomes(bench) == []
    grade(page, "1")
    front(page, "slice")
    grade(page, "1")
    expect(page.locator(".cl-score")).to_have_text("0 of 2 known")
    undo_button(page).click()
    front(page, "slice")


def test_a_second_asking_begins_without_one(cards: Draw) -> None:
    bench = cards("small-card")
    page = bench.page
    page.keyboard.press("Tab")
    grade(page, "1")
    page.get_by_role("button", name="Ask the forgotten ones again").click()
    expect(page.get_by_text("again: item 1 of 1")).to_be_visible()
    page.keyboard.press("u")
    expect(undo_button(page)).to_have_count(0)
    assert len(outcomes(bench)) == 1
    grade(page, "1")
    expect(undo_button(page)).to_be_visible()
    page.keyboard.press("u")
    front(page, "Threads in a warp?")
    assert len(outcomes(bench)) == 1


def test_what_cannot_be_recorded_is_told_at_the_end(
    cards: Draw, full_disk: Any
) -> None:
    bench = cards("small-card")
    page = bench.page
    page.keyboard.press("Tab")
    grade(page, "2")
    expect(page.locator(".cl-score")).to_have_text("1 of 1 known")
    full_disk(True)
    page.keyboard.press("u")
    expect(page.get_by_role("alert")).to_contain_text("was not recorded")
    expect(page.locator(".cl-score")).to_have_text("1 of 1 known")
    full_disk(False)
    undo_button(page).click()
    front(page, "Threads in a warp?")
    assert outcomes(bench) == []


def test_a_second_drawing_follows_and_keeps_the_focus_where_it_is(cards: Draw) -> None:
    bench = cards("small-card", "small-card-two")
    page = bench.page
    page.evaluate("window.second()")
    page.locator("#one [data-key=primary]").focus()
    page.keyboard.press("Space")
    expect(page.locator("#one .cl-back")).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator("#two .cl-front")).to_contain_text("slice")
    undo_button(page.locator("#two")).click()
    for one in ("#one", "#two"):
        expect(page.locator(f"{one} .cl-front")).to_contain_text("warp")
    expect(page.locator("#two .cl-front")).to_be_focused()
    expect(page.locator("#one [role=status]")).not_to_have_text(TAKEN_BACK)


def test_who_went_on_to_another_cell_stays_there(cards: Draw) -> None:
    bench = cards("small-card", "small-card-two")
    page = bench.page
    page.keyboard.press("Tab")
    grade(page, "1")
    front(page, "slice")
    page.evaluate(
        """() => {
          const send = window.model.send.bind(window.model);
          window.model.send = (message) => setTimeout(() => send(message), 300);
          const other = document.createElement("button");
          other.id = "elsewhere";
          document.body.append(other);
        }"""
    )
    page.keyboard.press("u")
    page.locator("#elsewhere").focus()
    expect(page.locator(".cl-front")).to_contain_text("warp")
    expect(page.locator("#elsewhere")).to_be_focused()
    assert outcomes(bench) == []


def test_a_message_that_came_twice_takes_back_one(cards: Draw) -> None:
    bench = cards("small-card", "small-card-two")
    for index, response in enumerate(("known", "forgotten")):
        given = {"type": "answer", "round": 0, "index": index, "response": response}
        bench.page.evaluate("(given) => window.part.send(given)", given)
        bench.until(lambda n=index: len(outcomes(bench)) > n, "it is recorded")
    bench.until(lambda: bench.part("last") == 1, "it is shown")
    bench.page.evaluate(
        """() => {
          for (const _ of [1, 2]) window.part.send({ type: "undo", round: 0, index: 1 });
        }"""
    )
    bench.until(lambda: bench.part("last") == 0, "it is taken back")
    assert outcomes(bench) == [("small-card", "correct")]
    assert bench.part("at") == 1


def test_a_quiz_does_not_hear_it(quiz: Draw) -> None:
    bench = quiz("small-slices", "small-memories")
    page = bench.page
    page.keyboard.press("Tab")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".cl-verdict")).to_be_focused()
    word = page.locator(".cl-verdict").inner_text()
    page.keyboard.press("u")
    page.evaluate("window.part.send({ type: 'undo', round: 0, index: 0 })")
    expect(page.locator(".cl-verdict")).to_have_text(word)
    expect(undo_button(page)).to_have_count(0)
    rows = bench.widget._history.read().rows
    assert [one.outcome for one in rows] != []
    assert "undone" not in [one.outcome for one in rows]


# The browser's own store


# In a hurry: the first is still on its way to the disk.
TWICE = """(one) => {
  for (const _ of [1, 2]) one.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true }));
}"""


def open_cards(context: BrowserContext) -> tuple[Page, Locator]:
    page = visit(context)
    deck = page.locator("#cards")
    deck.locator("[data-key=primary]").focus()
    return page, deck


def rows_counted(page: Page) -> list[str]:
    """The answers that count."""
    return [one.ulid for one in graded_rows(rows(page))]


def test_the_browser_s_store_takes_back_too(site: Made) -> None:
    context = site()
    page, deck = open_cards(context)
    before = rows_counted(page)
    page.keyboard.press("Space")
    expect(deck.locator(".cl-back")).to_be_focused()
    page.keyboard.press("2")
    expect(deck).to_contain_text("item 2 of 2")
    mark = page.locator("[data-certlab=mark]")
    expect(mark).to_have_attribute("title", "1 of 8 known")
    page.keyboard.press("u")
    expect(deck).to_contain_text("item 1 of 2")
    expect(deck.locator(".cl-front")).to_be_focused()
    expect(deck.locator(".cl-back")).to_have_count(0)
    expect(deck.locator("[role=status]")).to_have_text(TAKEN_BACK)
    expect(mark).to_have_attribute("title", "0 of 8 known")
    assert rows_counted(page) == before
    given, undone = rows(page)
    assert (undone.outcome, undone.response) == ("undone", given.ulid)
    assert undone.surface == "site"
    # Another tab of the same browser asks it first, as it did before.
    other = visit(context)
    asked = "#cards .cl-front"
    assert other.locator(asked).inner_text() == page.locator(asked).inner_text()


def test_it_is_graded_anew_in_the_browser_s_store(site: Made) -> None:
    page, deck = open_cards(site())
    page.keyboard.press("Space")
    expect(deck.locator(".cl-back")).to_be_focused()
    page.keyboard.press("1")
    expect(deck).to_contain_text("item 2 of 2")
    page.keyboard.press("u")
    expect(deck).to_contain_text("item 1 of 2")
    page.keyboard.press("Space")
    expect(deck.locator(".cl-back")).to_be_focused()
    page.keyboard.press("4")
    expect(deck).to_contain_text("item 2 of 2")
    page.keyboard.press("Space")
    expect(deck.locator(".cl-back")).to_be_focused()
    page.keyboard.press("1")
    expect(deck.locator(".cl-score")).to_have_text("1 of 2 known")
    assert [one.outcome for one in graded_rows(rows(page))] == ["correct", "wrong"]
    for place, left in ((2, 1), (1, 0)):
        deck.locator("[data-key=undo]").evaluate(TWICE)
        expect(deck).to_contain_text(f"item {place} of 2")
        assert len(rows_counted(page)) == left
    page.keyboard.press("u")
    assert len(rows(page)) == 6


def test_a_store_that_refuses_keeps_the_grade(site: Made) -> None:
    page, deck = open_cards(site())
    page.keyboard.press("Space")
    expect(deck.locator(".cl-back")).to_be_focused()
    page.keyboard.press("1")
    expect(deck).to_contain_text("item 2 of 2")
    page.evaluate(
        "() => { window.add = IDBObjectStore.prototype.add;"
        " IDBObjectStore.prototype.add = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
    )
    page.keyboard.press("u")
    expect(deck.get_by_role("alert")).to_contain_text("storage is full")
    expect(deck).to_contain_text("item 2 of 2")
    page.evaluate("() => { IDBObjectStore.prototype.add = window.add; }")
    page.keyboard.press("u")
    expect(deck).to_contain_text("item 1 of 2")
    assert rows_counted(page) == []


# The fold: Python and the ES modules leave out the same rows

BEGIN = datetime(2026, 1, 1, 8, tzinfo=UTC)


def drawn_history(seed: int) -> list[Answer]:
    """Answers of some months to five items, of which some are taken back, some twice."""
    draw = random.Random(seed)
    made: list[Answer] = []
    for number in range(40):
        at = stamp(BEGIN + timedelta(hours=number * draw.choice([1, 12, 60])))
        ulid = f"{number:026d}"
        outcome = draw.choice(["correct", "correct", "wrong", "undone", "seen"])
        row = Answer(draw.choice("abcde"), 1, outcome, float(outcome == "correct"))
        if outcome == "undone" and made:
            taken = draw.choice(made)
            row = replace(row, item=taken.item, response=taken.ulid)
        made.append(replace(row, at=at, ulid=ulid, device="x"))
    return made


@pytest.mark.parametrize("seed", range(20))
def test_what_counts_is_the_same_in_both(
    seed: int, tmp_path: Path, bank: Course
) -> None:
    given = drawn_history(seed)
    path = tmp_path / "history.jsonl"
    random.Random(seed).shuffle(given)  # a merge may bring an undo before its answer
    path.write_text("".join(f"{to_line(row)}\n" for row in given), "utf-8")
    log = History(path).read()
    lines = [to_line(row) for row in log.rows]
    read = run(ENGLISH, [("store/answers", "fromLine", [line]) for line in lines])
    (left,) = run(ENGLISH, [("store/answers", "countedRows", [read])])
    assert [one["ulid"] for one in left] == [one.ulid for one in log.answers]
    assert 0 < len(left) < len(read)
    again = [from_line(line) for line in lines]
    assert fold(graded_rows(again)) == fold(log.answers)
