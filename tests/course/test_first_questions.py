"""What a newcomer is asked first: chosen by hand, or else by a rule; easy either way."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course, check, load
from certlab.course.first_questions import (
    COUNT,
    first_questions,
    first_questions_are_easy,
    more_questions,
)
from certlab.course.items import LEVELS, Item
from tests.real_course import whole

EXAM = "nca-aiio"
FILE = "content/pictures.toml"
PICTURE = """
[[picture]]
item = "{item}"
before = "{before}"
after = "{after}"
"""


def chosen(course: Course, *first: str) -> Course:
    exam = replace(course.certifications[EXAM], first=first)
    return replace(course, certifications={EXAM: exam})


def found(course: Course) -> list[str]:
    return [str(one) for one in first_questions_are_easy(course)]


def _objective(item: Item) -> str:
    named = (item.objective, *item.also)
    return next(one for one in named if one.startswith(f"{EXAM}."))


def easy(course: Course) -> list[str]:
    """Single choices of the exam that practice asks, of whatever level."""
    return [
        one.id
        for one in course.items.values()
        if one.kind == "single" and one.pool == "practice"
        if any(id.startswith(f"{EXAM}.") for id in (one.objective, *one.also))
    ]


def test_those_that_were_chosen_are_asked_in_their_order(fixed: Course) -> None:
    ids = easy(fixed)[::-1][:3]
    assert [one.id for one in first_questions(chosen(fixed, *ids), EXAM)] == ids


def test_a_chosen_question_that_may_not_be_asked_is_passed_over(fixed: Course) -> None:
    """One of another exam, and one that only an exam asks; a check names them."""
    mine, kept = easy(fixed)[:2]
    other = replace(fixed.items[mine], id="other", objective="other.1.1", also=())
    exams = replace(fixed.items[mine], id="exams", pool="exam")
    more = {one.id: one for one in (other, exams)}
    course = replace(fixed, items={**fixed.items, **more})
    named = chosen(course, "other", kept, "exams", "unknown")
    assert [one.id for one in first_questions(named, EXAM)] == [kept]


def test_without_a_choice_the_easiest_of_many_objectives_come(fixed: Course) -> None:
    asked = first_questions(chosen(fixed), EXAM)
    assert {one.id for one in asked} <= {*easy(fixed)}
    assert len(asked) == min(COUNT, len(easy(fixed))) > 1
    levels = [LEVELS.index(one.level) for one in asked]
    assert levels == sorted(levels)
    assert len({_objective(one) for one in asked}) > 1


def test_an_exam_without_questions_has_none(unfilled: Course) -> None:
    assert first_questions(unfilled, "ncp-bare") == ()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kind": "numeric"}, "is of kind numeric"),
        ({"level": "apply"}, "and level apply"),
        ({"pool": "exam"}, "is in pool exam"),
        ({"status": "draft"}, "with status draft"),
        ({"objective": "other.1.1", "also": ()}, "is of no objective of NCA-AIIO"),
    ],
)
def test_the_check_names_a_question_that_is_not_for_newcomers(
    fixed: Course, change: dict[str, Any], says: str
) -> None:
    id, *others = easy(fixed)[:COUNT]
    assert found(chosen(fixed, id, *others)) == []
    if kind := change.get("kind"):
        like = next(one for one in fixed.items.values() if one.kind == kind)
        change = {**change, "body": like.body}
    item = replace(fixed.items[id], **change)
    course = replace(fixed, items={**fixed.items, id: item})
    assert [says in one for one in found(chosen(course, id, *others))] == [True]


@pytest.mark.parametrize("count", [5, 6, 12])
def test_up_to_seven_more_may_follow_the_five(fixed: Course, count: int) -> None:
    course = chosen(fixed, *easy(fixed)[:count])
    assert [one for one in found(course) if "first names" in one] == []
    asked = [*first_questions(course, EXAM), *more_questions(course, EXAM)]
    assert [one.id for one in asked] == easy(fixed)[:count]
    assert len(first_questions(course, EXAM)) == COUNT
    assert more_questions(chosen(fixed), EXAM) == ()


@pytest.mark.parametrize("count", [1, 4, 13])
def test_the_check_wants_five_to_twelve_that_are_there(
    fixed: Course, count: int
) -> None:
    said, *_ = found(chosen(fixed, *easy(fixed)[:count]))
    assert f"first names {count} questions; name 5 to 12" in said
    twice = easy(fixed)[:5]
    assert "names a question twice" in found(chosen(fixed, *twice, twice[0]))[0]
    assert "nobody is no item" in found(chosen(fixed, "nobody", *easy(fixed)[:4]))[0]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (("small-warp", "board gpu=h100-80gb", "board gpu=a30-24gb"), ""),
        (("nobody", "board gpu=h100-80gb", "board gpu=a30-24gb"), "no such item"),
        (("small-warp", "bord", "bord gpu=a30-24gb"), 'no widget "bord"'),
        (("small-warp", "board", "board"), "two views of one widget"),
        (("small-warp", "board", "fabric systems=4"), "two views of one widget"),
    ],
)
def test_a_picture_belongs_to_an_item_and_has_two_sides(
    small: Path, row: tuple[str, str, str], says: str
) -> None:
    item = next(iter(load(small).items)) if row[0] == "small-warp" else row[0]
    text = PICTURE.format(item=item, before=row[1], after=row[2])
    (small / FILE).write_text(text, "utf-8")
    problems = [str(one) for one in check.check(small)[1] if one.file == FILE]
    assert all(says in one for one in problems)
    assert bool(problems) == bool(says)


def test_the_course_chooses_nothing_that_its_check_refuses() -> None:
    assert found(whole()) == []
