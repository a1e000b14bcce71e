"""Goes through visits in one Chromium, several at a time, and takes the pictures."""

import asyncio
import re
from collections.abc import Iterable
from dataclasses import replace
from math import ceil
from pathlib import Path

from playwright.async_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    async_playwright,
)
from playwright.async_api import Error as PlaywrightError

from tools.gallery import faults
from tools.gallery.chromium import CHROMIUM
from tools.gallery.patience import script
from tools.gallery.visit import PHONE, THEMES, Picture, State, Visit

# Only this machine can be reached: what asks another host shows as a console error.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking",
         "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost"]  # fmt: skip
HEIGHTS = {PHONE: 844}
HEIGHT = 900
TALLEST = 2400  # pixels of a picture; a page of 20 screens is not looked at whole
MARGIN = 16  # pixels around the part that a picture is of
AT_ONCE = 4  # visits; on two cores one draws while another waits
_SETTLED = """async () => {
  await document.fonts.ready;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame(); await frame();
}"""
# Bring its top into the window, without the bars that would lie over it; where that then is.
_TO_TOP = """(one, margin) => {
  const bars = document.querySelector(".top");
  if (bars && !bars.contains(one)) bars.style.visibility = "hidden";
  scrollBy({ top: one.getBoundingClientRect().top - margin, behavior: "instant" });
  return Math.max(0, one.getBoundingClientRect().top - margin);
}"""


async def photograph(
    visits: Iterable[Visit], to: Path, patience: float, *, whole: bool = True
) -> list[Picture]:
    """Take every picture of every visit.

    Args:
        visits: where to go.
        to: an empty folder for the pictures.
        patience: seconds to wait for a state, before it counts as not reached.
        whole: each width in both themes, as PNG. Else themes take turns from state to
            state, and pictures are JPEG, which take less to write and to read.

    Returns:
        The pictures in the order of the visits, with their faults. A state that was not
        reached has a picture of what was there instead.
    """
    room, free = asyncio.Semaphore(AT_ONCE), list[BrowserContext]()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)

        async def one(visit: Visit) -> list[Picture]:
            async with room:
                # One that is used again has most scripts of a page already, compiled.
                context = free.pop() if free else await _context(browser, patience)
                pictures = await _visit(context, visit, to, whole=whole)
                free.append(context)
                return pictures

        taken = await asyncio.gather(*map(one, visits))
        await browser.close()
    return [picture for pictures in taken for picture in pictures]


async def _context(browser: Browser, patience: float) -> BrowserContext:
    context = await browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(1000 * patience)
    await context.add_init_script(script(patience))
    return context


async def _visit(
    context: BrowserContext, visit: Visit, to: Path, *, whole: bool
) -> list[Picture]:
    """The pictures of a visit, that finds nothing stored and leaves nothing."""
    widths = visit.widths
    page, says = await context.new_page(), list[str]()
    faults.listen(page, says)
    await page.set_viewport_size(_window(visit, widths[0]))
    pictures = list[Picture]()
    lost = False
    for number, state in enumerate(visit.states):
        if lost and not state.anew:
            continue
        lost = False
        try:
            if number == 0:
                await _open(page, visit)
            for step in state.steps:
                await step(page)
        except PlaywrightError as error:
            lost = True
            says.append(_unreached(error))
        for width in widths:
            await page.set_viewport_size(_window(visit, width))
            turn = (number + visit.widths.index(width)) % len(THEMES)
            for theme in THEMES if whole else THEMES[turn : turn + 1]:
                file = to / _name(visit, state, width, theme, whole=whole)
                picture = await _take(page, visit, state, width, theme, file)
                pictures.append(replace(picture, faults=(*says, *picture.faults)))
                says.clear()
        widths = widths[::-1]  # so that steps are done at every width
    await _forget(context, page)
    return pictures


async def _forget(context: BrowserContext, page: Page) -> None:
    """Close a page, and remove all that it stored."""
    origin: str = await page.evaluate("origin")
    session = await context.new_cdp_session(page)
    await page.goto("about:blank")  # or what it has open would stay
    if origin.startswith("http"):
        every = {"origin": origin, "storageTypes": "all"}
        await session.send("Storage.clearDataForOrigin", every)
    await page.close()
    await context.clear_cookies()


def _window(visit: Visit, width: int) -> ViewportSize:
    height = HEIGHTS.get(width, HEIGHT)
    return {"width": width, "height": height * 3 // 2 if visit.long else height}


def _name(visit: Visit, state: State, width: int, theme: str, *, whole: bool) -> str:
    name = "-".join([visit.surface, state.name, str(width), theme])
    return f"{re.sub('[^a-z0-9]+', '-', name.lower())}.{'png' if whole else 'jpeg'}"


def _unreached(error: PlaywrightError) -> str:
    return f"not reached: {error.message.splitlines()[0]}"


async def _open(page: Page, visit: Visit) -> None:
    if visit.before:
        await visit.before(page)
    await page.goto(visit.opens)
    await page.wait_for_selector(visit.ready, state="attached")


async def _take(
    page: Page, visit: Visit, state: State, width: int, theme: str, file: Path
) -> Picture:
    await page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # one of THEMES
    says = list[str]()
    try:
        if visit.theme:
            await visit.theme(page, theme)
    except PlaywrightError as error:
        says.append(_unreached(error))
    await page.evaluate(_SETTLED)
    says += await faults.overlaps(page, state.parts)
    if width == PHONE:
        says += await faults.sideways(page)
    await _shoot(page, visit, state, width, file)
    if await asyncio.to_thread(faults.is_blank, file):
        says.append("the picture is blank")
    return Picture(visit.surface, state.name, width, theme, file, tuple(says))


async def _shoot(
    page: Page, visit: Visit, state: State, width: int, file: Path
) -> None:
    """The window from the top of the page; or the state's own part of the page, whole."""
    if not visit.long:
        await page.screenshot(path=file)
        return
    window = _window(visit, width)
    box = state.top and await page.locator(state.top).first.bounding_box()
    if not box:
        await page.evaluate("scrollTo(0, 0)")
        await page.screenshot(path=file)
        return
    # A picture of more than the window has the whole page drawn for it: a larger window
    # is cheaper.
    tall = max(1, min(TALLEST, box["height"] + 2 * MARGIN))
    if tall > window["height"]:
        await page.set_viewport_size({"width": width, "height": ceil(tall)})
    top = await page.locator(state.top).first.evaluate(_TO_TOP, MARGIN)
    left = max(0, box["x"] - MARGIN)
    across = min(width - left, box["width"] + 2 * MARGIN)
    await page.screenshot(
        path=file, clip={"x": left, "y": top, "width": across, "height": tall}
    )
    await page.evaluate("document.querySelector('.top')?.removeAttribute('style')")
    await page.set_viewport_size(window)
