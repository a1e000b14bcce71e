"""The hours of a path, and those behind a learner: the same in both languages."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.course import Course
from certlab.day.path_hours import (
    QUESTION,
    REVIEW,
    hours_line,
    minutes_on_path,
    path_minutes,
)
from certlab.day.today import serving
from certlab.study.answers import Answer
from certlab.study.standing import Standing
from tests.day.test_exam_path import EXAM, PATH, answer
from tests.page_rules import called

RULES = "day/static/path_hours.js"
COUNTS = st.tuples(st.integers(0, 400), st.integers(0, 400))
SHARES = st.sampled_from([0, 0.25, 0.5, 1])
CASES = st.tuples(
    st.lists(st.tuples(st.integers(1, 90), SHARES), max_size=9),
    COUNTS,
    st.tuples(st.integers(0, 3), st.integers(0, 9)),
    st.integers(0, 120),
)


@settings(max_examples=3)  # each starts a node, and holds many cases
@given(st.lists(CASES, min_size=20, max_size=40))
def test_a_browser_counts_the_same_minutes(cases: list[tuple[object, ...]]) -> None:
    wanted = [[*path_minutes(*one)] for one in cases]  # type: ignore[arg-type]  # of CASES
    assert called(RULES, "pathMinutes", cases) == wanted


def test_no_more_is_behind_than_there_is() -> None:
    whole, done = path_minutes([(30, 1), (20, 0.5)], (10, 99), (3, 7), 60)
    assert whole == 50 + 10 * QUESTION + 3 * 60 * (1 + REVIEW)
    assert done == whole - 10


@pytest.mark.parametrize(
    ("minutes", "says"),
    [
        ((1560, 540), "26 hours; you have 9 behind you"),
        ((1560, 599), "26 hours; you have 9 behind you"),  # none that is not whole
        ((1560, 59), "26 hours in all"),
        ((20, 0), "1 hour in all"),
        ((150, 0), "3 hours in all"),  # a half is rounded up in both
        ((60, 60), "1 hour; you have 1 behind you"),
    ],
)
def test_hours_in_words(minutes: tuple[float, float], says: str) -> None:
    assert hours_line(minutes) == says
    assert called(RULES, "hoursWords", [[minutes]]) == [says]


def test_what_is_read_solved_and_answered_is_behind(fixed: Course) -> None:
    exam = replace(fixed.certifications[EXAM], path=PATH)
    course = replace(fixed, certifications={**fixed.certifications, EXAM: exam})

    def minutes(*rows: Answer) -> tuple[float, float]:
        return minutes_on_path(Standing(course, rows), EXAM)

    whole, done = minutes()
    assert done == 0
    read = Answer("", 0, "read", 0, mode="plan", more={"page": "cuda"})
    assert minutes(read) == (whole, course.modules["cuda"].minutes)
    (one, *_) = serving(course, EXAM)
    assert minutes(answer(one.id)) == (whole, QUESTION)
    lab = course.labs["cuda/10_blocks"]
    (first, *_) = lab.exercises
    solved = minutes(answer(first.id, mode="exercise"))
    assert solved[1] == pytest.approx(lab.minutes / len(lab.exercises))
