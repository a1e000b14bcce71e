"""The board's states in both themes: axe-core, phones, target sizes, forced colours, motion."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from certlab.labs.mig.widgets.board import MigBoard
from tests.axe import in_both_themes, violations

Draw = Callable[..., Any]
Steps = Callable[[Page], None]


def mock_up(board: MigBoard) -> None:
    board.place("3g.40gb", 0)
    board.place("2g.20gb", 4)
    board.place("1g.10gb+me", 6)
    board.place("3g.40gb", 4, gpu=1)


def refused(page: Page) -> None:
    page.locator("[data-key='p-0-2']").click()
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=alert]")


def placing(page: Page) -> None:
    page.locator("[data-key='p-1-3']").click()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".cl-ghost")


def moving(page: Page) -> None:
    page.locator("[data-instance='2'][data-gpu='1']").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".cl-ghost")


def ran(page: Page) -> None:
    page.locator("[data-key='edit-0']").click()
    page.locator("textarea").fill("nvidia-smi mig -lgip -i 0")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cl-output")


def failed(page: Page) -> None:
    page.locator("[data-key='edit-1']").click()
    page.locator("textarea").fill("nvidia-smi mig -cgi 0 -i 1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cl-exit")


def picked(page: Page) -> None:
    page.locator("[data-instance='5']").click()
    page.wait_for_selector("[data-act=remove]")


STATES: dict[str, tuple[dict[str, Any], Steps]] = {
    "begun": ({"count": 2}, lambda _: None),
    "refused": ({"count": 2}, refused),
    "placing": ({"count": 2}, placing),
    "moving": ({"count": 2}, moving),
    "ran": ({"count": 2}, ran),
    "failed": ({"count": 2}, failed),
    "picked": ({"count": 2}, picked),
    "goal": ({"count": 2, "goal": ["3g.40gb", "4g.40gb"]}, lambda _: None),
    "reached": ({"count": 2, "goal": ["3g.40gb"]}, lambda _: None),
}


@pytest.mark.parametrize("name", STATES)
def test_each_state_can_be_used_by_everyone(board: Draw, name: str) -> None:
    """In both themes, then at each width: drawn once, since drawing is what takes time."""
    made, steps = STATES[name]
    page: Page = board(mock_up, **made).page
    steps(page)
    assert in_both_themes(page) == []
    for width in (320, 390, 1000, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert sideways(page) == [], width
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(SMALL_TARGETS) == [], width
        assert page.evaluate(SMALL_TEXT) == [], width
        assert page.evaluate(CUT_OFF) == [], width


def sideways(page: Page) -> list[str]:
    """What scrolls: the page, or the board, which a notebook's output would scroll."""
    return page.evaluate(
        """() => [document.documentElement, document.querySelector(".cl-board")]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.tagName)"""
    )


# WCAG 2.2, 2.5.8: 24 pixels; a radio button and its label are one target.
SMALL_TARGETS = """() => [...document.querySelectorAll("button, select, input, textarea")]
  .map((one) => one.closest("label") ?? one)
  .filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 24)
  .map((one) => one.outerHTML)"""
SMALL_TEXT = """() => [...document.querySelectorAll(".cl-board *")]
  .filter((one) => [...one.childNodes].some((text) => text.nodeType === 3 && text.data.trim()))
  .filter((one) => one.getClientRects().length)
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 11)
  .map((one) => one.outerHTML)"""
CUT_OFF = """() => [...document.querySelectorAll(".cl-above, .cl-bar, .cl-who")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


# JupyterLab's own surfaces and inks, light and dark, as its themes set them.
JUPYTER = {
    "true": ("#ffffff", "#eeeeee", "rgba(0, 0, 0, 0.87)"),
    "false": ("#212121", "#424242", "rgba(255, 255, 255, 1)"),
}


@pytest.mark.parametrize("light", JUPYTER)
def test_jupyter_s_own_colours_are_readable(board: Draw, light: str) -> None:
    page = board(mock_up, count=2).page
    refused(page)
    placing(page)
    page.evaluate(
        """([light, paper, ground, ink]) => {
          document.body.dataset.jpThemeLight = light;
          const set = (name, value) => document.body.style.setProperty(name, value);
          set("--jp-layout-color1", paper);
          set("--jp-layout-color2", ground);
          set("--jp-content-font-color1", ink);
        }""",
        [light, *JUPYTER[light]],
    )
    assert violations(page) == []


def test_forced_colours_keep_who_is_who(board: Draw) -> None:
    page = board(mock_up, count=2).page
    page.emulate_media(forced_colors="active")
    fills = page.locator(".cl-instance .cl-shape path").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).fill)"
    )
    assert len(set(fills)) == 3  # 1g, 2g and 3g


@pytest.mark.parametrize("reduced", ["reduce", "no-preference"])
def test_a_move_slides_once_unless_motion_is_unwanted(
    board: Draw, reduced: Any
) -> None:
    page = board(mock_up, count=2).page
    page.emulate_media(reduced_motion=reduced)
    page.evaluate(
        """() => { window.slid = 0; const animate = Element.prototype.animate;
        Element.prototype.animate = function (...all) { window.slid += 1; return animate.apply(this, all); }; }"""
    )
    moving(page)
    page.keyboard.press("Enter")
    expect(page.locator(".cl-ghost")).to_have_count(0)
    assert page.evaluate("window.slid") == (reduced == "no-preference")
