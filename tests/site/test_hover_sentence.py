"""What a term means, shown on a page: by pointer, key and finger, and put away again."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from certlab.app.assets import write_assets
from certlab.app.pages.output import write_pages
from certlab.course import Course
from certlab.course.glossary import Term
from tests.site.conftest import serving, watch

WORDS = ("alder", "birch")
TEXT = "An alder and a birch stand in one line, and nothing else does here."


@pytest.fixture
def address(fixed: Course, tmp_path: Path) -> Iterator[str]:
    """A page that says two terms one behind the other; served."""
    module = fixed.modules["cuda"]
    first, *rest = module.pages
    section, title = next(iter(first.sections.items()))
    body = first.body.replace(f"## {title}\n", f"## {title}\n\n{TEXT}\n", 1)
    assert TEXT in body, section
    pages = (replace(first, body=body), *rest)
    means = "A tree of which there is much to say, so that it takes two lines or three."
    terms = {
        id: Term(id, id, (), means, "cuda", "none", "", "", (), "") for id in WORDS
    }
    modules = {**fixed.modules, "cuda": replace(module, pages=pages)}
    course = replace(fixed, modules=modules, glossary=terms)
    here = dict.fromkeys(course.labs, "")
    write_pages(course, tmp_path, write_assets(course, tmp_path), here)
    with serving(tmp_path) as served:
        yield f"{served.address}/modules/{first.id}.html"


def opened(context: BrowserContext, address: str, errors: list[str]) -> Page:
    page = context.new_page()
    watch(page, errors)
    page.goto(address)
    return page


def test_escape_puts_it_away_wherever_the_focus_is(
    address: str, small_browser: Browser
) -> None:
    errors: list[str] = []
    context = small_browser.new_context(viewport={"width": 1000, "height": 700})
    page = opened(context, address, errors)
    one, other = (page.locator(".says-what", has_text=word) for word in WORDS)
    one.hover(position={"x": 4, "y": 4})
    expect(one.locator(".says")).to_be_visible()
    page.keyboard.press("Escape")
    expect(one.locator(".says")).to_be_hidden()
    page.mouse.move(0, 0)
    one.hover(position={"x": 4, "y": 4})
    expect(one.locator(".says")).to_be_visible()
    page.mouse.move(0, 0)
    other.focus()
    expect(other.locator(".says")).to_be_visible()
    page.keyboard.press("Escape")
    expect(other.locator(".says")).to_be_hidden()
    other.focus()
    expect(other.locator(".says")).to_be_visible()
    context.close()
    assert errors == []


def test_a_finger_opens_the_next_term_and_a_tap_elsewhere_closes_it(
    address: str, small_browser: Browser
) -> None:
    errors: list[str] = []
    context = small_browser.new_context(
        viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True
    )
    page = opened(context, address, errors)
    one, other = (page.locator(".says-what", has_text=word) for word in WORDS)
    one.tap(position={"x": 4, "y": 4})
    expect(one.locator(".says")).to_be_visible()
    shown, next_term = one.locator(".says").bounding_box(), other.bounding_box()
    assert shown
    assert next_term
    assert next_term["y"] >= shown["y"] + shown["height"], "it covers the next term"
    other.tap(position={"x": 4, "y": 4})
    expect(other.locator(".says")).to_be_visible()
    expect(one.locator(".says")).to_be_hidden()
    page.locator("h1").tap()
    expect(other.locator(".says")).to_be_hidden()
    context.close()
    assert errors == []
