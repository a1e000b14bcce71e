"""Today's work: what counts most first, as much as fits, and a reason for odd days."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from certlab.course import Course
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.goal import Goal
from certlab.study.today import known_before, pace, serving, today, weighted

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
GOAL = Goal("ncp-aii", date(2026, 12, 14), 30)


def answer(item: str, days: float, outcome: str = "correct", **more: object) -> Answer:
    at = NOW - timedelta(days=days)
    row = Answer(item, 1, outcome, float(outcome == "correct"))
    return replace(row, at=stamp(at), ulid=new_ulid(at), **more)  # type: ignore[arg-type]  # each test gives its own


@pytest.fixture
def all_answered(whole: Course) -> Callable[[float], list[Answer]]:
    def rows(days: float) -> list[Answer]:
        return [answer(item.id, days) for item in serving(whole, "ncp-aii")]

    return rows


def test_a_day_without_a_history_begins_with_a_page_and_new_items(
    whole: Course,
) -> None:
    found = today(whole, [], GOAL, NOW)
    assert found.left == 23
    assert [task.kind for task in found.tasks] == ["page", "new"]
    assert sum(task.minutes for task in found.tasks) <= GOAL.minutes
    assert found.unserved == (1, 4, 5)
    page, new = found.tasks
    assert page.opens in whole.modules
    assert sum(count for _, count in new.parts) == len(new.items) > 5


def test_what_was_answered_comes_back_and_a_lab_is_named(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    found = today(whole, all_answered(10), GOAL, NOW)
    kinds = [task.kind for task in found.tasks]
    assert "new" not in kinds
    assert kinds[-1] == "lab"
    assert set(found.tasks[0].items) <= {row.item for row in all_answered(10)}


def test_a_lab_whose_exercises_are_done_is_not_named(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    done = [
        answer(exercise.id, 1, mode="exercise")
        for lab in whole.labs.values()
        for exercise in lab.exercises
    ]
    found = today(whole, [*all_answered(10), *done], GOAL, NOW)
    assert [task.kind for task in found.tasks] == ["review"]


def test_what_was_asked_today_is_not_asked_again(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    found = today(whole, all_answered(0.1), GOAL, NOW)
    assert [task for task in found.tasks if task.items] == []


def test_more_minutes_expect_no_less(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    rows = all_answered(10)[:60]
    scores = []
    for minutes in (5, 15, 60):
        plan = today(whole, rows, replace(GOAL, minutes=minutes), NOW).plan
        assert plan is not None
        scores.append(plan.score)
    assert scores[0] <= scores[1] + 0.01 <= scores[2] + 0.02


@pytest.mark.parametrize("day", [date(2026, 11, 22), date(2026, 11, 21)])
def test_the_exam_is_tomorrow_or_today(
    whole: Course, all_answered: Callable[[float], list[Answer]], day: date
) -> None:
    found = today(whole, all_answered(10), replace(GOAL, day=day), NOW)
    assert found.left == (day - NOW.date()).days
    assert found.tasks[0].kind == "review"


def test_an_exam_that_has_passed_has_no_work(whole: Course) -> None:
    found = today(whole, [], replace(GOAL, day=date(2026, 11, 1)), NOW)
    assert (found.left, found.tasks, found.plan) == (-20, (), None)


def test_an_exam_without_items_has_no_work(whole: Course) -> None:
    found = today(whole, [], replace(GOAL, exam="ncp-ousd"), NOW)
    assert found.tasks == ()
    assert found.unserved == tuple(range(1, 9))


def test_a_clock_that_went_back_is_taken_as_now(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    found = today(whole, all_answered(-3), GOAL, NOW)
    assert [task for task in found.tasks if task.items] == []


def test_a_domains_weight_is_shared_among_its_items(whole: Course) -> None:
    items = serving(whole, "ncp-aii")
    weights = weighted(whole, "ncp-aii", items)
    assert sum(weights.values()) == pytest.approx(5 + 19)  # domains 2 and 3
    assert weights.keys() == {item.id for item in items}


def test_the_learners_own_pace_is_learned() -> None:
    assert pace([]).right == 8
    slow = [
        answer("a", 9, milliseconds=60_000),
        *(answer("a", n / 9, milliseconds=40_000) for n in range(40)),
    ]
    assert 30 < pace(slow).right < 40
    assert pace([answer("a", 1)]).new == pace([]).new  # not measured


def test_what_is_known_before_is_learned_from_first_answers() -> None:
    some = [answer(str(n), 1, "correct" if n % 4 else "wrong") for n in range(80)]
    assert known_before([]) == pytest.approx(0.35)
    assert 0.65 < known_before(some) < 0.75
    assert known_before([*some, *some]) == known_before(some)
