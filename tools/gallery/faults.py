"""What is broken in a picture, as far as it can be told without looking at it."""

from pathlib import Path

from PIL import Image
from playwright.async_api import ConsoleMessage, Page

BLANK = 0.999  # of the picture in one shade; a line of large text is more than the rest
NEAR = 16  # of 256 shades, that count as the same: a gradient is blank as well
SLACK = 1  # pixels that borders may share
APART = 2  # pixels between labels of a drawing, or 75 and 100 read as 75100

# Boxes of what can be seen of these parts. One that holds another does not lie over it.
_OVERLAPS = """([selectors, shared, apart]) => {
  const says = [], seen = [];
  const sticky = (element) => element && (getComputedStyle(element).position === "sticky" ? element : sticky(element.parentElement));
  const name = (one) => `${one.selector} “${(one.element.textContent || one.element.ariaLabel || "").trim().slice(0, 24)}”`;
  for (const selector of selectors) {
    const drawn = [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((element) => ({ selector, element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    if (!drawn.length) says.push(`there is no ${selector}`);
    seen.push(...drawn);
  }
  seen.forEach((one, place) => seen.slice(place + 1).forEach((other) => {
    if (one.element.contains(other.element) || other.element.contains(one.element)) return;
    if (sticky(one.element) !== sticky(other.element)) return; // what sticks lies over what scrolls
    const slack = one.element.matches("svg text") && other.element.matches("svg text") ? -apart : shared;
    const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (across > slack && down > shared) says.push(`${name(one)} and ${name(other)} lie over each other by ${Math.round(across)} × ${Math.round(down)} pixels`);
  }));
  return says;
}"""
_SIDEWAYS = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return Math.max(0, scrollWidth - clientWidth);
}"""
MOST = 3  # overlaps that are told of one picture; one broken style makes hundreds


def is_blank(picture: Path) -> bool:
    """Whether a picture is nearly one colour."""
    with Image.open(picture) as seen:
        shades = seen.convert("L").histogram()
    most = shades.index(max(shades))
    same = sum(shades[max(0, most - NEAR) : most + NEAR + 1])
    return same >= BLANK * sum(shades)


async def overlaps(page: Page, parts: tuple[str, ...]) -> list[str]:
    """Parts that are missing, or that lie over each other."""
    says: list[str] = await page.evaluate(_OVERLAPS, [list(parts), SLACK, APART])
    more = len(says) - MOST
    return says if more <= 0 else [*says[:MOST], f"and {more} more overlaps"]


async def sideways(page: Page) -> list[str]:
    """Whether the page is wider than its window."""
    wider = await page.evaluate(_SIDEWAYS)
    return [f"the page scrolls sideways by {wider} pixels"] if wider else []


def listen(page: Page, says: list[str]) -> None:
    """Note what a page throws, and what its console calls an error."""

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            says.append(f"the console says: {message.text}")

    page.on("pageerror", lambda error: says.append(f"the page threw: {error}"))
    page.on("console", heard)
