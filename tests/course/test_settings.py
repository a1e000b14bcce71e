"""content/course.toml: what a course says of itself as a whole; all of it may be left out."""

from dataclasses import replace
from pathlib import Path

import pytest

from certlab.course import load
from certlab.course.problems import Problem
from certlab.course.settings import FILE, PROGRAM, read_settings


def test_without_the_file_there_is_nothing(small: Path) -> None:
    assert not (small / FILE).exists()
    course = load(small)
    assert (course.report, course.publisher, course.licence) == ("", "", "")
    assert course.title == PROGRAM


def test_a_course_says_what_it_is_called_and_whose_the_exams_are(small: Path) -> None:
    text = 'title = "Leap years"\npublisher = " Acme "\nlicence = "Free."'
    (small / FILE).write_text(text, "utf-8")
    course = load(small)
    said = (course.title, course.publisher, course.licence)
    assert said == ("Leap years", "Acme", "Free.")
    (small / FILE).write_text('title = ""', "utf-8")
    assert load(small).title == PROGRAM


@pytest.mark.parametrize("address", ["https://example.org/new", "mailto:a@example.org"])
def test_an_address_is_taken(small: Path, address: str) -> None:
    (small / FILE).write_text(f'report = "{address}"', "utf-8")
    assert load(small).report == address


@pytest.mark.parametrize("end", ["", "/", ".git", ".git/"])
@pytest.mark.parametrize(
    "address", ["https://example.org/me/lab", "http://a-b.example:8080/us/them/l.a_b"]
)
def test_without_an_address_of_its_own_a_mistake_is_an_issue(
    small: Path, address: str, end: str
) -> None:
    (small / FILE).write_text(f'repository = "{address}{end}"', "utf-8")
    course = load(small)
    assert course.repository == address
    assert course.report == f"{address}/issues"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        *(
            (f"repository = '{one}'", "repository is not the address of one")
            for one in (
                "mailto:a@b",
                "https://example.org",
                "https://example.org/me",
                "https://example.org/me/lab?tab=readme",
                "https://example.org/me/lab#readme",
                "https://example.org/me/lab)",
                "https://example.org//lab",
                "https://me:secret@example.org/me/lab",
            )
        ),
        ("repository = 'https://example.org/me/lab\"'", "repository is not an address"),
        ('contact = "mailto:<me@example.org>"', "contact is not an address"),
        ('contact = "me"', "contact is not an address"),
        ('report = "javascript:alert(1)"', "report is not an address"),
        ('title = "A\\nB"', "title has more than one line"),
        ('publisher = ["A"]', "publisher"),
        ('report = "https://a b"', "report is not an address"),
        ("report = 1", "report is 1; it must be a text."),
        ('reports = "https://example.org"', "reports"),
        ('[[group]]\ntitle = "A"\nmodules = ["b"]', "a group names b, and there is no"),
        (
            '[[group]]\ntitle = "A"\nmodules = ["small", "small"]',
            "small is in a group twice",
        ),
        ("[[group]]\nmodules = []", "title"),
        ('[[group]]\ntitle = "A"\nfr = "B"\nmodules = []', "unknown field fr"),
    ],
)
def test_anything_else_is_refused(small: Path, text: str, says: str) -> None:
    (small / FILE).write_text(text, "utf-8")
    problems: list[Problem] = []
    assert read_settings(small, ["small"], problems).report == ""
    (problem,) = problems
    assert says in str(problem)
    assert FILE in str(problem)


GROUPS = """
[[group]]
title = "Hardware"
zh_TW = "硬體"
modules = ["{module}"]

[[group]]
title = "To come"
"""


def test_modules_come_in_groups_and_those_in_none_last(small: Path) -> None:
    page = small / "content" / "modules" / "small.md"
    (page.parent / "another.md").write_text(page.read_text("utf-8"), "utf-8")
    assert [*load(small).grouped] == [""]
    (small / FILE).write_text(GROUPS.format(module="small"), "utf-8")
    course = load(small)
    found = {title: [one.id for one in rows] for title, rows in course.grouped.items()}
    assert found == {"Hardware": ["small"], "": ["another"]}
    assert [*replace(course, lang="zh_TW").grouped] == ["硬體", ""]
