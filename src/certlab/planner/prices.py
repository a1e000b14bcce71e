"""Prices that an earlier plan settled on, as a later plan of the same exam begins with them.

Prices move little from one day to the next, so a plan that begins with the last ones settles
in a few rounds where it would take many from nothing. Where much has happened in between, as
by answers of another device or a new edition of the course, the score that was expected is
no longer what it was: then they are guesses, and take more rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from certlab.planner.grid import Grid
from certlab.planner.learner_model import LearnerModel
from certlab.planner.outlook import Outlook, Slot, outlook
from certlab.planner.workload import LOWEST, Forecast, Group, forecast, settle

_WORK = 600
_FEWEST, _MOST = 3, 12
_GUESSED = 24  # rounds from prices that are only guesses;
_RICHER, _RICHER_WORK = 8, 3000  # as many for a question, where there are many slots
_SURPRISE = 0.02  # of the exam's score; the luck of a day's answers moves it less


@dataclass(frozen=True)
class MoreMinutes:
    """What more minutes a day would bring, as it was last asked of a plan.

    Attributes:
        likely: minutes that seemed to bring half of what was left out.
        tried: those that were tried last.
        prices: of a second with them, by slot.
    """

    likely: int
    tried: int
    prices: tuple[float, ...]


@dataclass(frozen=True)
class Settled:
    """What a plan settled on.

    Attributes:
        prices: of a second, by slot.
        score: of the exam that the plan expected, from 0 to 1.
        learner: what was believed of the learner's memory, where that was kept.
        more: what was asked of it with more minutes; None where all fits, or was not kept.
    """

    prices: tuple[float, ...]
    score: float
    learner: LearnerModel | None = None
    more: MoreMinutes | None = None

    def on(self, then: int, now: int) -> "Settled":
        """The same with other days of study left: each slot's price by its days to the exam."""
        left = [then - slot.day for slot in _slots(then)]
        nearest = [
            min(range(len(left)), key=lambda n: abs(left[n] - (now - slot.day)))
            for slot in _slots(now)
        ]

        def moved(prices: Sequence[float]) -> tuple[float, ...]:
            return tuple(prices[near] for near in nearest)

        more = self.more and replace(self.more, prices=moved(self.more.prices))
        return replace(self, prices=moved(self.prices), more=more)


def settled(prices: Any, score: Any, days: int) -> Settled | None:
    """What was kept of a plan, by whatever wrote it; None of what no plan settles on.

    Args:
        days: of study that were left, that day included.
    """
    found = _prices(prices, days)
    if not found or type(score) not in (int, float) or not 0 <= score <= 1:
        return None
    return Settled(found, score)


def more_minutes(told: Any, days: int) -> MoreMinutes | None:
    """What was kept of the question for more minutes; None of what nobody can have asked."""
    if not isinstance(told, dict):
        return None
    found = _prices(told.get("prices"), days)
    minutes = told.get("likely"), told.get("tried")
    if not found or not all(type(one) is int and 0 < one < 1440 for one in minutes):
        return None
    return MoreMinutes(told["likely"], told["tried"], found)


def _prices(told: Any, days: int) -> tuple[float, ...]:
    """A price for each slot of a plan; () of anything else."""
    numbers = isinstance(told, list | tuple) and all(
        type(one) in (int, float) and 0 < one < 1 for one in told
    )
    return (*told,) if numbers and len(told) == len(_slots(days)) else ()


def few_rounds(slots: int, work: int = _WORK) -> int:
    """Rounds in which prices of the day before settle.

    Args:
        work: of all rounds, in pairs of slots, so that each plan costs much the same.
    """
    return max(_FEWEST, min(_MOST, work // slots**2))


def resettle(
    grids: Sequence[Grid],
    view: Outlook,
    groups: Sequence[Group],
    caps: Sequence[float],
    earlier: Settled,
) -> Forecast:
    """As `workload.settle`, from an earlier plan's prices for these slots."""
    rounds = few_rounds(len(view.slots))
    found = settle(grids, view, groups, caps, earlier.prices, rounds)
    # Where there is time to spare, only seconds for nothing make a bound that is tight.
    free = forecast(grids, view, groups, caps, [LOWEST] * len(caps))
    found = replace(found, recalled=min(found.recalled, free.recalled))
    items = sum(group.count for group in groups)
    if abs(found.recalled / items - earlier.score) < _SURPRISE:
        return found
    found = settle(grids, view, groups, caps, found.prices, _GUESSED, rough=True)
    return replace(found, recalled=min(found.recalled, free.recalled))


def richer(
    grids: Sequence[Grid],
    view: Outlook,
    groups: Sequence[Group],
    caps: Sequence[float],
    prices: Sequence[float],
    times: float,
) -> Forecast:
    """As `workload.settle`, but for the bound on what is recalled, with more seconds a day.

    Args:
        caps: with the more.
        prices: that fit the fewer seconds.
        times: as many seconds as those were.
    """
    # A second of twice as many costs about half as much.
    cheaper = [max(price / times, LOWEST) for price in prices]
    rounds = min(_GUESSED, max(_RICHER, _RICHER_WORK // len(view.slots) ** 2))
    return settle(grids, view, groups, caps, cheaper, rounds, rough=True)


def _slots(days: int) -> tuple[Slot, ...]:
    return outlook(days, float(days)).slots
