"""What a day begins with while its plan is made: what is due, and what to read."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.day.daily_list import open_list
from certlab.day.first_look import first_look
from certlab.day.today import serving
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
