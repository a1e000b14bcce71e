"""Coverage counts what learners are told."""

from certlab.course import Course
from certlab.course.coverage import coverage


def test_coverage_of_the_small_course(course: Course) -> None:
    (row,) = coverage(course)
    assert row == {
        "exam": "NCA-TEST",
        "objectives": 1,
        "with a page": 1,
        "with a lab": 0,
        "with 3 items": 1,
        "covered": 0,
    }
