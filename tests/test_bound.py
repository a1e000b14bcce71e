"""Every wait of the tests ends at the one bound, in a browser too."""

import pytest
from playwright.sync_api import TimeoutError as GivenUp

from tests import bound
from tests.browser import driver, launch


def test_waiting_for_what_never_comes_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bound, "BOUND", 0.1)
    bound.until(lambda: True, "at once")
    with pytest.raises(AssertionError, match="the moon"):
        bound.until(lambda: False, "the moon")


def test_each_page_of_a_browser_has_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    with driver() as playwright:
        browser = launch(playwright)
        monkeypatch.setattr(bound, "MILLISECONDS", 321.0)
        for page in (browser.new_page(), browser.new_context().new_page()):
            with pytest.raises(GivenUp, match="321ms"):
                page.wait_for_selector("#nothing")
        browser.close()


def test_a_widget_has_longer_than_its_library_gives_it() -> None:
    late = "new Promise((done) => setTimeout(() => done(given.aborted), 2500))"
    with driver() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.goto("about:blank")
        waited = f"() => {{ const given = AbortSignal.timeout(2000); return {late}; }}"
        assert page.evaluate(waited) is False
        browser.close()
