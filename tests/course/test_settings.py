"""content/course.toml: an address to report to, or none, and nothing that is no address."""

from pathlib import Path

import pytest

from certlab.course import load
from certlab.course.problems import Problem
from certlab.course.settings import FILE, read_report


def test_without_the_file_there_is_no_address(small: Path) -> None:
    assert load(small).report == ""


@pytest.mark.parametrize("address", ["https://example.org/new", "mailto:a@example.org"])
def test_an_address_is_taken(small: Path, address: str) -> None:
    (small / FILE).write_text(f'report = "{address}"', "utf-8")
    assert load(small).report == address


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('report = "javascript:alert(1)"', "report is no address"),
        ('report = "https://a b"', "report is no address"),
        ("report = 1", "report is 1; it must be a text."),
        ('reports = "https://example.org"', "reports"),
    ],
)
def test_anything_else_is_refused(small: Path, text: str, says: str) -> None:
    (small / FILE).write_text(text, "utf-8")
    problems: list[Problem] = []
    assert read_report(small, problems) == ""
    (problem,) = problems
    assert says in str(problem)
    assert FILE in str(problem)
