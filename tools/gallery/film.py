"""The front page as a short film: its first question is answered, and its picture moves to show why.

A GIF, because GitHub plays one inline, gives it a button that stops it, and shows it still to
whoever asks the system for less motion. Other places play it as it is, so it ends by itself.
"""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.async_api import Page, async_playwright

from tools.gallery.camera import FLAGS
from tools.gallery.chromium import CHROMIUM
from tools.gallery.colours import reduced
from tools.gallery.patience import script

WIDTH = 1100  # pixels; two columns, and letters that can still be read at 800
ROOM = 24  # pixels below the card
AGAIN = 1  # times that it is played once more, before it rests on its last frame
ASKED, POINTED, TOLD = 1200, 300, 2000  # ms that a still frame stands
COLOURS = 255  # of a GIF, and one for what stays as it was
STEP = (
    40  # ms of a frame in which something moves; browsers draw no shorter one than 20
)
GLIDES = 8  # frames in which the pointer comes to the answer
WRONG = ".cl-newcomer .cl-option >> nth=0"
CARD = ".cl-newcomer .cl-item"

# A picture of a page has no pointer. Fixed, so that it moves nothing.
_POINTER = """() => {
  const one = document.createElement("div");
  one.id = "pointer";
  one.style.cssText = "position: fixed; z-index: 99; pointer-events: none; width: 26px";
  one.innerHTML = `<svg viewBox="0 0 20 26"><path d="M1 1v19l5-4 3 8 4-2-3-7h7z"
    fill="#111" stroke="#fff" stroke-width="1.5"/></svg>`;
  document.body.append(one);
}"""
_MOVE = """([x, y]) => {
  const one = document.getElementById("pointer");
  one.style.left = `${x}px`; one.style.top = `${y}px`;
}"""
# What moves stands still at its beginning, until a frame says how far it is.
_HELD = "*, ::before, ::after { animation-play-state: paused !important; }"
_LASTS = """() => Math.max(0, ...document.getAnimations().map(
  (one) => Number(one.effect.getComputedTiming().endTime)))"""
_SEEK = "(now) => document.getAnimations().forEach((one) => { one.currentTime = now; })"

Frame = tuple[Image.Image, int]  # and the milliseconds that it stands


async def film(root: str, file: Path, patience: float) -> None:
    """Play the front page of the site at `root` into `file`.

    Args:
        root: its address, with a slash at its end.
        file: a GIF to write.
        patience: seconds to wait for what the page draws.
    """
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        # What is added to the page, its policy would not allow.
        page = await browser.new_page(
            viewport={"width": WIDTH, "height": 960}, bypass_csp=True
        )
        page.set_default_timeout(1000 * patience)
        await page.add_init_script(script(patience))
        await page.goto(f"{root}index.html")
        await page.locator(".cl-newcomer .cl-picture .cl-frame").wait_for()
        frames = await _played(page)
        height = await _bottom(page) + ROOM
        await browser.close()
    write([(one.crop((0, 0, WIDTH, height)), stands) for one, stands in frames], file)


async def _played(page: Page) -> list[Frame]:
    await page.add_style_tag(content=_HELD)
    await page.evaluate(_POINTER)
    frames = [await _frame(page, ASKED)]
    box = await page.locator(WRONG).bounding_box()
    assert box
    to = (box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.75)
    for place in range(GLIDES):
        left = (1 - (place + 1) / GLIDES) ** 2  # of the way: it slows down
        at = (to[0] + 120 * left, to[1] + 260 * left)
        await page.mouse.move(*at)
        await page.evaluate(_MOVE, at)
        frames.append(await _frame(page, STEP))
    frames.append(await _frame(page, POINTED))
    await page.locator(WRONG).click()
    await page.locator(".cl-newcomer .cl-verdict").wait_for()
    await page.locator(".cl-newcomer .cl-came").first.wait_for(state="attached")
    lasts: float = await page.evaluate(_LASTS)
    for now in range(0, int(lasts) + 1, STEP):
        await page.evaluate(_SEEK, now)
        frames.append(await _frame(page, STEP))
    await page.evaluate(_SEEK, lasts + 1)
    return [*frames, await _frame(page, TOLD)]


async def _frame(page: Page, stands: int) -> Frame:
    return Image.open(BytesIO(await page.screenshot())).convert("RGB"), stands


async def _bottom(page: Page) -> int:
    box = await page.locator(CARD).first.bounding_box()
    assert box
    return int(box["y"] + box["height"])


def write(frames: Iterable[Frame], file: Path) -> None:
    """Frames as a GIF that ends, in which a frame holds only what changes."""
    pictures, stands = zip(*frames, strict=True)
    first, *rest = reduced(pictures, COLOURS)
    first.save(
        file, save_all=True, append_images=rest, duration=list(stands), loop=AGAIN, disposal=1
    )  # fmt: skip
