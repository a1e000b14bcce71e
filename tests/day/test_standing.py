"""Rows are folded once for each end of a history, however many ask what they say."""

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from certlab.course import Course
from certlab.day.daily_list import daily_list
from certlab.day.list_row import list_row
from certlab.day.session_end import session_end
from certlab.day.start_page import Links, planned
from certlab.day.today import serving, today
from certlab.planner.goal import Goal
from certlab.study import answers, memory, pages_read
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.standing import Standing
from certlab.words import text

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
GOAL = Goal("ncp-aii", NOW.date() + timedelta(20), 30)
FOLDS = (answers.graded_rows, pages_read.pages_read, memory.fold)


def folded(work: Callable[[], object]) -> dict[str, int]:
    """How often all rows were gone through, by what for."""
    names = {one.__code__: one.__name__ for one in FOLDS}
    counts: Counter[str] = Counter()

    def step(frame: object, event: str, _argument: object) -> None:
        name = names.get(frame.f_code)  # type: ignore[attr-defined]  # a frame has one
        if event == "call" and name:
            counts[name] += 1

    before = sys.getprofile()
    sys.setprofile(step)
    try:
        work()
    finally:
        sys.setprofile(before)
    return dict(counts)


def row_at(row: Answer, minutes: float) -> Answer:
    time = NOW + timedelta(minutes=minutes)
    return replace(row, at=stamp(time), ulid=new_ulid(time))


@pytest.fixture
def answered(fixed: Course) -> list[Answer]:
    """Half of what there is, some days ago."""
    days = -3 * 24 * 60
    asked = serving(fixed, GOAL.exam)[::2]
    return [row_at(Answer(one.id, 1, "correct", 1.0), days) for one in asked]


def test_a_start_page_folds_the_rows_once(
    fixed: Course, answered: list[Answer]
) -> None:
    def page(rows: list[Answer]) -> Callable[[], object]:
        given = Standing(fixed, rows), GOAL, NOW + timedelta(hours=1), Links(), text()
        return lambda: planned(*given)

    once = {"graded_rows": 1, "pages_read": 1, "fold": 1}
    assert folded(page(answered)) == once  # it plans
    plan = today(Standing(fixed, answered), GOAL, NOW)
    listed = list_row(Standing(fixed, answered), plan, NOW.date(), "app")
    rows = [*answered, row_at(listed, 0)]
    shown = folded(
        page(rows)
    )  # it shows the list, and where no page is on it asks for none
    assert shown == {name: once[name] for name in shown}
    assert {"graded_rows", "fold"} <= shown.keys()
    found = daily_list(Standing(fixed, rows), GOAL, NOW.date())
    left = found.left if found else ()
    done = [
        row_at(Answer(id, 1, "correct", 1.0, mode="exercise"), 5)
        if task.kind == "lab"
        else row_at(Answer(id, 1, "correct", 1.0), 5)
        for task in left
        for id in task.items
    ]
    mark = Answer("", 0, "read", 0, mode="plan")
    pages = [row_at(replace(mark, more={"page": id}), 6) for id in fixed.pages]
    rows = [*rows, *done, *pages]
    found = daily_list(Standing(fixed, rows), GOAL, NOW.date())
    assert found is not None
    assert not found.left
    assert folded(page(rows)) == once  # it shows the list, and plans tomorrow


def test_the_end_of_a_session_folds_them_before_it_and_after_it(
    fixed: Course, answered: list[Answer]
) -> None:
    goal = {"exam": GOAL.exam, "day": GOAL.day.isoformat(), "minutes": GOAL.minutes}
    rows = [row_at(Answer("", 0, "goal", 0, goal), -9e3), *answered]
    ends = folded(lambda: session_end(Standing(fixed, rows), NOW, NOW))
    assert ends == {"graded_rows": 2, "fold": 1}


def test_another_row_makes_another_standing(
    fixed: Course, answered: list[Answer]
) -> None:
    before = Standing(fixed, answered[:-1])
    after = Standing(fixed, answered)
    assert before.memories.keys() < after.memories.keys()
    assert after.before(NOW - timedelta(days=4)).answers == ()
