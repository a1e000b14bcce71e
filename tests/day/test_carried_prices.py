"""What a plan settled on is kept in the row of the day, and the next plan begins with it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from math import nan
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.day import today as planning
from certlab.day.carried_prices import FIELD, carried_prices
from certlab.day.daily_list import extend_list, open_list
from certlab.planner.goal import Goal
from certlab.planner.prices import MoreMinutes, Settled
from certlab.study.answers import Answer, from_line, to_line
from certlab.study.history import History
from certlab.study.standing import Standing

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
GOAL = Goal("ncp-aii", date(2026, 11, 27), 20)

Begun = list[Settled | None]


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.jsonl")


@pytest.fixture(scope="module")
def row(fixed: Course, tmp_path_factory: pytest.TempPathFactory) -> Answer:
    """The row of a day's list."""
    history = History(tmp_path_factory.mktemp("row") / "history.jsonl")
    found = open_list(fixed, history, GOAL, NOW)
    assert found is not None
    return found


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Begun:
    """What each plan began with."""
    found: Begun = []
    plan_day = planning.plan_day

    def planned(*given: Any, **more: Any) -> Any:
        found.append(more["earlier"])
        return plan_day(*given, **more)

    monkeypatch.setattr(planning, "plan_day", planned)
    return found


def opened(course: Course, history: History, now: datetime) -> Any:
    row = open_list(course, history, GOAL, now)
    assert row is not None
    return row.more[FIELD]


def test_the_next_day_begins_where_the_last_plan_ended(
    fixed: Course, history: History, begun: Begun
) -> None:
    first = opened(fixed, history, NOW)
    opened(fixed, history, NOW + timedelta(days=1))
    nothing, carried = begun
    assert nothing is None
    assert carried is not None
    assert carried.score == first["score"]
    assert carried.prices == tuple(first["prices"][1:])
    assert carried.learner is not None


def test_more_of_a_day_begins_with_the_days_own_prices(
    fixed: Course, history: History, begun: Begun
) -> None:
    row = open_list(fixed, history, GOAL, NOW)
    assert row is not None
    for task in row.more["tasks"]:
        for item in task["items"]:
            mode = "exercise" if task["kind"] == "lab" else "drill"
            history.append(Answer(item, 1, "correct", 1.0, mode=mode), NOW)
        if task["kind"] == "page":
            pages = fixed.modules[task["opens"]].pages
            for page in pages:
                history.append(Answer("", 0, "read", 0, more={"page": page.id}), NOW)
    added = extend_list(fixed, history, GOAL, NOW + timedelta(minutes=5))
    assert added is not None
    assert added.outcome == "more"
    assert begun[-1] is not None
    assert begun[-1].prices == tuple(row.more[FIELD]["prices"])


@pytest.mark.parametrize(
    "goal",
    [
        replace(GOAL, minutes=21),
        replace(GOAL, day=GOAL.day + timedelta(days=1)),
        replace(GOAL, exam="nca-aiio"),
    ],
)
def test_prices_of_another_goal_are_not_taken(
    fixed: Course, row: Answer, goal: Goal
) -> None:
    standing = Standing(fixed, [row])
    assert carried_prices(standing, GOAL, NOW.date()) is not None
    assert carried_prices(standing, goal, NOW.date()) is None
    assert carried_prices(standing, GOAL, NOW.date() - timedelta(days=1)) is None


def changed(told: Callable[[dict[str, Any]], object]) -> Callable[[Answer], Answer]:
    def change(row: Answer) -> Answer:
        more = {**row.more, FIELD: {**row.more[FIELD]}}
        told(more)
        return replace(row, more=more)

    return change


