"""Chromium as the tests drive it: it asks no network, and waits as long as it takes."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Playwright,
    expect,
    sync_playwright,
)

from tests import bound
from tools.gallery import patience
from tools.gallery.chromium import CHROMIUM

# Noise of a browser's own housekeeping would look for a network that is not there.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def driver() -> Iterator[Playwright]:
    """Playwright; a test that needs it is skipped where there is no Chromium.

    It keeps an event loop running, in which other tests of the same process could not
    run theirs, so it does not live longer than one file.
    """
    if not CHROMIUM.exists():
        pytest.skip("Chromium is not installed")
    expect.set_options(timeout=bound.MILLISECONDS)
    with sync_playwright() as playwright:
        yield playwright


def launch(playwright: Playwright, *flags: str) -> Browser:
    """A browser whose pages wait until the bound; Playwright's own would be 30 s."""
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=[*FLAGS, *flags], timeout=bound.MILLISECONDS
    )
    browser.on("context", unhurried)
    return browser


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser that runs until the block ends; not longer than one file, see `driver`."""
    with driver() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def unhurried(context: BrowserContext) -> BrowserContext:
    """The context, whose pages wait until the bound, and the widgets in them too."""
    context.set_default_timeout(bound.MILLISECONDS)
    context.add_init_script(patience.script(bound.BOUND))
    return context
