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
from certlab.study.planner.load import settle
from certlab.study.planner.outlook import Outlook

KNOWN = 0.35  # chance that an unseen question is answered right, before any were
ROUNDS = 48


@dataclass(frozen=True)
class DayPlan:
    """Today's work, and the forecast it comes from.

    Attributes:
        today: in order, as much as fits; empty when nothing more gains.
        ranked: all that could be asked today, the greatest gain first.
        enough: whether the day ends because nothing more pays, not because time is up.
        score: the exam's score that the plan expects, from 0 to 1.
        left_out: how many items will not fit: never asked again, and below 0.8 on the day.
        prices: of a second by slot, to begin a later plan with.
    """

    today: tuple[Choice, ...]
    ranked: tuple[Choice, ...]
    enough: bool
    score: float
    left_out: int
    prices: tuple[float, ...]


def plan_day(
    candidates: Sequence[Candidate],
    outlook: Outlook,
    cap: float,
    *,
    left: float | None = None,
    seconds: Seconds | None = None,
    curve: Curve | None = None,
    known: float = KNOWN,
    prices: Sequence[float] | None = None,
    rounds: int = ROUNDS,
) -> DayPlan:
    """What to do today.

    Args:
        cap: seconds a day.
        left: seconds left today; the cap when None.
        seconds: what answers cost this learner.
        curve: the learner's; FSRS-6 as it comes when None.
        known: the chance that an unseen item is answered right.
        prices: of an earlier plan with the same slots, to begin with.
        rounds: in which prices settle.
    """
    if not candidates:
        return DayPlan((), (), True, 0.0, 0, tuple(prices or ()))
    left = cap if left is None else left
    table = grid(curve or Curve(), seconds or Seconds())
    total = sum(one.weight for one in candidates)
    mean = total / len(candidates)
    found: dict[Kind, Prospects] = {}
    for one in candidates:
        same = kind(one)
        if same not in found:
            found[same] = prospects(table, outlook, one, known)
    caps = [left, *(slot.days * cap for slot in outlook.slots[1:])]
    alike = groups(candidates, found, mean)
    forecast = settle(table, outlook, alike, caps, prices, rounds)
    made = (
        choice(
            one,
            found[kind(one)],
            forecast.futures[one.weight / mean],
            one.weight / total,
        )
        for one in candidates
    )
    ranked = sorted((one for one in made if one), key=lambda one: -one.gain)
    today = filled(ranked, left)
    return DayPlan(
        today=today,
        ranked=tuple(ranked),
        enough=len(today) == sum(one.pays for one in ranked),
        score=min(1.0, forecast.recalled / len(candidates)),
        left_out=round(forecast.left_out),
        prices=forecast.prices,
    )
