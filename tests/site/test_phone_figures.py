"""A figure with a drawing for a phone: the window chooses one of the two, and paper the wide one."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from certlab.app.assets import write_assets
from certlab.app.pages.output import write_pages
from certlab.course import load
from certlab.course.workspace import fill
from tests.site.conftest import serving

WIDE, NARROW = "figure .scroll > svg", "figure .phone > svg"


@pytest.fixture
def course_with_both(small: Path) -> Path:
    figure = small / "content/figures/small-warps.svg"
    narrow = figure.read_text("utf-8").replace("<svg ", '<svg data-narrow="" ')
    (small / "content/figures/small-warps.narrow.svg").write_text(narrow, "utf-8")
    return small


def page_with_a_figure(root: Path, to: Path) -> str:
    """The pages of a course at `to`; the path of the one that shows a figure."""
    course = load(root)
    to.mkdir()
    write_pages(course, to, write_assets(course, to), dict.fromkeys(course.labs, ""))
    (path,) = (
        f"modules/{one.id}.html"
        for one in course.pages.values()
        if "figure:" in one.body
    )
    return path


def test_the_window_chooses_and_nothing_scrolls_on_a_phone(
    course_with_both: Path, tmp_path: Path, small_browser: Browser
) -> None:
    to = tmp_path / "pages"
    page_of = page_with_a_figure(course_with_both, to)
    with serving(to) as served:
        page = small_browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{served.address}/{page_of}")
        expect(page.locator(WIDE)).to_be_visible()
        expect(page.locator(NARROW)).to_be_hidden()
        page.set_viewport_size({"width": 390, "height": 900})
        expect(page.locator(NARROW)).to_be_visible()
        expect(page.locator(WIDE)).to_be_hidden()
        box = page.locator(NARROW).bounding_box()
        assert box
        assert box["x"] + box["width"] <= 390
        page.emulate_media(media="print")
        expect(page.locator(WIDE)).to_be_visible()
        page.close()


def test_a_drawing_for_a_phone_alone_is_as_large_as_it_is_read(
    small: Path, tmp_path: Path, small_browser: Browser
) -> None:
    figure = small / "content/figures/small-warps.svg"
    drawn = figure.read_text("utf-8").replace("0 0 10 10", "0 0 360 90")
    figure.write_text(drawn, "utf-8")
    to = tmp_path / "pages"
    page_of = page_with_a_figure(small, to)
    with serving(to) as served:
        page = small_browser.new_page(viewport={"width": 390, "height": 900})
        page.goto(f"{served.address}/{page_of}")
        for width, most in ((390, 390), (1280, 480)):
            page.set_viewport_size({"width": width, "height": 900})
            box = page.locator(WIDE).bounding_box()
            assert box
            assert 330 < box["width"] <= most, width
        page.close()


def test_a_workspace_has_the_wide_one_alone(
    course_with_both: Path, tmp_path: Path
) -> None:
    fill(load(course_with_both), tmp_path / "w")
    found = {one.name for one in (tmp_path / "w/modules/figures").iterdir()}
    assert found == {"small-warps.svg"}
