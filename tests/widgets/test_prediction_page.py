"""A prediction in Chromium: choosing, entering, what is refused, what is recorded."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from certlab.study.answers import Answer
from certlab.study.history import History
from certlab.widgets.prediction import Comparison, Prediction
from tests.axe import violations
from tests.widgets.conftest import ENTRIES, Bench
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


SAID: dict[str, str | float] = {"A": "fits", "B": "fits"}
CAME_OUT = {"A": "fits", "B": "does not fit"}
WHY = {"B": "It is full."}

# What shows the comparison below the card in one page with it, as a notebook has the two.
BELOW = """async ([compared, entry]) => {
  const { default: widget } = await import(`/${entry}`);
  const area = Object.assign(document.createElement("div"), { className: "jp-OutputArea" });
  area.innerHTML = '<div class="jp-OutputArea-child"><div id="below"></div></div>';
  document.querySelector("main").append(area);
  const own = { compared, above: "card", lang: "en", words: model.get("words") };
  const other = { get: (name) => own[name], on() {}, off() {} };
  const widget_manager = {
    get_model: (id) => (id === "card" ? Promise.resolve(model) : Promise.reject(new Error(id))),
  };
  const el = document.querySelector("#below");
  await widget.render({ model: { ...other, widget_manager }, el });
}"""


def compare(bench: Bench, guess: Prediction, measured: dict[str, str]) -> None:
    """What the cell below does, and what its kernel tells the page."""
    guess.compare(measured, why=WHY)
    bench.page.evaluate("(all) => model.take(all)", {"compared": guess.compared})


def test_the_comparison_says_each_row_by_icon_and_word(
    draw: Callable[..., Bench], page: Page, history: History
) -> None:
    guess = rows(history)
    guess.given = SAID
    draw(guess.compare(CAME_OUT, why=WHY))
    expect(page.locator(".cl-verdict")).to_have_text("1 of 2 as you said.")
    cells = page.locator("tbody tr").nth(1).locator("th, td")
    expect(cells).to_have_text(
        ["B two", "fits", "does not fit", "Not as predicted. It is full."]
    )
    assert violations(page) == []


def test_what_came_out_stands_in_the_card_that_asked(
    draw: Callable[..., Bench], page: Page, history: History
) -> None:
    guess = rows(history)
    guess.given = SAID
    bench = draw(guess)
    compare(bench, guess, CAME_OUT)
    expect(page.get_by_role("button", name="Run and compare")).to_have_count(0)
    card = page.get_by_role("region", name="Prediction and measurement")
    expect(card).to_contain_text("Do they fit?")
    expect(card.locator(".cl-verdict")).to_have_text("1 of 2 as you said.")
    expect(page.get_by_role("status").first).to_have_text(
        "1 of 2 as you said. A: it is fits, as predicted. "
        "B: it is does not fit, not as predicted."
    )
    expect(page.locator("body")).to_be_focused()  # nobody has pressed a button
    assert violations(page) == []


def test_the_verdict_stands_above_the_rows(
    draw: Callable[..., Bench], page: Page, history: History
) -> None:
    guess = rows(history)
    guess.given = SAID
    draw(guess.compare(CAME_OUT, why=WHY))
    verdict, table = page.locator(".cl-verdict"), page.locator(".cl-compared")
    above, below = verdict.bounding_box(), table.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]


def test_another_prediction_takes_what_came_out_away_until_it_is_measured(
    draw: Callable[..., Bench], page: Page, history: History
) -> None:
    guess = rows(history)
    history.append(Answer("small-fits", 1, "predicted", 0, response=SAID))
    guess.given = SAID
    bench = draw(guess)
    compare(bench, guess, CAME_OUT)
    page.get_by_role("button", name="Predict again").click()
    second = page.get_by_role("group", name="B two")
    expect(second.get_by_label("fits", exact=True)).to_be_checked()
    second.get_by_label("does not fit").check()
    press(page)
    expect(page.locator(".cl-next")).to_have_text(NEXT)
    expect(page.locator(".cl-compared")).to_have_count(0)
    assert guess.compared == {}
    compare(bench, guess, CAME_OUT)
    expect(page.locator(".cl-verdict")).to_have_text("2 of 2 as you said.")


def test_a_comparison_is_shown_once_and_below_where_no_card_shows_it(
    draw: Callable[..., Bench], page: Page, history: History
) -> None:
    guess = rows(history)
    guess.given = SAID
    bench = draw(guess)
    compare(bench, guess, CAME_OUT)
    page.evaluate(BELOW, [guess.compared, ENTRIES["Comparison"]])
    area, below = page.locator(".jp-OutputArea"), page.locator("#below")
    expect(area).to_have_class("jp-OutputArea certlab-shown-above")
    expect(below).to_be_empty()
    page.get_by_role("button", name="Predict again").click()
    expect(area).to_have_class("jp-OutputArea")
    expect(below.locator(".cl-verdict")).to_have_text("1 of 2 as you said.")
    page.evaluate("model.take({ compared: {} })")
    expect(below).to_contain_text("This is about what you predicted before.")
    page.evaluate("leave()")
    expect(below.locator(".cl-compared")).to_have_count(1)


def test_in_a_narrow_page_each_row_is_read_without_scrolling_aside(
    draw: Callable[..., Bench], page: Page, history: History
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    guess = rows(history)
    guess.given = SAID
    bench = draw(guess)
    compare(bench, guess, CAME_OUT)
    expect(page.get_by_text("It is full.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
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
