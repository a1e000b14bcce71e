"""The plan of a day."""

from collections.abc import Sequence
from dataclasses import dataclass

from certlab.study.curve import Curve
from certlab.study.planner.choices import (
    Candidate,
    Choice,
    Kind,
    Prospects,
    choice,
    filled,
    groups,
    kind,
    prospects,
)
from certlab.study.planner.grid import Seconds, grid
from certlab.study.planner.load import Forecast, settle
from certlab.study.planner.outlook import Outlook

KNOWN = 0.35  # chance that an unseen question is answered right, before any were


@dataclass(frozen=True)
class DayPlan:
    """Today's work, and the forecast it comes from.

    Attributes:
        today: in order, as much as fits.
        ranked: all that could be asked today, the greatest gain first.
        score: the exam's score that the plan expects, from 0 to 1.
    """

    today: tuple[Choice, ...]
    ranked: tuple[Choice, ...]
    score: float
    forecast: Forecast


def plan_day(
    candidates: Sequence[Candidate],
    outlook: Outlook,
    cap: float,
    *,
    seconds: Seconds | None = None,
    curve: Curve | None = None,
    known: float = KNOWN,
    prices: Sequence[float] | None = None,
    rounds: int = 24,
) -> DayPlan:
    """What to do today.

    Args:
        cap: seconds a day, today's and those to come.
        seconds: what answers cost this learner.
        known: the chance that an unseen item is answered right.
        prices: of an earlier plan with the same slots, to begin with.
    """
    table = grid(curve or Curve(), seconds or Seconds())
    total = sum(one.weight for one in candidates)
    mean = total / len(candidates)
    found: dict[Kind, Prospects] = {}
    for one in candidates:
        same = kind(one)
        if same not in found:
            found[same] = prospects(table, outlook, one, known)
    alike = groups(candidates, found, mean)
    forecast = settle(table, outlook, alike, cap, prices, rounds)
    ranked = []
    for one in candidates:
        weight = one.weight / mean
        plan = forecast.futures[weight]
        made = choice(one, found[kind(one)], plan, one.weight / total)
        if made is not None:
            ranked.append(made)
    ranked.sort(key=lambda one: -one.gain)
    return DayPlan(
        today=filled(ranked, cap),
        ranked=tuple(ranked),
        score=forecast.recalled / len(candidates),
        forecast=forecast,
    )
