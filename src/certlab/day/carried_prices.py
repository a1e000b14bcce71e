"""What a day's plan settled on, kept in the row of its list for the next plan of the goal."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import Any

from certlab.planner.day import DayPlan
from certlab.planner.fit import begun, kept
from certlab.planner.forecast import PlanForecast
from certlab.planner.goal import Goal
from certlab.planner.prices import Settled, more_minutes, settled
from certlab.study.standing import Standing

Data = dict[str, Any]
FIELD = "settled"
_DIGITS = 3  # of a price; plans are no more exact


def held_for(goal: Goal) -> Data:
    """The goal, as the row of a list names it."""
    return {
        "exam": goal.exam,
        "exam_day": goal.day.isoformat(),
        "minutes": goal.minutes,
    }


def kept_prices(plan: DayPlan | None, forecast: PlanForecast | None) -> Data:
    """What is kept of a plan and its forecast; {} where there was nothing to plan."""
    if plan is None or not plan.prices:
        return {}
    told: Data = {
        "prices": _short(plan.prices),
        "score": round(plan.score, 4),
        "fit": kept(plan.learner) if plan.learner else None,
    }
    if forecast and (asked := forecast.asked):
        told["more"] = {**asdict(asked), "prices": _short(asked.prices)}
    return {FIELD: told}


def _short(prices: Sequence[float]) -> list[float]:
    return [float(f"{one:.{_DIGITS}g}") for one in prices]


def carried_prices(standing: Standing, goal: Goal, day: date) -> Settled | None:
    """What the last plan of the goal settled on, for the slots of a day.

    None where no list holds it: then a plan begins from nothing. A row of another version,
    or of somebody's editor, is passed over.
    """
    wanted = held_for(goal)
    for row in reversed(standing.steps):
        if row.mode != "plan" or FIELD not in row.more:
            continue
        if {name: row.more.get(name) for name in wanted} != wanted:
            continue
        if found := _settled(row.more, goal, day):
            return found
    return None


def _settled(more: Data, goal: Goal, day: date) -> Settled | None:
    try:
        then = date.fromisoformat(more["day"])
        told = more[FIELD]
        prices, score, fit = told["prices"], told["score"], told.get("fit")
        more_told = told.get("more")
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    before = _days(goal, then)
    found = settled(prices, score, before) if then <= day else None
    if found is None:
        return None
    found = replace(found, learner=begun(fit), more=more_minutes(more_told, before))
    return found.on(before, _days(goal, day))


def _days(goal: Goal, day: date) -> int:
    """Days of study that a plan of that day sees."""
    return max(goal.days_left(day), 1)
