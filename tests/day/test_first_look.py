"""What a day begins with while its plan is made: what is due, and what to read."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.day.daily_list import open_list
from certlab.day.first_look import first_look
from certlab.day.today import serving, today
from certlab.planner.goal import Goal
from certlab.study.answers import Answer
from certlab.study.history import FILE, History
from certlab.study.standing import Standing

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
GOAL = Goal("ncp-aii", date(2026, 12, 20), 30)


@pytest.fixture
def history(tmp_path: Path, whole: Course) -> History:
    """A learner's who answered six items nine days ago, two of them wrong."""
    history = History(tmp_path / FILE)
    for n, item in enumerate(serving(whole, GOAL.exam)[:6]):
        right = n > 1
        row = Answer(item.id, item.rev, "correct" if right else "wrong", float(right))
        history.append(row, NOON - timedelta(days=9, minutes=n))
    return history


def test_what_is_due_comes_first_and_then_what_to_read(
    whole: Course, history: History
) -> None:
    standing = Standing(whole, history.read().rows)
    (review, page), is_whole = first_look(standing, GOAL, NOON)
    assert not is_whole
    assert (review.task.kind, page.task.kind) == ("review", "page")
    due = {id for id, one in standing.memories.items() if one.due <= NOON}
    assert set(review.task.items) == due
    assert (review.done, review.count) == (0, len(due))
    assert review.planned == review.task.minutes > 0


def test_the_list_of_the_day_is_shown_as_it_was_made(
    whole: Course, history: History
) -> None:
    made = open_list(whole, history, GOAL, NOON)
    assert made is not None
    standing = Standing(whole, history.read().rows)
    tasks, is_whole = first_look(standing, GOAL, NOON + timedelta(hours=1))
    assert is_whole
    kinds = [one["kind"] for one in made.more["tasks"]]
    assert [one.task.kind for one in tasks] == kinds


def test_nothing_is_to_be_read_after_the_exam(whole: Course, history: History) -> None:
    standing = Standing(whole, history.read().rows)
    tasks, _ = first_look(standing, Goal("ncp-aii", date(2026, 11, 1), 30), NOON)
    assert {one.task.kind for one in tasks} == {"review"}


@pytest.mark.parametrize("minutes", [24, 31])
def test_what_today_s_answers_took_is_no_longer_there(
    fixed: Course, tmp_path: Path, minutes: int
) -> None:
    """No page is shown that the plan drops, and no more than what is left of the day."""
    history = History(tmp_path / FILE)
    items = serving(fixed, GOAL.exam)
    for n, item in enumerate(items[:3]):
        row = Answer(item.id, item.rev, "correct", 1.0)
        history.append(row, NOON - timedelta(days=9, minutes=n))
    for n in range(minutes):
        took = Answer(items[-1].id, items[-1].rev, "correct", 1.0, milliseconds=60_000)
        history.append(took, NOON - timedelta(minutes=minutes - n))
    standing = Standing(fixed, history.read().rows)
    tasks, _ = first_look(standing, GOAL, NOON)
    planned = {one.opens for one in today(standing, GOAL, NOON).tasks}
    assert {one.task.opens for one in tasks} <= planned | {""}
    assert sum(one.planned for one in tasks) <= max(0, GOAL.minutes - minutes)
