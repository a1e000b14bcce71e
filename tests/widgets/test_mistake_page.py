"""Report a mistake: a line for the clipboard, or to copy by hand, and where it goes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
import yaml
from playwright.sync_api import Page, expect

from certlab.course import Course
from certlab.study.questions import compile_item
from tests.widgets import tabs

FORMS = Path(__file__).parents[2] / ".github" / "ISSUE_TEMPLATE"
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
    ("report", "shown", "takes"),
    [
        ("https://example.org/issues", "example.org/issues", {}),
        (
            "mailto:course@example.org",
            "course@example.org",
            {"subject": "{item}", "body": "{line}"},
        ),
        (
            "mailto:course@example.org?cc=b@example.org",
            "course@example.org?cc=b@example.org",
            {"cc": "b@example.org", "subject": "{item}", "body": "{line}"},
        ),
        (
            "https://github.com/me/lab/issues",
            "github.com/me/lab/issues",
            {
                "template": "wrong-fact.yml",
                "title": "{item}",
                "where": "{line}",
                "body": "{line}",
            },
        ),
    ],
)
def test_a_card_links_to_where_its_course_wants_it(
    small: Path,
    request: pytest.FixtureRequest,
    report: str,
    shown: str,
    takes: dict[str, str],
) -> None:
    """With the line in it, where a form or a message can take one."""
    (small / "content/course.toml").write_text(f'report = "{report}"', "utf-8")
    page = request.getfixturevalue("cards")("small-card").page
    page.get_by_role("button", name="Show the back").click()
    page.get_by_role("button", name="Forgotten").click()
    page.get_by_role("listitem").get_by_role("button").click()
    page.get_by_role("button", name="Report a mistake").click()
    line = page.locator(".cl-mistake code").inner_text()
    link = page.get_by_role("link", name=shown).get_attribute("href")
    address, _, query = link.partition("?")
    begin = report.partition("?")[0]
    assert address == (f"{begin}/new" if "template" in takes else begin)
    assert "+" not in query  # a mail program shows it as it is
    asked = {
        name: text.format(item="small-card", line=line) for name, text in takes.items()
    }
    assert dict(parse_qsl(query)) == asked
    if "template" in takes:
        form = yaml.safe_load((FORMS / takes["template"]).read_text("utf-8"))
        assert "where" in {field.get("id") for field in form["body"]}


def test_a_long_answer_fits_into_an_address(page: Page) -> None:
    """Also where a cut would go through a character of two units."""
    tabs.serve(page.context)
    tab = tabs.open_tab(page.context, store=False)
    tab.evaluate(
        """async (answer) => {
          const { drawMistake } = await import("/app/static/question/mistake.js");
          const report = "https://github.com/me/lab/issues";
          const feedback = { asked: { rev: 1, seed: 0 }, report };
          document.body.append(drawMistake("an-id", answer, feedback));
        }""",
        "\N{GRINNING FACE}" * 1000,
    )
    tab.get_by_role("button", name="Report a mistake").click()
    link = tab.get_by_role("link").get_attribute("href")
    assert len(link) < 8_000  # what GitHub takes
