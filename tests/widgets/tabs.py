"""Tabs of one browser on a page of the site's, for the store of answers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route

from certlab.app.esm import SOURCE

HERE = Path(__file__).parent
# A name below localhost is as good as https to a browser, and nothing is asked of a network.
SITE = "http://certlab.localhost"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
Edit = Callable[[str, str], str]
ROW = {
    "item": "mig-max-instances",
    "rev": 1,
    "outcome": "correct",
    "score": 1,
    "response": "seven",
    "seed": 0,
    "options": ["eight", "seven"],
    "confidence": "sure",
    "milliseconds": 1200,
    "surface": "site",
}


def serve(context: BrowserContext, edit: Edit = lambda _, text: text) -> None:
    """Answer for the site; `edit(name, text)` may change a file on its way."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(f"{SITE}/").partition("?")[0]
        path = next((at / name for at in (SOURCE, HERE) if (at / name).exists()), None)
        if path is None:
            route.fulfill(status=404)
        else:
            body = edit(name, path.read_text("utf-8"))
            kind = f"{KINDS[path.suffix]}; charset=utf-8"
            route.fulfill(body=body, content_type=kind)

    context.route(f"{SITE}/**", answer)


def open_tab(context: BrowserContext, *, store: bool = True) -> Page:
    """A new tab on the page, with the store as `window.store`."""
    tab = context.new_page()
    tab.goto(f"{SITE}/store_page.html")
    if store:
        open_store(tab)
    return tab


def open_store(tab: Page) -> str:
    """Open the store in a tab; what it says of being refused."""
    refused: str = tab.evaluate(
        """async () => {
          const { openStore } = await import("/app/static/store/store.js");
          window.store = await openStore();
          return store.refused;
        }"""
    )
    return refused


def add(tab: Page, **parts: Any) -> dict[str, Any]:
    """Add a row in a tab; the row as kept."""
    kept: dict[str, Any] = tab.evaluate("(row) => store.add(row)", {**ROW, **parts})
    return kept


def refusal(tab: Page, **parts: Any) -> str:
    """What is said where a row is not added; "" when it was."""
    said: str = tab.evaluate(
        "(row) => store.add(row).then(() => '', (error) => error.message)",
        {**ROW, **parts},
    )
    return said


def rows(tab: Page) -> list[dict[str, Any]]:
    """All rows, as a tab has them."""
    found: list[dict[str, Any]] = tab.evaluate("store.all()")
    return found
