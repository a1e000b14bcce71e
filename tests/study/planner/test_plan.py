"""A plan from the course and a history: what it weighs, counts, and refuses."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from certlab.course import Course, load
from certlab.errors import CourseError
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.curve import Curve
from certlab.study.memory import fold
from certlab.study.planner import Goal, exam_weights, plan
from certlab.study.planner.records import pace, records

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
EXAM = "NCA-AIIO"


@pytest.fixture(scope="module")
def course() -> Course:
    return load()


def goal(days: float = 10, minutes: float = 10, exam: str = EXAM) -> Goal:
    return Goal(exam, NOW + timedelta(days=days), minutes)


def answered(
    item: str,
    days_ago: float,
    outcome: str = "correct",
    milliseconds: int | None = 6000,
) -> Answer:
    at = NOW - timedelta(days=days_ago)
    return Answer(
        item, 1, outcome, 1, milliseconds=milliseconds, at=stamp(at), ulid=new_ulid(at)
    )


def test_a_domain_weighs_what_the_blueprint_says(course: Course) -> None:
    weights = exam_weights(course, EXAM.lower())
    exam = course.certifications[EXAM.lower()]
    assert sum(weights.values()) <= sum(domain.weight for domain in exam.domains)
    assert min(weights.values()) > 0


def test_the_first_day_meets_new_items_within_the_minutes(course: Course) -> None:
    found = plan(course, [], goal(), NOW)
    assert {one.why for one in found.day.today} == {"new"}
    assert 0 < found.seconds <= 600
    assert found.items == len(exam_weights(course, EXAM))


def test_what_was_answered_today_is_spent_and_not_asked_again(course: Course) -> None:
    ids = list(exam_weights(course, EXAM))[:5]
    rows = [answered(id, 0.01 - n / 1000) for n, id in enumerate(ids)]
    found = plan(course, rows, goal(), NOW)
    assert not {one.key for one in found.day.ranked} & set(ids)
    assert found.used >= 5 * 6
    assert found.seconds <= 600 - found.used


def test_missed_days_are_planned_anew(course: Course) -> None:
    ids = list(exam_weights(course, EXAM))[:20]
    rows = [answered(id, 12 - n / 1000) for n, id in enumerate(ids)]
    found = plan(course, rows, goal(days=1), NOW)
    assert "now or never" in {one.why for one in found.day.today}


@pytest.mark.parametrize("days", [0.02, 0.6, 1, 400])
def test_the_exam_may_be_today_tomorrow_or_next_year(
    course: Course, days: float
) -> None:
    found = plan(course, [], goal(days), NOW)
    assert found.seconds <= 600
    assert 0 < found.day.score <= 1


def test_when_all_is_mastered_it_is_enough(course: Course) -> None:
    rows = [
        answered(id, days, milliseconds=None)
        for days in (200, 160, 100, 40, 1)
        for id in exam_weights(course, EXAM)
    ]
    found = plan(course, rows, goal(days=2, minutes=60), NOW)
    assert found.day.enough
    assert found.day.score > 0.98
    assert found.cost_of_cap == ""


def test_what_the_cap_costs_is_said(course: Course) -> None:
    found = plan(course, [], goal(days=1, minutes=2), NOW)
    out, items = found.day.left_out, found.items
    assert found.cost_of_cap.startswith(f"{out} of {items} items will not fit; 5 more ")
    assert found.cost_of_cap.endswith(f"bring {found.more} of them in.")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (goal(days=-1), "The exam NCA-AIIO was on 2026-11-20; give the date"),
        (goal(minutes=0), "0 minutes a day are no plan"),
        (goal(minutes=float("nan")), "nan minutes a day are no plan"),
        (goal(exam="NCP-XXX"), "There is no exam NCP-XXX; there is NCA-ADS"),
        (
            Goal(EXAM, datetime(2027, 1, 1), 10),  # noqa: DTZ001 - that is the point
            "2027-01-01 00:00 has no time zone",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(course: Course, given: Goal, says: str) -> None:
    with pytest.raises(CourseError, match=says) as error:
        plan(course, [], given, NOW)
    assert str(error.value).count(". ") == 0


def test_a_clock_that_went_backwards_is_told(course: Course) -> None:
    with pytest.raises(CourseError, match=r"The clock says .*; set the clock right"):
        plan(course, [answered("cuda-warp-size", -3)], goal(), NOW)


def test_a_change_of_time_zone_changes_no_memory(course: Course) -> None:
    rows = [answered(id, 3) for id in list(exam_weights(course, EXAM))[:5]]
    there = NOW.astimezone(timezone(timedelta(hours=9)))
    here, far = (plan(course, rows, goal(), now) for now in (NOW, there))
    assert here.day == far.day


def test_records_fold_to_the_same_memory_as_the_drill() -> None:
    rows = [
        answered("a", 9, "wrong"),
        answered("a", 8.99),
        answered("a", 7),
        answered("a", 2, "wrong"),
    ]
    card = fold(rows)["a"].card
    kept = records(rows, rows[0].time)
    assert len(kept.of["a"]) == 3
    memory = kept.memory("a", Curve(), NOW)
    assert memory is not None
    assert memory == pytest.approx((card.stability, card.difficulty, 2))


def test_time_per_item_is_learned_from_the_history() -> None:
    slow = [answered(f"i{n}", 5, milliseconds=60_000) for n in range(40)]
    slow += [answered(f"i{n}", 2, milliseconds=40_000) for n in range(40)]
    found = pace(slow)
    assert 50 < found.new < 60
    assert 30 < found.right < 40
    assert found.wrong == 16
    assert pace([]).right == 8
    away = [answered(f"i{n}", 5, milliseconds=9_000_000) for n in range(40)]
    assert pace(away).new == 24
