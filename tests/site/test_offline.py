"""A set of questions that was begun with a connection is finished without one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from certlab.course import Course
from certlab.study.bank import compile_bank, compile_parts, outline
from tests.bound import until
from tests.site.conftest import serving

CARDS = "[data-certlab='flashcards']"


@pytest.fixture
def page(small_browser: Browser, small_site: Path) -> Iterator[Page]:
    """A page of a module, as it comes; what is missing later may be said in the console."""
    with serving(small_site) as served:
        context = small_browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.goto(f"{served.address}/modules/mig.html")
        page.wait_for_selector("html[data-mounted]", state="attached")
        yield page
        context.close()


def test_the_rest_of_a_set_comes_while_its_first_question_is_read(
    page: Page, fixed: Course
) -> None:
    entries = outline(compile_bank(fixed, "mig"), compile_parts(fixed, "mig"))["items"]
    parts = [one["part"] for one in entries if one["kind"] == "card"]
    assert 2 < len(set(parts)) < len(parts) <= 10  # more than one is asked ahead of
    came: set[str] = set()
    page.on("requestfinished", lambda one: came.add(one.url.rsplit("banks/", 1)[-1]))
    known = "performance.getEntriesByType('resource').map(({ name }) => name)"
    came |= {one.rsplit("banks/", 1)[-1] for one in page.evaluate(known)}
    cards = page.locator(CARDS)
    cards.scroll_into_view_if_needed()

    def all_came() -> bool:
        page.evaluate("1")  # hear what came
        return {f"mig/{part}.json" for part in parts} <= came

    until(all_came, "the parts of the set do not come by themselves")
    page.context.set_offline(True)
    for n in range(len(parts)):
        expect(cards.locator(".cl-item")).to_have_attribute(
            "aria-label", f"Card {n + 1} of {len(parts)}"
        )
        cards.get_by_role("button", name="Show the back").click()
        cards.get_by_role("button", name="Knew it").click()
    expect(cards.locator(".cl-score")).to_contain_text(f"{len(parts)} of {len(parts)}")
