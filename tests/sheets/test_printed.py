"""Each sheet in a browser: two sides of A4, light on paper, and a phone's width."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from certlab.course import Course
from certlab.sheets import file
from certlab.sheets.choice import sheet, sheet_names
from tests.axe import violations
from tests.browser import browsing

SIDE = re.compile(rb"/Type\s*/Page\b")
SIZE = re.compile(rb"/MediaBox\s*\[([^\]]*)\]")
A4 = (595, 842)  # points
PAPER = {"width": 718, "height": 1060}  # A4 without its margins, in pixels
# What reaches out of its column, over the next one.
OUTSIDE = """() => [...document.querySelectorAll(".sheet-part *")]
  .filter((one) => [...one.getClientRects()].some(
    ({ width }) => width > one.closest(".sheet-part").clientWidth + 1))
  .map((one) => one.textContent)"""
PHONE = {"width": 390, "height": 844}
# A row that would be cut by the end of a side or a column.
CUT = """() => [...document.querySelectorAll(
  ".sheet tr, .sheet li, .sheet-cards > div, .sheet-traps > div, .sheet-commands > div"
)].filter((one) => getComputedStyle(one).breakInside !== "avoid").map((one) => one.outerHTML)"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as started:
        yield started


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def test_each_sheet_of_the_course_fits_two_sides_of_a4(
    whole: Course, page: Page
) -> None:
    names = sheet_names(whole)
    assert names
    found = {}
    page.set_viewport_size({"width": PAPER["width"], "height": PAPER["height"]})
    page.emulate_media(media="print")
    for name in names:
        page.set_content(file.page(sheet(whole, name)))
        assert page.evaluate(OUTSIDE) == [], name
        printed = page.pdf(prefer_css_page_size=True)
        sizes = {
            tuple(round(float(one)) for one in size.split()[2:])
            for size in SIZE.findall(printed)
        }
        assert sizes == {A4}, name
        found[name] = len(SIDE.findall(printed))
    assert {name: sides for name, sides in found.items() if sides > 2} == {}


def test_no_row_is_cut(fixed: Course, page: Page) -> None:
    page.emulate_media(media="print")
    for name in sheet_names(fixed):
        page.set_content(file.page(sheet(fixed, name)))
        assert page.evaluate(CUT) == []


def test_paper_is_light_whatever_the_screen_is(fixed: Course, page: Page) -> None:
    colours = """() => [getComputedStyle(document.body).colorScheme,
        getComputedStyle(document.querySelector(".sheet-part")).color]"""
    page.set_content(file.page(sheet(fixed, "mig")))
    page.emulate_media(color_scheme="light")
    light = page.evaluate(colours)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(colours)[1] != light[1]
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(colours) == ["light", light[1]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_shows_it_without_moving_sideways(
    fixed: Course, page: Page, theme: str
) -> None:
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    for name in sheet_names(fixed):
        page.set_content(file.page(sheet(fixed, name)))
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width == PHONE["width"], name
        assert violations(page) == []
