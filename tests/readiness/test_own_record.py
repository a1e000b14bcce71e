"""What the learner's own record does: repeats correct predictions, exercises count."""

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from benchmarks.readiness.courses import EXAM
from certlab.course import Course
from certlab.day.today import serving
from certlab.readiness import ASSUMED, readiness
from certlab.study import exercises
from certlab.study.answers import Answer, graded_rows
from certlab.study.history import FILE, History
from certlab.study.standing import Standing
from tests.readiness.histories import NOW, answers, exam, items

COURSE = exam(60, 40)
DAY = NOW.date() + timedelta(30)
UNMOVED = replace(ASSUMED, shift=1e-6, slope=1e-6)  # as if there were no record


def record(right: Callable[[int], bool]) -> list[Answer]:
    """Half of the items right at first, and all asked again ten days later."""
    ids = [id for domain in (1, 2) for id in items(domain)]
    first = [(id, n % 2 == 0, 20.0) for n, id in enumerate(ids)]
    return answers([*first, *((id, right(n), 10.0) for n, id in enumerate(ids))])


@pytest.mark.parametrize(
    ("right", "better"), [(lambda n: n % 3 == 0, False), (lambda _: True, True)]
)
def test_predicted_recall_is_corrected_by_what_came_out(
    right: Callable[[int], bool], better: bool
) -> None:
    rows = record(right)
    own = readiness(Standing(COURSE, rows), EXAM, DAY, NOW)
    plain = readiness(Standing(COURSE, rows), EXAM, DAY, NOW, UNMOVED)
    assert (own.mean > plain.mean) is better
    assert abs(own.mean - plain.mean) > 0.01


def test_a_same_day_repeat_is_no_record_and_no_first_answer() -> None:
    rows = record(lambda n: n % 3 == 0)
    again = [
        replace(
            row,
            at=(row.time + timedelta(hours=1)).isoformat(),
            ulid=f"{row.ulid[:-1]}Z",
            mode="repeat",
            outcome="wrong",
            score=0.0,
        )
        for row in rows
    ]
    both = readiness(Standing(COURSE, [*rows, *again]), EXAM, DAY, NOW)
    assert both == readiness(Standing(COURSE, rows), EXAM, DAY, NOW)


def test_exercises_of_the_real_labs_move_their_domain(whole: Course) -> None:
    """As a lab records them: wrong, then right, and only what changed."""
    history = History(Path(os.environ["CERTLAB_WORKSPACE"]) / FILE)
    lab, code = next(
        (lab, objective.partition(".")[0])
        for lab in whole.labs.values()
        if lab.exercises
        for objective in lab.objectives
        if serving(whole, objective.partition(".")[0])
    )
    domain = int(
        next(one for one in lab.objectives if one.startswith(f"{code}.")).split(".")[
            2 - 1
        ]
    )

    def share() -> float:
        found = readiness(
            Standing(whole, history.read().rows), code, None, datetime.now(UTC)
        )
        return next(one.share for one in found.domains if one.domain == domain)

    none = share()
    for one in lab.exercises:
        assert str(exercises.check_value(one.id, 1.0, 2.0, hint="twice")) != "Correct."
    wrong = share()
    for one in lab.exercises:
        assert str(exercises.check_value(one.id, 2.0, 2.0)) == "Correct."
        exercises.check_value(one.id, 2.0, 2.0)  # again: nothing new to record
    right = share()
    assert wrong < none < right
    assert len(graded_rows(history.read().rows)) == 2 * len(lab.exercises)
    assert {row.mode for row in history.read().rows} == {"exercise"}
