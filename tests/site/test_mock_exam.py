"""A mock exam by keys alone on a page of the site, cut off midway; in JupyterLite, see test_copied_folder.py."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.bound import until
from tests.site.conftest import Visit
from tests.widgets.exam_keys import COUNT, agree, answer, begin, given, hand_in

Begin = Callable[..., Visit]


def stored(page: Page, script: str) -> list[dict[str, Any]]:
    """Every row of the browser's store, read by the site's own module."""
    found: list[dict[str, Any]] = page.evaluate(
        "async (src) => (await (await import(src)).openStore()).rows()", script
    )
    return found


def opened(one: Visit) -> tuple[Visit, Locator, str]:
    """A visit at the page of mock exams, the exam's place, and the store's module."""
    one.open("mock-exam.html")
    place = one.page.locator("[data-certlab=exam]")
    place.locator("[data-key=primary]").wait_for()
    script = "[...document.scripts].find((one) => one.src.includes('certlab-')).src"
    return (
        one,
        place,
        one.page.evaluate(script).replace("site/site.js", "store/store.js"),
    )


def test_on_a_page_with_a_reload_in_the_middle(visit: Begin, site: Any) -> None:
    one, place, store = opened(visit(site))
    page = one.page
    begin(place, page)
    answer(place, page, 1, 5)
    expect(place.get_by_text(f"question 6 of {COUNT}")).to_be_visible()
    until(lambda: given(stored(page, store)) == 5, "five responses are kept")
    before = stored(page, store)
    page.reload()  # and one goes on where one stopped
    expect(place.get_by_text(f"question 6 of {COUNT}")).to_be_visible()
    assert stored(page, store)[: len(before)] == before
    page.keyboard.press("Tab")
    place.locator("[data-key=map]").focus()
    page.keyboard.press("Enter")
    expect(place.locator(".cl-score")).to_contain_text(f"of {COUNT} answered")
    place.locator("[data-key=cell-5]").focus()
    page.keyboard.press("Enter")
    answer(place, page, 6, COUNT)
    hand_in(place, page)
    agree(place, stored(page, store), "site")
    page.reload()  # the report is read again from the start
    place.locator(".cl-mocks button").press("Enter")
    expect(place.locator(".cl-big")).to_be_visible()
    agree(place, stored(page, store), "site")
    place.locator("[data-key=retry]").press("Enter")
    expect(place.get_by_text("item 1 of")).to_be_visible()
    place.get_by_role("button", name="Back to the report").press("Enter")
    expect(place.locator(".cl-big")).to_be_visible()
    assert one.errors == []
