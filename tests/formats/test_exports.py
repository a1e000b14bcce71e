"""What leaves the course: which items, and what is said of their variants."""

from dataclasses import replace

import pytest

from certlab.course import Course
from certlab.errors import CourseError
from certlab.formats import exports


def test_reviewed_items_of_the_practice_pool_leave(whole: Course) -> None:
    found = exports.chosen(whole)
    assert found
    assert {(item.pool, item.status) for item in found} == {("practice", "reviewed")}


def test_drafts_and_retired_items_stay(course: Course) -> None:
    items = dict(course.items)
    for id, status in (("small-card", "draft"), ("small-blocks", "retired")):
        items[id] = replace(items[id], status=status)
    found = exports.chosen(replace(course, items=items))
    assert [item.id for item in found] == ["small-warp-size", "small-memories"]


def test_a_module_or_an_exam_can_be_named(whole: Course) -> None:
    assert {item.module for item in exports.chosen(whole, "mig")} == {"mig"}
    found = exports.chosen(whole, exam="NCP-AII")
    assert 0 < len(found) < len(exports.chosen(whole))
    named = [{item.objective, *item.also} for item in found]
    assert all(any(one.startswith("ncp-aii.") for one in row) for row in named)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ({"module": "xyz"}, "There are no items of xyz; choose one of small."),
        ({"exam": "xyz"}, "There is no exam xyz; choose one of NCA-TEST."),
        ({"pool": "xyz"}, "There is no pool xyz; use one of practice, exam."),
        ({"pool": "exam"}, "No reviewed item fits; name another module, exam or pool."),
    ],
)
def test_what_is_not_there_is_said(
    course: Course, names: dict[str, str], says: str
) -> None:
    with pytest.raises(CourseError) as caught:
        exports.chosen(course, **names)
    assert str(caught.value) == says


def test_variants_that_stay_behind_are_said(course: Course) -> None:
    (loss,) = exports.variants(course.items.values())
    assert (loss.item, loss.whole) == ("small-blocks", False)
    assert loss.says == "one of its 2 variants is written, that of seed 0."
