"""Steps, pairs, gaps and command lines: answered by keys alone, and read afterwards."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from certlab.course.items import ASKABLE
from certlab.study.history import History
from certlab.widgets.decks import Quiz
from tests.axe import in_both_themes
from tests.study.kinds import kinds
from tests.widgets.conftest import Bench

ITEMS = {
    "order": "mig-order-first-use",
    "match": "mig-match-options",
    "cloze": "cuda-cloze-partial-warp",
    "command": "mig-line-two-halves",
}


@pytest.fixture
def one(page: Page, history: History) -> Iterator[Callable[[str], Bench]]:
    """Draw one item; an error in the page fails the test."""
    benches = []

    def draw(item: str) -> Bench:
        widget = Quiz(kinds(), history, ASKABLE, 1, items=[item])
        benches.append(Bench(page, widget))
        return benches[-1]

    yield draw
    for bench in benches:
        assert bench.errors == []


def put_in_order(page: Page, wanted: list[str]) -> None:
    """Pick each step by its digit, and move it up to its place."""
    page.locator(".cl-ask").focus()
    for place, id in enumerate(wanted):
        rows = [
            row.get_attribute("data-step") for row in page.locator("[data-step]").all()
        ]
        at = rows.index(id)
        page.keyboard.press(str(at + 1))
        expect(page.locator(f"[data-key='up-{id}']")).to_be_focused()
        page.keyboard.press("ArrowDown")
        for _ in range(at - place + (at + 1 < len(rows))):
            page.keyboard.press("ArrowUp")


def pair(page: Page, wanted: dict[str, str]) -> None:
    for left, right in wanted.items():
        page.locator(f"[data-pair='{left}']").focus()
        values = page.locator(f"[data-pair='{left}'] option").evaluate_all(
            "options => options.map((option) => option.value)"
        )
        for _ in range(values.index(right)):
            page.keyboard.press("ArrowDown")


def fill(page: Page, wanted: dict[str, str]) -> None:
    for gap, text in wanted.items():
        page.locator(f"[data-gap='{gap}']").focus()
        page.keyboard.type(text)


def write(page: Page, line: str) -> None:
    page.locator("[data-key='line']").focus()
    page.keyboard.type(line)


def enter(page: Page, kind: str, response: Any) -> None:
    {"order": put_in_order, "match": pair, "cloze": fill, "command": write}[kind](
        page, response
    )


def check(page: Page) -> None:
    """Wherever the last key was pressed."""
    page.keyboard.press("Enter")


RIGHT: dict[str, Any] = {
    "order": ["mode", "gi", "ci", "uuid", "run"],
    "match": {
        "lgip": "profiles",
        "lgi": "instances",
        "cgi": "create",
        "cci": "compute",
    },
    "cloze": {"warps": "4", "idle": "28", "size": "32"},
    "command": "nvidia-smi mig -i 0 -cgi 9,9 -C",
}
WRONG: dict[str, Any] = {
    "order": ["gi", "mode", "ci", "uuid", "run"],
    "match": {
        "lgip": "create",
        "lgi": "instances",
        "cgi": "profiles",
        "cci": "compute",
    },
    "cloze": {"warps": "3", "idle": "28", "size": "32"},
    "command": "nvidia-smi mig -i 0 -cgi 9 -C",
}


@pytest.mark.parametrize("kind", ITEMS)
def test_a_right_answer_by_keys(one: Callable[[str], Bench], kind: str) -> None:
    page = one(ITEMS[kind]).page
    enter(page, kind, RIGHT[kind])
    check(page)
    verdict = page.locator(".cl-verdict")
    expect(verdict).to_have_text("Right")
    expect(verdict).to_be_focused()
    assert page.locator(".cl-after .cl-is-wrong").count() == 0


@pytest.mark.parametrize("kind", ITEMS)
def test_a_wrong_answer_says_where_and_why(
    one: Callable[[str], Bench], kind: str
) -> None:
    page = one(ITEMS[kind]).page
    enter(page, kind, WRONG[kind])
    check(page)
    expect(page.locator(".cl-verdict")).to_have_text("Wrong")
    after = page.locator(".cl-after").inner_text()
    told = {
        "order": "is too early",
        "match": "You chose: Creates GPU instances",
        "cloze": "You wrote: 3.",
        "command": "9,9",
    }
    assert told[kind] in after
    if kind != "command":
        assert page.locator(".cl-after li.cl-is-wrong").count() >= 1
        assert page.locator(".cl-after li.cl-is-right").count() >= 1


@pytest.mark.parametrize("kind", ["match", "cloze", "command"])
def test_an_entry_that_is_not_whole_costs_nothing(
    one: Callable[[str], Bench], kind: str, tmp_path: Path
) -> None:
    page = one(ITEMS[kind]).page
    page.locator("[data-key=primary]").click()
    expect(page.locator(".cl-problem")).to_contain_text("Nothing was recorded.")
    expect(page.locator("[aria-invalid]").first).to_be_focused()
    assert not (tmp_path / "workspace" / "history.jsonl").exists()


def test_a_draft_survives_a_second_drawing(one: Callable[[str], Bench]) -> None:
    page = one(ITEMS["order"]).page
    put_in_order(page, RIGHT["order"])
    page.evaluate("window.second()")
    ids = page.locator("#two [data-step]").evaluate_all(
        "rows => rows.map((row) => row.dataset.step)"
    )
    assert ids == RIGHT["order"]


def test_the_situation_stands_over_the_question(one: Callable[[str], Bench]) -> None:
    page = one(ITEMS["command"]).page
    context = page.get_by_role("region", name="Two services on one H100")
    expect(context).to_contain_text("Two services of different customers")
    enter(page, "command", RIGHT["command"])
    check(page)
    expect(context).to_be_visible()


@pytest.mark.parametrize("kind", ITEMS)
def test_axe_finds_nothing(one: Callable[[str], Bench], kind: str) -> None:
    page = one(ITEMS[kind]).page
    assert in_both_themes(page) == []
    enter(page, kind, WRONG[kind])
    check(page)
    expect(page.locator(".cl-verdict")).to_be_visible()
    assert in_both_themes(page) == []


@pytest.mark.parametrize("kind", ITEMS)
def test_nothing_stands_out_on_a_phone(one: Callable[[str], Bench], kind: str) -> None:
    page = one(ITEMS[kind]).page
    page.set_viewport_size({"width": 360, "height": 800})
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(wide)
    for button in page.locator("#one button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["width"] >= 24
        assert box["height"] >= 24


def test_the_buttons_of_a_step_stand_in_its_row(one: Callable[[str], Bench]) -> None:
    page = one(ITEMS["order"]).page
    page.set_viewport_size({"width": 360, "height": 800})
    # As long as a row beside its buttons is, and longer: then the buttons came below it.
    inside = page.evaluate(
        """() => [...document.querySelectorAll("#one [data-step]")].map((row, n) => {
          row.firstElementChild.textContent = "word ".repeat(3 + 3 * n);
          const around = row.getBoundingClientRect();
          const moves = row.querySelector(".cl-moves").getBoundingClientRect();
          return around.top <= moves.top && moves.bottom <= around.bottom;
        })"""
    )
    assert inside
    assert all(inside)