NONSENSE = {
    "none": lambda more: more.pop(FIELD),
    "null": lambda more: more.update({FIELD: None}),
    "text": lambda more: more.update({FIELD: "prices"}),
    "list": lambda more: more.update({FIELD: [0.1] * 6}),
    "short": lambda more: more[FIELD]["prices"].pop(),
    "long": lambda more: more[FIELD]["prices"].append(0.1),
    "negative": lambda more: more[FIELD]["prices"].__setitem__(0, -0.1),
    "nan": lambda more: more[FIELD]["prices"].__setitem__(0, nan),
    "strings": lambda more: more[FIELD].update(prices=["0.1"] * 6),
    "no-prices": lambda more: more[FIELD].pop("prices"),
    "no-score": lambda more: more[FIELD].pop("score"),
    "high": lambda more: more[FIELD].update(score=7),
    "no-day": lambda more: more.pop("day"),
    "odd-day": lambda more: more.update(day=7),
    "another-day": lambda more: more.update(day="2026-11-20"),
    "after-the-exam": lambda more: more.update(day="2027-11-20"),
}


@pytest.mark.parametrize("told", NONSENSE.values(), ids=NONSENSE)
def test_a_row_with_nonsense_is_as_one_without(
    fixed: Course, row: Answer, told: Callable[[dict[str, Any]], object]
) -> None:
    spoilt = changed(lambda more: told(_own(more)))(row)
    day = NOW.date() + timedelta(days=1)
    assert carried_prices(Standing(fixed, [row]), GOAL, day) is not None
    assert carried_prices(Standing(fixed, [spoilt]), GOAL, day) is None
    # The row before it, which can be read, holds.
    assert carried_prices(Standing(fixed, [row, spoilt]), GOAL, day) is not None


def _own(more: dict[str, Any]) -> dict[str, Any]:
    more[FIELD]["prices"] = [*more[FIELD]["prices"]]
    return more


@pytest.mark.parametrize("fit", [None, "fit", [0.0], [nan] * 9, {}])
def test_prices_hold_where_only_the_fit_is_nonsense(
    fixed: Course, row: Answer, fit: object
) -> None:
    spoilt = changed(lambda more: more[FIELD].update(fit=fit))(row)
    found = carried_prices(Standing(fixed, [spoilt]), GOAL, NOW.date())
    assert found is not None
    assert found.learner is None


MORE = {"likely": 5, "tried": 30, "prices": [0.01] * 6}


@pytest.mark.parametrize(
    "more",
    [
        None,
        "more",
        {},
        {**MORE, "prices": [0.01] * 5},
        {**MORE, "prices": [nan] * 6},
        {**MORE, "tried": 0},
        {**MORE, "tried": 10**400},
        {**MORE, "likely": "5"},
        {**MORE, "likely": True},
    ],
)
def test_prices_hold_where_only_the_question_for_more_is_nonsense(
    fixed: Course, row: Answer, more: object
) -> None:
    kept, spoilt = (
        changed(lambda told, more=one: told[FIELD].update(more=more))(row)
        for one in (MORE, more)
    )
    found = carried_prices(Standing(fixed, [kept]), GOAL, NOW.date())
    assert found is not None
    assert found.more == MoreMinutes(5, 30, (0.01,) * 6)
    found = carried_prices(Standing(fixed, [spoilt]), GOAL, NOW.date())
    assert found is not None
    assert found.more is None


def test_more_minutes_are_asked_from_what_the_last_plan_found(
    fixed: Course, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[MoreMinutes | None] = []
    forecast = planning.plan_forecast

    def asked(*given: Any) -> Any:
        began.append(given[3])
        return forecast(*given)

    monkeypatch.setattr(planning, "plan_forecast", asked)
    goal = replace(GOAL, minutes=1)  # for which there is too much to learn
    for days in (0, 1):
        open_list(fixed, history, goal, NOW + timedelta(days))
    nothing, carried = began
    assert nothing is None
    assert carried is not None
    assert len(carried.prices) == 5


def test_the_row_is_kept_as_any_other(row: Answer) -> None:
    assert from_line(to_line(row)).more[FIELD] == row.more[FIELD]
