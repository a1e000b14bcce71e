"""What holds for all exams, and what a guide says beside its objectives."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from certlab.app.pages.allowed import refused
from certlab.app.pages.exam_day import exam_day_page, false_facts_page
from certlab.app.pages.exam_guide import guide, readings
from certlab.app.pages.sources import sources
from certlab.course.check import check
from certlab.course.loading import load

FILE = "content/certifications/nca-test.toml"
PROGRAMME = """[[rule]]
about = "Another attempt"
says = "After a week."
tier = "C"
sources = ["guide"]

[[rule]]
about = "Desk"
says = "Empty."
tier = "D"
sources = ["guide"]
day = true

[[conflict]]
about = "another attempt"
says = "Notes say 1/2 a month."
used = "a week"
"""
READING = """minutes = 60
guide = [{ about = "Experience", says = "None." }]
reading = [
  { title = "A manual", kind = "manual", address = "example.org/m", opened = 2026-11-28, holds = "It holds warps.", taught = ["small#a-section"], dated = "Its names." },
  { title = "A talk", kind = "video" },
]
"""


def with_rules(small: Path) -> None:
    (small / "content/programme.toml").write_text(PROGRAMME, "utf-8")


def test_without_rules_there_is_no_page_of_them(small: Path) -> None:
    course = load(small)
    pages = sources(course, "_static", {})
    assert not {one for one in pages if "exam-day" in one or "false-facts" in one}


def test_the_rules_of_the_day_and_what_circulates_are_pages(small: Path) -> None:
    with_rules(small)
    course, found = check(small)
    assert found == []
    text = exam_day_page(course)
    before, day = text.split("## On the day")
    assert "After a week." in before
    assert "Empty." in day
    assert "false-facts.html" in text
    assert (
        "| **Another attempt** | Notes say 1/\u200b2 a month. | A week. |"
        in false_facts_page(course)
    )


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('tier = "C"', 'tier = "E"', "tier is 'E'; it must be one of"),
        ('sources = ["guide"]\n\n', 'sources = ["nowhere"]\n\n', "source nowhere has no row"),
        ('about = "Desk"', 'about = "Another attempt"', "two rules are about Another attempt"),
        ('"Empty."', '"Empty | bare."', "says holds a |, which breaks the table"),
        ('"Empty."', '"Empty.\\nBare."', "says holds a line break, which breaks the table"),
        ('about = "Desk"', 'about = "Desk | chair"', "about holds a |, which breaks the table"),
        ('"Notes say 1/2 a month."', '"A | b."', "says holds a |, which breaks the table"),
        ("day = true", "pass_mark = 70", "unknown field pass_mark"),
    ],
)  # fmt: skip
def test_the_check_names_a_wrong_rule(
    small: Path,
    problems: Callable[[str, str, str], list[str]],
    old: str,
    new: str,
    says: str,
) -> None:
    with_rules(small)
    found = problems("content/programme.toml", old, new)
    assert any(says in one for one in found), found


def test_what_was_opened_is_told_with_its_day_and_the_rest_by_title(
    small: Path, problems: Callable[[str, str, str], list[str]]
) -> None:
    anchor = next(iter(load(small).modules["small"].sections))
    rows = READING.replace("a-section", anchor)
    assert problems(FILE, "minutes = 60\n", rows) == []
    course = load(small)
    exam = course.certifications["nca-test"]
    assert exam.readings[0].opened == date(2026, 11, 28)
    text = readings(course, exam)
    assert "Read on 28 November 2026" in text
    assert f"../modules/small.html#{anchor}" in text
    assert "- A talk, video" in text.split("could not be opened")[1]
    assert "| Experience | None. |" in guide(exam)
    assert refused(text) == ""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("opened = 2026-11-28, ", "", "holds and opened belong together"),
        ('"A talk", kind = "video"', '"A talk", kind = "video", dated = "All."', "dated needs opened"),
        ("small#a-section", "small#nowhere", "there is no section small#nowhere"),
        ("small#a-section", "small a", "write \"module#section\""),
    ],
)  # fmt: skip
def test_the_check_names_a_wrong_reading(
    small: Path,
    problems: Callable[[str, str, str], list[str]],
    old: str,
    new: str,
    says: str,
) -> None:
    anchor = next(iter(load(small).modules["small"].sections))
    rows = READING.replace(old, new, 1).replace("a-section", anchor)
    found = problems(FILE, "minutes = 60\n", rows)
    assert any(says in one for one in found), found
