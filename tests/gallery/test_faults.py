"""The gallery sees what is broken on a page, and only that."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Page

from tests.bound import BOUND
from tests.site.conftest import serving
from tools.gallery.camera import AT_ONCE, MARGIN, photograph
from tools.gallery.chromium import CHROMIUM
from tools.gallery.sheet import write
from tools.gallery.visit import DESK, PHONE, Picture, State, Visit, click, see

pytestmark = pytest.mark.skipif(
    not CHROMIUM.exists(), reason="Chromium is not installed"
)
TEXT = '<p style="font-size: 60px">A line of text.</p>'
CELL = '<b class="cell" style="position: absolute; width: 40px; left: {}px">7</b>'
Take = Callable[..., list[Picture]]


@pytest.fixture
def take(tmp_path: Path) -> Take:
    """Photograph a page of this text, in these states."""

    def photographed(
        body: str,
        *states: State,
        patience: float = BOUND,
        whole: bool = True,
        **visit: object,
    ) -> list[Picture]:
        path = tmp_path / "page.html"
        head = (
            '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        )
        path.write_text(f"<!doctype html>{head}{body}", "utf-8")
        states = states or (State("whole"),)
        one = Visit("Page", path.as_uri(), states, **visit)
        return asyncio.run(photograph([one], tmp_path, patience, whole=whole))

    return photographed


def faults(pictures: list[Picture], *widths: int) -> set[str]:
    return {fault for one in pictures if one.width in widths for fault in one.faults}


def test_a_sound_page_has_a_picture_a_width_and_theme(take: Take) -> None:
    side = CELL.format(20) + CELL.format(60)
    both = "<style>:root { color-scheme: light dark; }</style>"
    pictures = take(both + TEXT + side, State("whole", parts=("p", ".cell")))
    assert [one.faults for one in pictures] == [()] * 4
    assert len({(one.width, one.theme) for one in pictures}) == 4
    assert len({one.file.read_bytes() for one in pictures}) == 4


@pytest.mark.parametrize("colour", ["white", "linear-gradient(#111, #000)"])
@pytest.mark.parametrize("whole", [True, False])
def test_a_blank_picture(take: Take, colour: str, whole: bool) -> None:
    pictures = take(f'<body style="background: {colour}">', whole=whole)
    assert faults(pictures, DESK) == {"the picture is blank"}


def test_what_the_page_throws_and_its_console_says(take: Take) -> None:
    script = "<script>console.warn('no'); console.error('dear me'); throw new Error('oh no')</script>"
    says = faults(take(TEXT + script), DESK)
    assert says == {"the console says: dear me", "the page threw: oh no"}


def test_a_page_wider_than_a_phone(take: Take) -> None:
    pictures = take(f'{TEXT}<div style="width: 500px">wide</div>')
    assert faults(pictures, DESK) == set()
    (says,) = faults(pictures, PHONE)
    assert re.fullmatch(r"the page scrolls sideways by 1\d\d pixels", says)


def test_parts_that_lie_over_each_other(take: Take) -> None:
    over = CELL.format(20) + CELL.format(50)
    (says,) = faults(take(TEXT + over, State("whole", parts=(".cell",))), DESK)
    assert "lie over each other by 10 ×" in says
    hidden = over.replace("absolute", "absolute; visibility: hidden", 1)
    assert faults(take(TEXT + hidden, State("whole", parts=(".cell",))), DESK) == set()


@pytest.mark.parametrize(("apart", "touching"), [(0, True), (8, False)])
def test_labels_that_touch(take: Take, apart: int, touching: bool) -> None:
    label = '<text y="20" x="{}" textLength="40" text-anchor="{}">{}</text>'
    both = label.format(100, "end", 75) + label.format(100 + apart, "start", 100)
    pictures = take(f"{TEXT}<svg>{both}</svg>", State("whole", parts=("svg text",)))
    assert bool(faults(pictures, DESK)) is touching


def test_a_part_that_is_not_there(take: Take) -> None:
    pictures = take(TEXT, State("whole", parts=("p", ".cell")))
    assert faults(pictures, DESK) == {"there is no .cell"}


def test_a_state_that_is_not_reached_and_none_after_it(take: Take) -> None:
    never = State("never", (see(".never"),))
    pictures = take(TEXT, State("first"), never, State("last"), patience=1)
    assert [one.state for one in pictures if one.width == DESK] == ["first"] * 2 + ["never"] * 2  # fmt: skip
    (says,) = faults(pictures, DESK, PHONE)
    assert says.startswith("not reached: ")


def test_every_state_is_seen_at_each_width_and_steps_are_done_at_all(
    take: Take,
) -> None:
    step = "onclick=\"this.textContent += ' ' + innerWidth\""
    pressed = [State(name, (click("button"),)) for name in ("one", "two", "three")]
    shown: list[str] = []

    async def read(page: Page) -> None:
        shown.append(await page.inner_text("button"))

    pictures = take(f"<button {step}>At</button>", *pressed, State("four", (read,)))
    assert shown == [f"At {DESK} {PHONE} {DESK}"]
    seen = {(one.state, one.width, one.theme) for one in pictures}
    assert len(seen) == len(pictures) == 4 * 4


def test_each_visit_is_that_of_somebody_new(tmp_path: Path) -> None:
    script = """const saw = [localStorage.was, sessionStorage.was, document.cookie];
      localStorage.was = sessionStorage.was = document.cookie = "was=here";
      const ask = indexedDB.open("was");
      ask.onupgradeneeded = () => saw.push("no base");
      ask.onsuccess = () => { document.body.dataset.saw = saw.join(); };"""
    (tmp_path / "page.js").write_text(script, "utf-8")
    page = f'{TEXT}<script src="page.js"></script>'
    (tmp_path / "page.html").write_text(page, "utf-8")
    saw: list[str | None] = []

    async def read(page: Page) -> None:
        saw.append(await page.get_attribute("body", "data-saw"))

    with serving(tmp_path) as served:
        page, states = f"{served.address}/page.html", (State("one", (read,)),)
        visits = [
            Visit(f"Page {number}", page, states, (DESK,), ready="[data-saw]")
            for number in range(2 * AT_ONCE)
        ]
        asyncio.run(photograph(visits, tmp_path / "pictures", BOUND, whole=False))
    assert saw == [",,,no base"] * (2 * AT_ONCE)


def test_themes_may_take_turns(take: Take) -> None:
    pictures = take(TEXT, State("one"), State("two"), whole=False)
    assert {fault for one in pictures for fault in one.faults} == set()
    assert {(one.state, one.width, one.theme) for one in pictures} == {
        ("one", DESK, "light"),
        ("one", PHONE, "dark"),
        ("two", DESK, "dark"),
        ("two", PHONE, "light"),
    }


def test_states_follow_each_other_and_the_sheet_has_all(
    take: Take, tmp_path: Path
) -> None:
    script = "onclick=\"this.textContent = 'pressed'\""
    pressed = State("pressed", (click("button"),), parts=("button",))
    pictures = take(f"<button {script}>Press</button>", State("before"), pressed)
    assert len({one.file for one in pictures}) == len(pictures) == 8
    sheets = asyncio.run(write(pictures, tmp_path))
    page = (tmp_path / "index.html").read_text("utf-8")
    linked = re.findall(r'<a href="([^"]+\.png)"', page)
    assert {tmp_path / name for name in linked} == {one.file for one in pictures}
    shown = re.findall(r'<img src="([^"]+)"', page)
    assert all((tmp_path / name).is_file() for name in shown)
    assert len(shown) == len(pictures)
    assert len(sheets) == 4
    assert all(sheet.is_file() for sheet in sheets)


@pytest.mark.parametrize("tall", [300, 2000])
def test_a_picture_of_a_part_has_all_of_it(take: Take, tall: int) -> None:
    style = f"box-sizing: border-box; width: 200px; height: {tall}px; margin: 3000px 0 0 50px"
    edges = "border: 20px solid red; border-width: 20px 0"
    part = f'<div id="part" style="{style}; {edges}">In it.</div>'
    for one in take(TEXT + part + TEXT, State("part", top="#part")):
        picture = Image.open(one.file).convert("RGB")
        assert picture.size == (200 + 2 * MARGIN, tall + 2 * MARGIN)
        for y in (MARGIN + 5, MARGIN + tall - 5):
            assert picture.getpixel((MARGIN + 100, y)) == (255, 0, 0)
