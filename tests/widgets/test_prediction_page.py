"""A prediction in Chromium: choosing, entering, what is refused, what is recorded."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from certlab.study.history import History
from certlab.widgets.prediction import Comparison, Prediction
from tests.axe import violations
from tests.widgets.conftest import Bench
from tests.widgets.test_prediction import number, rows

NEXT = "Your prediction is saved. Now run the next cell to compare."


@pytest.fixture
def draw(page: Page) -> Iterator[Callable[[Prediction | Comparison], Bench]]:
    benches = []

    def drawn(widget: Prediction | Comparison) -> Bench:
        bench = Bench(page, widget)
        benches.append(bench)
        return bench

    yield drawn
    for bench in benches:
        assert bench.errors == []


def press(page: Page) -> None:
    page.get_by_role("button", name="Run and compare").click()


def test_each_row_is_chosen_and_recorded_once(
    draw: Callable[..., Bench], page: Page, history: History
) -> None:
    bench = draw(rows(history))
    expect(page.locator(".cl-place")).to_have_text("no prediction yet")
    press(page)
    expect(page.get_by_role("alert")).to_have_text("First answer A, B.")
    page.get_by_role("group", name="A one").get_by_label("fits", exact=True).check()
    press(page)
    expect(page.get_by_role("alert")).to_have_text("Also predict B.")
    first = page.get_by_role("group", name="A one").get_by_label("fits", exact=True)
    expect(first).to_be_checked()  # nothing is lost
    page.get_by_role("group", name="B two").get_by_label("does not fit").check()
    press(page)
    expect(page.locator(".cl-next")).to_have_text(NEXT)
    expect(page.locator(".cl-place")).to_have_text("saved")
    chosen = {"A": "fits", "B": "does not fit"}
    assert bench.widget.given == chosen  # type: ignore[attr-defined]  # of a Prediction
    press(page)
    expect(page.locator(".cl-next")).to_have_text(NEXT)
    (row,) = history.read().rows
    assert (row.item, row.outcome, row.response) == ("small-fits", "predicted", chosen)
    assert (row.mode, row.surface) == ("prediction", "lab")
    assert violations(page) == []


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("many", "Enter a number, such as 1024 or 1,024.5 or 3e8."),
        ("12 GB", "`GB` is not a unit of this question"),
        ("", "Enter a number, such as 1024 or 1,024.5 or 3e8."),
    ],
)
def test_a_wrong_entry_is_one_sentence(
    draw: Callable[..., Bench], page: Page, history: History, typed: str, says: str
) -> None:
    draw(number(history))
    entry = page.get_by_label("Your number")
    entry.fill(typed)
    entry.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(says)
    expect(entry).to_have_value(typed)
    expect(entry).to_be_focused()
    assert not history.path.exists()


def test_a_number_with_its_unit_is_taken_and_comes_back(
    draw: Callable[..., Bench], page: Page, history: History
) -> None:
    draw(number(history))
    page.get_by_label("Your number").fill("12 MiB")
    press(page)
    expect(page.locator(".cl-next")).to_have_text(NEXT)
    again = number(history)
    assert again.answer == 12


def test_a_full_disk_is_said_and_the_lab_goes_on(
    draw: Callable[..., Bench],
    page: Page,
    history: History,
    full_disk: Callable[[bool], None],
) -> None:
    bench = draw(number(history))
    full_disk(True)
    page.get_by_label("Your number").fill("3")
    press(page)
    expect(page.locator(".cl-note[role=alert]")).to_contain_text("was not recorded")
    expect(page.locator(".cl-next")).to_have_text(NEXT)
    assert bench.widget.given == {"": 3}  # type: ignore[attr-defined]  # of a Prediction


def test_the_comparison_says_each_row_by_icon_and_word(
    draw: Callable[..., Bench], page: Page, history: History
) -> None:
    guess = rows(history)
    guess.given = {"A": "fits", "B": "fits"}
    draw(guess.compare({"A": "fits", "B": "does not fit"}, why={"B": "It is full."}))
    expect(page.locator(".cl-verdict")).to_have_text("1 of 2 as predicted")
    cells = page.locator("tbody tr").nth(1).locator("th, td")
    expect(cells).to_have_text(["B", "fits", "does not fit", "not as predicted"])
    expect(page.locator(".cl-why")).to_have_text("B: It is full.")
    assert violations(page) == []


def test_an_unanswered_comparison_is_one_line(
    draw: Callable[..., Bench], page: Page, history: History
) -> None:
    draw(rows(history).compare({"A": "fits", "B": "fits"}))
    expect(page.locator(".cl-prediction")).to_have_text("no prediction yet")


def test_what_is_asked_stays_wide_next_to_long_options(
    draw: Callable[..., Bench], page: Page, history: History
) -> None:
    draw(
        Prediction(
            history,
            "small-long",
            "How long do they take?",
            rows={"default": "four streams, but all kernels in the default one"},
            options=("16 ms", "between 16 and 28 ms", "28 ms", "more than 28 ms"),
        )
    )
    asked, options = page.locator(".cl-what"), page.locator(".cl-option")
    expect(options).to_have_count(4)
    box = asked.bounding_box()
    assert box
    assert box["width"] > 200
    assert violations(page) == []
