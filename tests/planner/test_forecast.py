"""What a plan sees ahead, held against plans made again and against the days' minutes."""

from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from certlab.planner.day import DayPlan, plan_day
from certlab.planner.forecast import STEPS, PlanForecast, plan_forecast
from certlab.planner.grid import Seconds
from certlab.planner.inputs import Inputs
from certlab.planner.learner_model import LearnerModel
from certlab.planner.outlook import outlook
from certlab.planner.selection import Candidate

TODAY = date(2026, 11, 21)


def inputs(items: int, days: int, minutes: float, *, met: bool = False) -> Inputs:
    """So many items of five weights; two of three were met if `met`."""
    draw = Random(items)
    some = [
        Candidate(
            n,
            1.0 + n % 5,
            (0.5 + 60 * draw.random(), 1 + 9 * draw.random(), 30 * draw.random())
            if met and n % 3
            else None,
        )
        for n in range(items)
    ]
    view, cap = outlook(days, days - 0.4), 60 * minutes
    return Inputs(some, view, cap, cap, Seconds(), LearnerModel(), 0.35)


def planned(given: Inputs, more: int = 0) -> DayPlan:
    cap = given.cap + 60 * more
    left = given.left + 60 * more
    return plan_day(given.candidates, given.outlook, cap, left=left, known=given.known)


def seen(given: Inputs) -> PlanForecast:
    return plan_forecast(given, planned(given), TODAY)


@pytest.mark.parametrize(
    ("items", "days", "minutes", "met"),
    [(200, 5, 6, False), (200, 5, 4, True), (60, 2, 10, False)],
)
def test_what_more_minutes_bring_is_what_the_plan_made_again_says(
    items: int, days: int, minutes: float, met: bool
) -> None:
    given = inputs(items, days, minutes, met=met)
    found = seen(given)
    assert found.items == items
    assert found.left_out == planned(given).left_out > 0
    assert found.more in STEPS
    # Found in fewer rounds than the plan is made in, from the plan's own prices.
    again = found.left_out - planned(given, found.more).left_out
    assert found.brought == pytest.approx(again, abs=0.1 * found.left_out)
    assert found.brought > 0


def test_the_step_is_no_longer_than_it_need_be() -> None:
    little, much = seen(inputs(600, 28, 15)), seen(inputs(600, 10, 5))
    assert (little.more, little.brought) == (5, little.left_out)
    assert much.more == STEPS[-1]
    assert much.left_out / 2 < much.brought < much.left_out


@pytest.mark.parametrize("given", [inputs(200, 5, 4, met=True), inputs(600, 28, 15)])
def test_from_what_was_asked_before_it_finds_the_same(given: Inputs) -> None:
    """Of the day before only the step that was tried last is tried, in a few rounds."""
    plan = planned(given)
    first = plan_forecast(given, plan, TODAY)
    assert first.asked is not None
    assert first.asked.tried == first.more
    again = plan_forecast(given, plan, TODAY, first.asked)
    assert again.more == first.more
    assert again.brought == pytest.approx(first.brought, abs=0.1 * first.left_out)
    other = replace(first.asked, likely=first.asked.likely + 1, tried=STEPS[-1])
    assert plan_forecast(given, plan, TODAY, other) == first


def test_a_step_that_did_not_help_is_not_tried_again() -> None:
    given = inputs(200, 5, 4, met=True)
    plan = planned(given)
    first = plan_forecast(given, plan, TODAY).asked
    assert first is not None
    last = replace(first, tried=STEPS[-1])
    assert plan_forecast(given, plan, TODAY, last).more == STEPS[-1]


def test_nothing_is_said_when_all_fits() -> None:
    found = seen(inputs(100, 20, 30))
    assert (found.left_out, found.more, found.brought) == (0, 0, 0)


def test_on_the_last_day_the_outcome_is_one_answer_and_the_night_after() -> None:
    """Ten items of two domains, all new; there is time for each once."""
    given = inputs(10, 1, 60)
    given = replace(given, domains={n: 1 + n % 2 for n in range(10)})
    curve, known = LearnerModel().curve, given.known
    recall = sum(
        share * curve.recall(curve.first(right)[0], given.outlook.exam)
        for right, share in ((True, known), (False, 1 - known))
    )
    outcomes = seen(given).outcomes
    assert outcomes.keys() == {(1, True), (2, True)}
    for one in outcomes.values():
        assert (one.count, one.asked, one.left) == (5, pytest.approx(5), 0)
        assert one.recalled == pytest.approx(5 * recall, rel=0.02)  # by the grid


@pytest.mark.parametrize("met", [False, True])
@pytest.mark.parametrize("minutes", [2, 20])
def test_the_outcomes_are_the_score_of_the_plan(minutes: float, *, met: bool) -> None:
    given = inputs(120, 10, minutes, met=met)
    flat = [replace(one, weight=1.0) for one in given.candidates]
    given = replace(given, candidates=flat, domains=dict.fromkeys(range(120), 1))
    outcomes = seen(given).outcomes.values()
    assert sum(one.count for one in outcomes) == pytest.approx(120)
    assert all(0 <= one.recalled <= one.asked <= one.count + 1e-9 for one in outcomes)
    recalled = sum(one.recalled + one.left for one in outcomes)
    # The plan's score is a bound that no plan exceeds, and near what it comes to.
    assert recalled / 120 == pytest.approx(planned(given).score, abs=0.03)


def test_cards_have_no_outcome() -> None:
    given = replace(inputs(10, 3, 20), domains=dict.fromkeys(range(4), 1))
    (one,) = seen(given).outcomes.values()
    assert one.count == 4


@pytest.mark.parametrize("days", [2, 14, 60])
@pytest.mark.parametrize("met", [False, True])
def test_the_last_sweep_ends_on_the_last_day_and_fits_its_minutes(
    days: int, met: bool
) -> None:
    given = inputs(300, days, 20, met=met)
    sweep = seen(given).sweep
    assert sweep is not None
    assert sweep.ends == TODAY + timedelta(days - 1)
    assert (sweep.ends - sweep.begins).days + 1 == len(sweep.daily)
    assert sweep.begins >= TODAY
    assert sum(sweep.daily) == pytest.approx(sweep.items, abs=1)
    assert sweep.items <= 300
    # Each takes at least a right answer's time; prices fit the minutes to about a tenth.
    assert max(sweep.daily) * Seconds().right <= 1.1 * given.cap


def test_the_sweep_holds_most_of_the_last_askings() -> None:
    sweep = seen(inputs(300, 14, 20)).sweep
    assert sweep is not None
    assert sweep.items >= 0.75 * 300
    shorter = sum(sweep.daily[1:])
    assert shorter < 0.8 * 300  # a day fewer would not hold four of five


def test_on_the_last_day_there_is_no_sweep_to_come() -> None:
    assert seen(inputs(50, 1, 10)).sweep is None
    assert seen(inputs(0, 10, 10)) == PlanForecast(0, 0)
