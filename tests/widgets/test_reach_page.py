"""After an answer the verdict, its reason and the way on are on the screen together."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

Draw = Callable[..., Any]
LOW = {"width": 1280, "height": 420}  # on which a short question is a long one


def inside(page: Page, selector: str) -> bool:
    """Whether an element is whole on the screen, and nothing lies over its middle."""
    return bool(
        page.locator(selector).first.evaluate(
            """(one) => {
              const { top, bottom, left, right } = one.getBoundingClientRect();
              const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              return top >= 0 && bottom <= innerHeight && one.contains(at);
            }"""
        )
    )


def test_verdict_reason_and_next_are_in_reach(quiz: Draw) -> None:
    page = quiz("small-slices", "small-memories").page
    page.set_viewport_size(LOW)
    page.get_by_text("4g.40gb + 4g.40gb").click()
    page.get_by_role("button", name="Check answer").click()
    expect(page.locator(".cl-verdict")).to_be_focused()
    assert page.evaluate(
        "document.documentElement.scrollHeight > 2 * innerHeight / 1.5"
    )
    reason = page.locator(".cl-verdict + p")
    expect(reason).to_have_text("Eight compute slices, of seven.")
    page.wait_for_function(
        "document.querySelector('.cl-verdict').getBoundingClientRect().top >= 0"
    )
    for selector in (".cl-verdict", ".cl-verdict + p", "[data-key=primary]"):
        assert inside(page, selector), selector
    expect(page.locator(".cl-choice.cl-is-wrong .cl-says")).to_have_count(0)


def test_what_has_the_focus_is_not_under_the_way_on(quiz: Draw) -> None:
    page = quiz("small-slices").page
    page.set_viewport_size(LOW)
    page.get_by_text("4g.40gb + 4g.40gb").click()
    page.get_by_role("button", name="Check answer").click()
    expect(page.locator(".cl-verdict")).to_be_focused()
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.dataset.key") != "primary":
        assert inside(page, ":focus"), page.evaluate("document.activeElement.outerHTML")
        page.keyboard.press("Tab")
