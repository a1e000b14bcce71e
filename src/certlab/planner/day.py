"""The plan of a day."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from certlab.planner.grid import Grid, Seconds, grid
from certlab.planner.learner_model import LearnerModel, Memory
from certlab.planner.outlook import Outlook
from certlab.planner.prices import Settled, resettle
from certlab.planner.selection import (
    Alike,
    Candidate,
    Choice,
    Prospects,
    alike,
    choice,
    filled,
    groups,
    part,
    prospects,
)
from certlab.planner.workload import Forecast, Group, settle
from certlab.study.forgetting_curve import Curve

KNOWN = 0.35  # chance that an unseen question is answered right, before any were
_MANY = 2000  # items; of more, those that differ little are planned as one
# What it is alike, its share, its memory, and what was known before it was met.
_Parts = tuple[tuple[Alike, float, Memory | None, float], ...]


@dataclass(frozen=True)
class DayPlan:
    """Today's work, and the forecast it comes from.

    Attributes:
        today: in order, as much as fits; empty when nothing more gains.
        ranked: all that could be asked today, the greatest gain first.
        enough: whether the day ends because nothing more pays, not because time is up.
        score: the exam's score that the plan expects, from 0 to 1.
        left_out: how many items will not fit: never asked again, and below 0.8 on the day.
        prices: of a second by slot.
        learner: what was believed of the learner's memory; None where nobody said.
    """

    today: tuple[Choice, ...]
    ranked: tuple[Choice, ...]
    enough: bool
    score: float
    left_out: int
    prices: tuple[float, ...]
    learner: LearnerModel | None = None

    @property
    def settled(self) -> Settled:
        """What it settled on, to begin a later plan with."""
        return Settled(self.prices, self.score, self.learner)


def plan_day(
    candidates: Sequence[Candidate],
    outlook: Outlook,
    cap: float,
    *,
    left: float | None = None,
    seconds: Seconds | None = None,
    curve: Curve | None = None,
    learner: LearnerModel | None = None,
    known: float = KNOWN,
    prices: Sequence[float] | None = None,
    rounds: int | None = None,
    earlier: Settled | None = None,
) -> DayPlan:
    """What to do today.

    Args:
        cap: seconds a day.
        left: seconds left today; the cap when None.
        seconds: what answers cost this learner.
        curve: the learner's, where all items are of one kind; FSRS-6 as it comes when None.
        minds: the learner's kinds of items, where the candidates have beliefs.
        known: the chance that an unseen item is answered right.
        prices: of an earlier plan with the same slots, to begin with.
        rounds: in which prices settle; the usual when None.
        earlier: what a plan settled on, for these slots; instead of prices and rounds.

    Raises:
        ValueError: a candidate's beliefs are not of the kinds of `learner`.
    """
    if not candidates:
        return DayPlan((), (), True, 0.0, 0, tuple(prices or ()))
    left = cap if left is None else left
    kinds = (learner or LearnerModel(curve or Curve())).kinds
    if any(len(one.believed) != len(kinds) for one in candidates):
        raise ValueError("beliefs and minds differ in their kinds of items")
    grids = [grid(one, seconds or Seconds()) for _, one in kinds]
    mean = sum(one.weight for one in candidates) / len(candidates)
    parts = [*_parts(candidates, known)]
    found, counts = _found(parts, grids, outlook)
    caps = [left, *(slot.days * cap for slot in outlook.slots[1:])]
    some = groups(counts, found, mean)
    if earlier:
        forecast = resettle(grids, outlook, some, caps, earlier)
    else:
        forecast = settle(grids, outlook, some, caps, prices, rounds)
    made = _choices(candidates, parts, found, forecast, mean)
    ranked = sorted(made, key=lambda one: -one.gain)
    today = filled(ranked, left)
    return DayPlan(
        today=today,
        ranked=tuple(ranked),
        enough=len(today) == sum(one.pays for one in ranked),
        score=min(1.0, forecast.recalled / len(candidates)),
        left_out=round(forecast.left_out),
        prices=forecast.prices,
        learner=learner,
    )


def together(
    candidates: Sequence[Candidate],
    grids: Sequence[Grid],
    outlook: Outlook,
    known: float,
    mean: float,
) -> list[Group]:
    """The items as a forecast takes them, alike ones as one.

    Args:
        grids: one for each kind of items.
        known: the chance that an unseen item is answered right.
        mean: weight, of all items of the plan.
    """
    found, counts = _found([*_parts(candidates, known)], grids, outlook)
    return groups(counts, found, mean)


def _parts(candidates: Sequence[Candidate], known: float) -> Iterator[_Parts]:
    """Of each candidate: what it is alike, how likely, and its memory."""
    rough = len(candidates) > _MANY
    for one in candidates:
        chance = known if one.known is None else one.known
        yield tuple(
            (
                alike(one.weight, kind, memory, chance, rough=rough),
                share,
                memory,
                chance,
            )
            for kind, (share, memory) in enumerate(one.believed)
            if share
        )


def _found(
    parts: Sequence[_Parts], grids: Sequence[Grid], outlook: Outlook
) -> tuple[dict[Alike, Prospects], dict[Alike, float]]:
    """What asking leads to, and how many items there are, by what is alike."""
    found: dict[Alike, Prospects] = {}
    unweighted: dict[Alike, Prospects] = {}
    counts: dict[Alike, float] = {}
    for same, share, memory, known in chain.from_iterable(parts):
        if same not in found:
            state = same[1:]
            if state not in unweighted:
                table = grids[int(same[1])]
                unweighted[state] = prospects(table, outlook, memory, known)
            found[same] = unweighted[state]
        counts[same] = counts.get(same, 0.0) + share
    return found, counts


def _choices(
    candidates: Sequence[Candidate],
    parts: Sequence[_Parts],
    found: Mapping[Alike, Prospects],
    forecast: Forecast,
    mean: float,
) -> Iterator[Choice]:
    """All that were not asked today yet."""
    scale = 1 / (mean * len(candidates))
    worked = {
        same: part(one, forecast.state_values[same[0] / mean, int(same[1])])
        for same, one in found.items()
    }
    for one, own in zip(candidates, parts, strict=True):
        some = [(share, made) for same, share, *_ in own if (made := worked[same])]
        if some:
            yield choice(one, some, one.weight * scale)
