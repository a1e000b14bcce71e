"""A plan that begins with the prices of an earlier one comes to the same, in fewer rounds."""

from collections.abc import Callable
from math import inf, nan
from random import Random
from statistics import fmean
from typing import Any

import pytest

from certlab.planner import forecast as forecasts
from certlab.planner import prices as carrying
from certlab.planner import workload
from certlab.planner.day import DayPlan
from certlab.planner.fit import USUAL, begun, fit, kept
from certlab.planner.grid import grid
from certlab.planner.learner_model import LearnerModel
from certlab.planner.outlook import outlook
from certlab.planner.prices import Settled, settled
from tests.planner.days import days_in_a_row, life, met_before, planned
from tests.planner.test_fit import record


def in_both(some: DayPlan, other: DayPlan) -> float:
    """The part of the shorter day that stands in the other, from 0 to 1."""
    one, two = ({item.key for item in day.today} for day in (some, other))
    return len(one & two) / max(1, min(len(one), len(two)))


def test_day_after_day_the_plan_is_much_as_one_from_nothing() -> None:
    likenesses = []
    for seed in range(5):
        for given, plan in [*days_in_a_row(seed)][1:]:
            anew = planned(given)
            assert plan.score == pytest.approx(anew.score, abs=0.005)
            assert plan.left_out == pytest.approx(anew.left_out, abs=9)
            likenesses.append(in_both(plan, anew))
    assert fmean(likenesses) > 0.9


def test_a_plan_from_an_earlier_one_is_made_in_few_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = life(3, days=(12,)).inputs(0)
    rounds = counted(monkeypatch)
    plan = planned(given)
    many = rounds()
    planned(given, plan.settled)
    assert rounds() - many < many / 6


def test_what_was_learnt_elsewhere_is_found_out() -> None:
    """Answers of another device, or a new edition of the course, come between two plans."""
    for seed in range(3):
        made = life(seed, days=(7,))
        made.minutes = 4
        made.records = [[] for _ in made.records]
        before = planned(made.inputs(0))
        draw = Random(seed)
        made.records = [met_before(draw, 0.95) for _ in made.records]
        given = made.inputs(0)
        plan, anew = planned(given, before.settled), planned(given)
        assert abs(anew.score - before.score) > 0.1
        assert plan.score == pytest.approx(anew.score, abs=0.02)
        assert in_both(plan, anew) > 0.6


def test_more_minutes_are_asked_about_from_the_plans_own_prices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Much as if the plan were made again from nothing, in a part of the rounds."""
    rounds, found = counted(monkeypatch), {True: 0, False: 0}
    apart = []
    for seed in range(12):
        given = life(seed, days=(4, 6), minutes=(2, 4)).inputs(0)
        plan = planned(given)
        if not plan.left_out:
            continue
        tables = [grid(curve, given.seconds) for _, curve in given.learner.kinds]
        parts = forecasts._parts(given, tables)
        alike = [group for part in parts.values() for group in part]
        told = []
        for is_quick in (True, False):
            with monkeypatch.context() as patch:
                if not is_quick:
                    patch.setattr(forecasts, "richer", from_nothing)
                before = rounds()
                told.append(forecasts._helpful(tables, given, alike, plan, None))
                found[is_quick] += rounds() - before
        (step, brought, _), (slow_step, slow_brought, _) = told
        assert bool(step) == bool(slow_step)
        if step == slow_step:
            apart.append(abs(brought - slow_brought) / plan.left_out)
    assert len(apart) > 3
    assert fmean(apart) < 0.05
    assert found[True] < 0.6 * found[False]


NO_PRICES = (
    *(None, "prices", 0.1, [], {"0": 0.1}, [0.1] * 3, ["0.1"] * 4, [[0.1]] * 4),
    *([nan] * 4, [inf] * 4, [-0.1] * 4, [0] * 4, [True] * 4, [1.5] * 4, [None] * 4),
)


@pytest.mark.parametrize("prices", NO_PRICES)
def test_prices_that_no_plan_settles_on_are_none(prices: object) -> None:
    assert settled([0.1] * 4, 0.5, 4) == Settled((0.1,) * 4, 0.5)
    assert settled(prices, 0.5, 4) is None


@pytest.mark.parametrize("score", [None, "0.5", nan, -0.1, 1.1, True, [0.5]])
def test_a_score_that_cannot_be_is_none(score: object) -> None:
    assert settled([0.1] * 4, score, 4) is None


@pytest.mark.parametrize("then", [1, 2, 5, 17, 18, 40, 300])
def test_prices_stay_with_their_days_before_the_exam(then: int) -> None:
    slots = outlook(then, then).slots
    some = Settled(tuple(0.001 * (n + 1) for n in range(len(slots))), 0.5)
    assert some.on(then, then) == some
    for now in range(max(1, then - 8), then):
        on = some.on(then, now)
        assert len(on.prices) == len(outlook(now, now).slots)
        # The last days are single ones, and each keeps its price.
        last = min(7, now)
        assert on.prices[-last:] == some.prices[-last:]
        assert [*on.prices] == sorted(on.prices)


def test_a_fit_goes_on_from_where_it_was() -> None:
    draw = Random(5)
    some = [record(USUAL.curve, draw) for _ in range(120)]
    found = fit(some)
    on = begun(kept(found))
    assert on is not None
    assert kept(on) == kept(found)
    assert on.answers == found.answers
    assert fit(some, on).spread == pytest.approx(found.spread, rel=0.3)
    assert kept(LearnerModel()) is None


@pytest.mark.parametrize(
    "moves",
    [None, "0", [], [0.0] * 9, [0.0] * 11, [nan] * 10, [99.0] * 10, ["0"] * 10],
)
def test_a_fit_that_cannot_be_is_none(moves: object) -> None:
    assert begun(kept(USUAL)) == USUAL
    assert begun({"moves": moves, "answers": 5}) is None


@pytest.mark.parametrize("answers", [None, "5", -1, 5.0, True, [5]])
def test_a_fit_to_no_number_of_answers_is_none(answers: object) -> None:
    assert begun({"moves": [0.0] * 10, "answers": answers}) is None


@pytest.mark.parametrize("told", [None, "fit", [0.0] * 10, {}, 5])
def test_a_fit_of_another_form_is_none(told: object) -> None:
    assert begun(told) is None


def from_nothing(*given: Any) -> workload.Forecast:
    return workload.settle(*given[:-2])


def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How often a plan was followed to the exam so far."""
    calls, follow = [0], workload.forecast

    def forecast(*given: Any) -> workload.Forecast:
        calls[0] += 1
        return follow(*given)

    monkeypatch.setattr(workload, "forecast", forecast)
    monkeypatch.setattr(carrying, "forecast", forecast)
    return lambda: calls[0]
