"""Every state in both themes: axe-core, narrow screens, target sizes, forced colours."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.axe import in_both_themes

Draw = Callable[..., Any]
Steps = Callable[[Page], None]
VERDICT = ".cl-verdict"


def before(page: Page) -> None:
    page.keyboard.press("Tab")
    page.keyboard.press("2")
    page.get_by_label("Sure", exact=True).check()
    page.get_by_role("button", name="Flag").click()


def wrong(page: Page) -> None:
    before(page)
    page.get_by_role("button", name="Check answer").click()
    page.wait_for_selector(VERDICT)


def numeric_invalid(page: Page) -> None:
    page.get_by_label("Your answer").fill("989.4")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=alert]")


def numeric_right(page: Page) -> None:
    page.get_by_label("Your answer").fill("989.4")
    page.get_by_label("Unit", exact=True).select_option("TFLOPS")
    page.get_by_label("Unsure").check()
    page.get_by_role("button", name="Check answer").click()
    page.wait_for_selector(VERDICT)


def multi(page: Page) -> None:
    page.get_by_text("Registers").click()
    page.get_by_text("The barrier").click()


def multi_wrong(page: Page) -> None:
    multi(page)
    page.get_by_role("button", name="Check answer").click()
    page.wait_for_selector(VERDICT)


def front(page: Page) -> None:
    page.wait_for_selector(".cl-front")


def back(page: Page) -> None:
    page.get_by_role("button", name="Show the back").click()
    page.wait_for_selector(".cl-back")


def quiz_end(page: Page) -> None:
    wrong(page)
    page.get_by_role("button", name="Summary").click()
    page.wait_for_selector(".cl-score")


def cards_end(page: Page) -> None:
    back(page)
    page.keyboard.press("1")
    page.wait_for_selector(".cl-score")


QUIZ: dict[str, tuple[str, Steps]] = {
    "before": ("small-slices", before),
    "wrong": ("small-slices", wrong),
    "numeric-invalid": ("small-rate", numeric_invalid),
    "numeric-right": ("small-rate", numeric_right),
    "multi": ("small-memories", multi),
    "multi-wrong": ("small-memories", multi_wrong),
    "end": ("small-slices", quiz_end),
}
CARDS: dict[str, tuple[str, Steps]] = {
    "front": ("small-card-two", front),
    "back": ("small-card-two", back),
    "cards-end": ("small-card-two", cards_end),
}


@pytest.mark.parametrize("name", [*QUIZ, *CARDS])
def test_each_state_can_be_used_by_everyone(quiz: Draw, cards: Draw, name: str) -> None:
    """In both themes, then on a phone: drawn once, since drawing is what takes time."""
    draw, table = (quiz, QUIZ) if name in QUIZ else (cards, CARDS)
    item, steps = table[name]
    page: Page = draw(item).page
    steps(page)
    assert in_both_themes(page) == []
    assert page.evaluate(SMALL_TARGETS) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# WCAG 2.2, 2.5.8: 24 pixels; a box and its label are one target, a link in a text is free.
SMALL_TARGETS = """() => [...document.querySelectorAll("button, select, input, .cl-button")]
  .map((one) => one.closest("label") ?? one)
  .filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 24)
  .map((one) => one.outerHTML)"""


# JupyterLab's own surfaces and inks, light and dark, as its themes set them.
JUPYTER = {
    "true": ("#ffffff", "#eeeeee", "rgba(0, 0, 0, 0.87)"),
    "false": ("#212121", "#424242", "rgba(255, 255, 255, 1)"),
}


@pytest.mark.parametrize("light", JUPYTER)
def test_jupyter_s_theme_wins_over_the_system_s(quiz: Draw, light: str) -> None:
    page = quiz("small-slices").page
    wrong(page)
    page.emulate_media(color_scheme="dark" if light == "true" else "light")
    paper, ground, ink = JUPYTER[light]
    page.evaluate(
        """([light, paper, ground, ink]) => {
          document.body.dataset.jpThemeLight = light;
          const set = (name, value) => document.body.style.setProperty(name, value);
          set("--jp-layout-color1", paper);
          set("--jp-layout-color2", ground);
          set("--jp-content-font-color1", ink);
        }""",
        [light, paper, ground, ink],
    )
    scheme = page.evaluate(
        "getComputedStyle(document.querySelector('#one')).colorScheme"
    )
    assert scheme == ("light" if light == "true" else "dark")
    assert Axe().run(page).response["violations"] == []


def test_forced_colours_still_tell_right_from_wrong(quiz: Draw) -> None:
    page = quiz("small-slices").page
    page.emulate_media(forced_colors="active")
    wrong(page)
    rows = page.locator(".cl-choice.cl-is-wrong, .cl-choice.cl-is-right")
    for row in rows.all():
        edge = row.evaluate("(one) => getComputedStyle(one).borderInlineStartWidth")
        assert edge == "3px"
    assert page.locator(".cl-tag").count() == 2
