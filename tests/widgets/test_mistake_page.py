"""Report a mistake: a line for the clipboard, or to copy by hand, and where it goes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from certlab.course import Course
from certlab.study.questions import compile_item

Draw = Callable[..., Any]
# A page of tests is no secure one, so that it has no clipboard until it is given one.
CLIPBOARD = """Object.defineProperty(navigator, "clipboard", { value: {
  writeText: async (text) => { window.copied = text; },
} })"""


@pytest.fixture
def answered(quiz: Draw) -> Callable[[str], Any]:
    def begin(setting: str) -> Any:
        page = quiz("small-slices").page
        page.evaluate(setting)
        page.get_by_role("radio").first.check()
        page.get_by_role("button", name="Check answer").click()
        page.get_by_role("button", name="Report a mistake").click()
        return page

    return begin


def test_it_is_copied_and_says_so(answered: Callable[[str], Any], bank: Course) -> None:
    page = answered(CLIPBOARD)
    says = page.locator(".cl-mistake [aria-live]")
    expect(says).to_have_text("Copied. Send it to the authors of this course.")
    question = compile_item(bank, bank.items["small-slices"], 0)
    assert page.evaluate("copied") == question.mistake("four-two-one")


def test_where_there_is_no_clipboard_it_is_shown(
    answered: Callable[[str], Any],
) -> None:
    says = answered("0").locator(".cl-mistake [aria-live]")
    expect(says).to_contain_text("Copy this line and send it to the authors")
    expect(says.locator("code")).to_contain_text("small-slices rev 1 seed 0: ")


@pytest.mark.parametrize(
    ("report", "shown"),
    [
        ("https://example.org/issues", "example.org/issues"),
        ("mailto:course@example.org", "course@example.org"),
    ],
)
def test_a_card_links_to_where_its_course_wants_it(
    small: Path, request: pytest.FixtureRequest, report: str, shown: str
) -> None:
    (small / "content/course.toml").write_text(f'report = "{report}"', "utf-8")
    page = request.getfixturevalue("cards")("small-card").page
    page.get_by_role("button", name="Show the back").click()
    page.get_by_role("button", name="Forgotten").click()
    page.get_by_role("listitem").get_by_role("button").click()
    page.get_by_role("button", name="Report a mistake").click()
    expect(page.get_by_role("link", name=shown)).to_have_attribute("href", report)
