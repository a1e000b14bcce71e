"""The path of an exam: read in order, refused where it leads nowhere, and listed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.course import Course, check, load
from certlab.course.certifications import Certification
from certlab.course.exam_path import is_written, minutes_of, unwritten
from tests.several import cut

FILE = "content/certifications/nca-test.toml"
ROWS = """
[[path]]
read = "small"

[[path]]
read = "small"
sections = ["warps"]

[[path]]
lab = "small/20_later"
planned = "A later lab"
minutes = 25

[[path]]
read = "later"
sections = ["one", "two"]
planned = "A later page: one and two"
minutes = 12
"""


def laid(root: Path, rows: str) -> Course:
    path = root / FILE
    path.write_text(path.read_text("utf-8") + rows, "utf-8")
    return load(root)


def exam_of(course: Course) -> Certification:
    return course.certifications["nca-test"]


def test_a_path_is_read_in_the_order_of_its_rows(small: Path) -> None:
    course = laid(small, ROWS)
    path = exam_of(course).path
    assert [one.lab or one.module for one in path] == [
        "small",
        "small",
        "small/20_later",
        "later",
    ]
    assert [is_written(course, one) for one in path] == [True, True, False, False]
    assert check.check(small)[1] == []


def test_an_exam_may_have_no_path(course: Course) -> None:
    assert exam_of(course).path == ()
    assert unwritten(course) == []


def test_what_is_not_written_yet_is_listed(small: Path) -> None:
    rows = unwritten(laid(small, ROWS))
    assert [(row["step"], row["not written yet"], row["minutes"]) for row in rows] == [
        (3, "small/20_later", 25),
        (4, "later #one #two", 12),
    ]


def test_what_is_written_takes_the_minutes_it_says_itself(small: Path) -> None:
    rows = '\n[[path]]\nlab = "small/10_try"\n' + ROWS
    lab = small / "labs/small/10_try.ipynb"
    lab.parent.mkdir()
    front = {"title": "Try", "paths": ["C"], "objectives": [], "minutes": 35}
    lab.write_text(json.dumps({"cells": [], "metadata": {"certlab": front}}), "utf-8")
    course = laid(small, rows)
    found = [minutes_of(course, one) for one in exam_of(course).path]
    assert found == [35, 5, 5, 25, 12]


def test_sections_take_their_share_of_their_pages(small: Path) -> None:
    cut(small)
    course = load(small)
    module = course.modules["small"]
    warps, blocks = module.pages
    assert module.minutes_of(("warps",)) == warps.minutes
    assert module.minutes_of(("warps", "block-size")) == module.minutes
    assert module.minutes_of(()) == warps.minutes + blocks.minutes


def test_a_section_holds_those_below_it(small: Path) -> None:
    path = small / "content/modules/small.md"
    text = path.read_text("utf-8")
    more = "\n### Lanes\n\n" + "x" * 200 + "\n\n## Blocks\n\n" + "x" * 400 + "\n"
    path.write_text(text + more, "utf-8")
    (page,) = load(small).modules["small"].pages
    warps, lanes, blocks = (page.share([one]) for one in ("warps", "lanes", "blocks"))
    assert warps + blocks == pytest.approx(1)
    assert page.share(["warps", "lanes"]) == warps
    assert 0 < lanes < warps
    assert page.share(["nowhere"]) == 0


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('read = "smal"', "there is no module smal; correct the name, or give the title"),
        ('read = "smal"\nsections = ["warps"]', "there is no module smal;"),
        ('read = "small"\nsections = ["wraps"]', "there is no section small#wraps;"),
        ('lab = "small/10_tyr"', "there is no lab small/10_tyr;"),
        ('read = "small"\nplanned = "Small"\nminutes = 5', "module small is written; remove planned"),
        ('read = "small"\nsections = ["warps", "later"]\nplanned = "Both"\nminutes = 5',
         "section small#warps is written; remove planned"),
        ('read = "later"\nplanned = "Later"', "planned and minutes belong together;"),
        ('read = "small"\nminutes = 9', "planned and minutes belong together;"),
        ('lab = "small/10"\nsections = ["warps"]\nplanned = "A lab"\nminutes = 9', "remove its sections"),
        ('read = "small"\nlab = "small/10"', "a step is a page or a lab;"),
        ("minutes = 9", "a step is a page or a lab;"),
        ('read = "small"\nsection = ["warps"]', "unknown field section;"),
    ],
)  # fmt: skip
def test_the_check_names_a_step(
    problems: Callable[[str, str, str], list[str]], row: str, says: str
) -> None:
    found = problems(
        FILE, "official = false\n", f"official = false\n\n[[path]]\n{row}\n"
    )
    assert any(one.startswith(f"{FILE}: path 1: ") and says in one for one in found), (
        found
    )
