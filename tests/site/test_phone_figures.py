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


def test_the_window_chooses_and_nothing_scrolls_on_a_phone(
    course_with_both: Path, tmp_path: Path, small_browser: Browser
) -> None:
    course, to = load(course_with_both), tmp_path / "pages"
    to.mkdir()
    write_pages(course, to, write_assets(course, to), dict.fromkeys(course.labs, ""))
    (page_of,) = (
        f"modules/{one.id}.html"
        for one in course.pages.values()
        if "figure:" in one.body
    )
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


def test_a_workspace_has_the_wide_one_alone(
    course_with_both: Path, tmp_path: Path
) -> None:
    fill(load(course_with_both), tmp_path / "w")
    found = {one.name for one in (tmp_path / "w/modules/figures").iterdir()}
    assert found == {"small-warps.svg"}
