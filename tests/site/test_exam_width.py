"""A mock exam on its page: the whole width, the clock and the map in view, the report in columns."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.axe import violations

Open = Callable[..., Page]
EXAM = "ncp-aio"


def begin(page: Page) -> None:
    page.locator("[data-key=others]").click()
    page.locator(f"[data-key=exam-{EXAM}]").check()
    page.locator(".cl-exam [data-key=primary]").click()
    page.get_by_role("timer").wait_for()


def left(one: Locator) -> float:
    box = one.bounding_box()
    assert box
    return box["x"]


def test_a_sitting_has_the_page_with_clock_and_map_in_view(small_visit: Open) -> None:
    page = small_visit("mock-exam.html")
    expect(page.get_by_text("Questions in the proportions")).to_be_visible()
    begin(page)
    for gone in ("header nav", "header .find", "footer", "article > section > p"):
        expect(page.locator(gone).first).to_be_hidden()
    page.keyboard.press("/")
    expect(page.locator("dialog")).to_have_count(0)
    card = page.locator(".cl-exam")
    side = card.locator(".cl-side")
    assert left(side) > left(card.locator("fieldset, .cl-ask").first) + 600
    here = side.locator("[aria-current]")
    expect(here).to_have_text("1")
    expect(here).to_have_class("cl-cell cl-is-seen")
    while not card.locator(".cl-choice input").count():
        card.locator("[data-key=primary]").click()
    number = here.inner_text()
    card.locator(".cl-choice input[type=radio], .cl-choice input").first.check()
    expect(here).to_have_class("cl-cell cl-is-answered")  # told at once
    side.get_by_role("button", name="Question 2,").click()
    expect(here).to_have_text("2")
    side.get_by_role("button", name=f"Question {number},").click()
    expect(card.locator(".cl-choice input").first).to_be_checked()
    page.set_viewport_size({"width": 390, "height": 500})
    expect(side).to_be_hidden()
    page.mouse.wheel(0, 2000)
    expect(page.get_by_role("timer")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


def test_the_report_has_two_columns_and_one_on_a_phone(small_visit: Open) -> None:
    page = small_visit("mock-exam.html")
    begin(page)
    for key in ("map", "primary", "yes"):
        page.locator(f".cl-exam [data-key={key}]").click()
    page.locator(".cl-big").wait_for()
    expect(page.locator("header nav").first).to_be_visible()
    columns = [".cl-outcome", ".cl-mocks", ".cl-by-domain", ".cl-chance"]
    score, mocks, domains, chance = (
        page.locator(f".cl-report > {it}") for it in columns
    )
    assert left(score) == left(domains) < left(mocks) == left(chance)
    for theme in ("light", "dark"):
        page.evaluate(f"document.body.dataset.theme = '{theme}'")
        assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 900})
    assert left(score) == left(mocks) == left(chance)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
