"""Flashcards in a page of their own."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

Draw = Callable[..., Any]


def outcomes(bench: Any) -> list[tuple[str, str]]:
    answers = bench.widget._history.read().answers
    return [(one.item, one.outcome) for one in answers]


def test_by_mouse(cards: Draw) -> None:
    bench = cards("small-card-two", "small-card")
    page = bench.page
    expect(page.locator(".cl-front em")).to_have_text("slice")
    expect(page.get_by_text("profile")).to_have_count(0)
    page.get_by_role("button", name="Show the back").click()
    expect(page.locator(".cl-back")).to_contain_text("An instance, by its profile.")
    expect(page.locator(".cl-back")).to_be_focused()
    assert outcomes(bench) == []
    page.get_by_role("button", name="Forgotten").click()
    expect(page.locator(".cl-front")).to_have_text("Threads in a warp?")
    expect(page.get_by_role("status")).to_contain_text(
        "Recorded: forgotten. Next due tomorrow"
    )
    page.get_by_role("button", name="Show the back").click()
    page.get_by_role("button", name="Knew it").click()
    expect(page.locator(".cl-score")).to_have_text("1 of 2 known")
    assert outcomes(bench) == [("small-card-two", "wrong"), ("small-card", "correct")]
    page.get_by_role("listitem").get_by_role("button").click()
    expect(page.locator(".cl-verdict")).to_have_text("Forgotten")
    expect(page.locator(".cl-back")).to_contain_text("profile")
    page.get_by_role("button", name="Summary").click()
    page.get_by_role("button", name="Ask the forgotten ones again").click()
    expect(page.get_by_text("again: item 1 of 1")).to_be_visible()


def test_by_keys_alone(cards: Draw) -> None:
    bench = cards("small-card", "small-card-two")
    page, press = bench.page, bench.page.keyboard.press
    press("Tab")
    press("2")  # no grade before the back was seen
    expect(page.get_by_role("button", name="Show the back")).to_be_visible()
    press("Space")
    expect(page.locator(".cl-back")).to_have_text("32 threads")
    press("f")
    press("1")
    expect(page.locator(".cl-front")).to_contain_text("slice")
    press("Space")
    expect(page.locator(".cl-back")).to_be_visible()
    press("3")
    expect(page.locator(".cl-score")).to_have_text("1 of 2 known")
    assert outcomes(bench) == [("small-card", "wrong"), ("small-card-two", "correct")]
    assert bench.part("flags") == ["small-card"]


def test_a_full_disk_keeps_the_card_open(cards: Draw, full_disk: Any) -> None:
    bench = cards("small-card")
    page = bench.page
    page.get_by_role("button", name="Show the back").click()
    expect(page.locator(".cl-back")).to_be_focused()
    full_disk(True)
    page.keyboard.press("2")
    expect(page.get_by_role("alert")).to_contain_text("was not recorded")
    full_disk(False)
    page.keyboard.press("2")
    expect(page.locator(".cl-score")).to_have_text("1 of 1 known")
    assert outcomes(bench) == [("small-card", "correct")]
