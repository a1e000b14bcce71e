"""The contact sheet: a page of thumbnails, and the same as a few large pictures."""

import html
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from PIL import Image
from playwright.async_api import async_playwright

from tools.gallery.camera import FLAGS
from tools.gallery.chromium import CHROMIUM
from tools.gallery.visit import DESK, Picture

THUMBS = "thumbnails"
ACROSS = {DESK: 420}  # pixels of a thumbnail; of other widths:
NARROW = 200
HIGH = 480  # of the tallest thumbnail, the rest of it is cut off
ROOM = 3600  # pixels a sheet is high, about
WIDE = 1800

_STYLE = f"""
body {{ margin: 24px; font: 14px/20px system-ui, sans-serif; color: #1c1e23; background: #d9dade; }}
h1 {{ font-size: 20px; }} h2 {{ font-size: 16px; margin: 8px 0; }}
section {{ width: {WIDE}px; max-width: 100%; padding: 16px; box-sizing: border-box; background: #d9dade; }}
div {{ display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start; }}
figure {{ margin: 0; }} figcaption {{ font-size: 12px; line-height: 16px; overflow-wrap: anywhere; }}
img {{ display: block; border: 1px solid #8a8d94; }}
.fault {{ color: #a63c00; font-weight: 600; }} .fault img {{ border: 3px solid #a63c00; }}
"""


async def write(pictures: Sequence[Picture], to: Path) -> list[Path]:
    """Write index.html below `to`, and its sections as PNG; the paths of the latter."""
    (to / THUMBS).mkdir(exist_ok=True)
    for picture in pictures:
        _thumbnail(picture, to)
    sections = list(_sections(pictures))
    bad = [picture for picture in pictures if picture.faults]
    page = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>{_STYLE}</style><h1>{len(pictures)} pictures, {len(bad)} with faults</h1>
<ul>{"".join(_row(one, to) for one in bad)}</ul>
{"".join(_section(name, some, to) for name, some in sections)}</html>"""
    index = to / "index.html"
    index.write_text(page, "utf-8")
    return await _photograph(index, [name for name, _ in sections])


def _sections(pictures: Sequence[Picture]) -> Iterator[tuple[str, list[Picture]]]:
    """Pictures of one width and theme, as many as a sheet has room for."""
    looks = sorted({(-one.width, one.theme) for one in pictures})
    for width, theme in ((-negative, theme) for negative, theme in looks):
        own = [one for one in pictures if (one.width, one.theme) == (width, theme)]
        columns = WIDE // (ACROSS.get(width, NARROW) + 12)
        many = columns * (ROOM // (HIGH + 52))
        for place, first in enumerate(range(0, len(own), many), 1):
            yield f"{width}-{theme}-{place}", own[first : first + many]


def _section(name: str, pictures: Sequence[Picture], to: Path) -> str:
    groups = groupby(pictures, key=lambda one: one.surface)
    figures = "".join(_figure(one, to) for _, some in groups for one in some)
    return f'<section id="sheet-{name}"><h2>{name}</h2><div>{figures}</div></section>'


def _figure(one: Picture, to: Path) -> str:
    across = ACROSS.get(one.width, NARROW)
    file, fault = one.file.relative_to(to), ' class="fault"' if one.faults else ""
    caption = html.escape(f"{one.surface}: {one.state}")
    says = "".join(f"<br>{html.escape(fault)}" for fault in one.faults)
    image = f'<img src="{THUMBS}/{one.file.stem}.jpg" alt="" width="{across}">'
    return (
        f'<figure{fault} style="width: {across + 6}px"><a href="{file}">{image}</a>'
        f"<figcaption>{caption}{says}</figcaption></figure>"
    )


def _row(one: Picture, to: Path) -> str:
    return f'<li class="fault"><a href="{one.file.relative_to(to)}">{html.escape(str(one))}</a></li>'


def _thumbnail(one: Picture, to: Path) -> None:
    across = ACROSS.get(one.width, NARROW)
    image = Image.open(one.file).convert("RGB")
    image = image.crop(
        (0, 0, image.width, min(image.height, image.width * HIGH // across))
    )
    image.thumbnail((across, HIGH), Image.Resampling.LANCZOS)
    image.save(to / THUMBS / f"{one.file.stem}.jpg", quality=88)


async def _photograph(index: Path, names: Sequence[str]) -> list[Path]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = await browser.new_page(viewport={"width": WIDE + 48, "height": 1000})
        await page.goto(index.as_uri())
        files = [index.with_name(f"sheet-{name}.png") for name in names]
        for name, file in zip(names, files, strict=True):
            await page.locator(f"#sheet-{name}").screenshot(path=file)
        await browser.close()
    return files
