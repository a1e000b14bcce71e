"""A goal: kept in the history, the last one counts, and nonsense is refused."""

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.errors import CourseError
from certlab.planner.goal import Goal, goal_of, remove_goal, set_goal
from certlab.study.answers import Answer
from certlab.study.history import History

TODAY = date(2026, 11, 21)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.jsonl")


def test_the_goal_set_last_counts(whole: Course, history: History) -> None:
    assert goal_of(history.read().rows) is None
    set_goal(whole, history, "nca-aiio", date(2026, 12, 1), 20, today=TODAY, now=NOON)
    later = NOON + timedelta(days=1)
    day = date(2026, 12, 14)
    set_goal(whole, history, "NCP-AII", day, 30, today=TODAY, now=later)
    assert goal_of(history.read().rows) == Goal("ncp-aii", day, 30)
    assert history.read().answers == ()  # it says nothing of what is known


def test_days_are_counted_to_the_exam() -> None:
    goal = Goal("ncp-aii", date(2026, 12, 14), 30)
    assert goal.days_left(TODAY) == 23
    assert goal.days_left(date(2026, 12, 14)) == 0
    assert goal.days_left(date(2026, 12, 16)) == -2


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"code": "NCX"}, "There is no exam NCX; choose one of NCA-AIIO,"),
        (
            {"code": "nca-aii"},
            r"There is no exam nca-aii; did you mean NCA-AIIO, NCP-AII\?",
        ),
        ({"minutes": -5}, "-5 minutes a day: give 1 to 720."),
        (
            {"day": date(2026, 11, 20)},
            "2026-11-20 has passed; give the day of your exam.",
        ),
        ({"day": date(2046, 1, 1)}, "2046-01-01 is more than ten years off"),
        ({"minutes": 0}, "0 minutes a day: give 1 to 720."),
        ({"minutes": 5000}, "5000 minutes a day: give 1 to 720."),
    ],
)
def test_nonsense_is_refused_and_the_goal_stays(
    whole: Course, history: History, told: dict[str, Any], says: str
) -> None:
    plain = {"code": "NCA-AIIO", "day": date(2026, 12, 14), "minutes": 30}
    set_goal(whole, history, **plain, today=TODAY, now=NOON)
    before = history.read().rows
    with pytest.raises(CourseError, match=says):
        set_goal(whole, history, **{**plain, **told}, today=TODAY)
    assert history.read().rows == before


def test_a_goal_can_be_taken_away_and_set_again(
    whole: Course, history: History
) -> None:
    day = date(2026, 12, 14)
    set_goal(whole, history, "NCP-AII", day, 30, today=TODAY, now=NOON)
    remove_goal(history, NOON)
    assert goal_of(history.read().rows) is None
    set_goal(whole, history, "NCP-AII", day, 20, today=TODAY, now=NOON)
    assert goal_of(history.read().rows) == Goal("ncp-aii", day, 20)


def test_a_goal_of_another_version_is_passed_over(history: History) -> None:
    for response in (None, {"exam": "x"}, {"exam": "x", "day": "soon", "minutes": 3}):
        history.append(Answer("", 0, "goal", 0, response))
    assert goal_of(history.read().rows) is None


def test_a_goal_set_by_a_clock_that_was_ahead_can_be_changed(
    whole: Course, history: History
) -> None:
    far = NOON + timedelta(days=400)
    day = far.date() + timedelta(days=9)
    set_goal(whole, history, "NCA-AIIO", day, 20, today=far.date(), now=far)
    other = date(2026, 12, 14)
    set_goal(whole, history, "NCP-AII", other, 30, today=TODAY, now=NOON)
    assert goal_of(history.read().rows) == Goal("ncp-aii", other, 30)
    assert len(history.read().rows) == 2


def test_days_are_those_where_the_learner_is() -> None:
    goal = Goal("ncp-aii", date(2026, 12, 14), 30)
    taipei, los_angeles = (timezone(timedelta(hours=h)) for h in (8, -8))
    now = datetime(2026, 12, 13, 23, tzinfo=UTC)
    assert goal.days_left(now.astimezone(taipei).date()) == 0
    assert goal.days_left(now.astimezone(los_angeles).date()) == 1
