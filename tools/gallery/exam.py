"""A mock exam of ten questions on a page of the site, from its start to its review."""

from contextlib import suppress

from playwright.async_api import Page, TimeoutError

from tools.gallery.questions import PARTS
from tools.gallery.visit import State, Visit, click, fill, see

EXAM = "[data-certlab=exam]"
CARD = f"{EXAM} .cl-item"
KEY = f"{EXAM} [data-key={{}}]"
SEED = "22"
MAP = (f"{EXAM} .cl-map .cl-cell", f"{EXAM} .cl-legend li", f"{EXAM} .cl-foot > *")
PLOT = (f"{EXAM} .cl-tick", f"{EXAM} .cl-domains th[scope=row]")


def visits(root: str, ready: str) -> list[Visit]:
    start = State("start", (see(KEY.format("primary")),), PARTS, CARD)
    sat = State("question", (_begin, see(f"{EXAM} [role=timer]")), PARTS, CARD)
    over = State(
        "map",
        (_answer_some, click(KEY.format("map")), see(f"{EXAM} .cl-map")),
        MAP,
        CARD,
    )
    asks = State(
        "hand in", (click(KEY.format("primary")), see(KEY.format("asks"))), MAP, CARD
    )
    told = State(
        "report", (click(KEY.format("yes")), see(f"{EXAM} .cl-big")), PLOT, CARD
    )
    review = State(
        "review", (click(KEY.format("all")), see(f"{EXAM} .cl-verdict")), PARTS, CARD
    )
    states = (start, sat, over, asks, told, review)
    return [Visit("Mock exam", f"{root}mock-exam.html", states, ready=ready)]


async def _begin(page: Page) -> None:
    await page.locator(KEY.format("paper-random")).check()
    await page.locator(KEY.format("count")).select_option("10")
    await fill(KEY.format("seed"), SEED)(page)
    await click(KEY.format("primary"))(page)


async def _answer_some(page: Page) -> None:
    """The first option of what has options; the rest stays open, and one is flagged."""
    for place in range(8):
        await page.get_by_text(f"question {place + 1} of 10").wait_for()
        option = page.locator(f"{EXAM} .cl-choice input")
        if await option.count():
            await option.first.check()
        if place == 1:
            await click(KEY.format("flag"))(page)
        await _go_on(page, place + 2)


async def _go_on(page: Page, number: int) -> None:
    """Press Next until the question of that number shows.

    A press is lost where the answer is stored, and so the button drawn once more, between
    the mouse going down and up.
    """
    reached = page.get_by_text(f"question {number} of 10")
    for _press in range(9):
        await click(KEY.format("primary"))(page)
        with suppress(TimeoutError):
            await reached.wait_for(timeout=10_000)
            break
    await reached.wait_for()
