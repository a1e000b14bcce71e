"""A browser that refuses storage, and locks with it: a newcomer plans, and takes the answers along."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

Open = Callable[..., Page]
# As Firefox does where cookies are blocked.
REFUSES = """
const refuse = () => { throw new DOMException("no", "SecurityError"); };
Object.defineProperty(window, "indexedDB", { get: refuse });
navigator.locks.request = async () => refuse();
"""


def test_it_is_said_once_and_there_is_a_plan_and_an_export(small_visit: Open) -> None:
    page = small_visit("about.html")
    page.context.add_init_script(REFUSES)
    page = small_visit("index.html")
    said = page.get_by_text("Answers last only until")
    expect(said).to_have_count(1)
    page.locator(".cl-option").first.click()
    export = page.get_by_role("button", name="Export")
    expect(export).to_have_count(1)
    page.reload()  # which forgets the answer
    page.get_by_role("button", name="plan now").click()
    page.locator("[data-fills=day]").first.click()
    page.get_by_role("button", name="Make my plan").click()
    page.get_by_role("heading", name="minutes today").wait_for()
    page.locator("button.cl-task").first.click()
    page.get_by_role("button", name="Back to today").wait_for()
    expect(said).to_have_count(1)
