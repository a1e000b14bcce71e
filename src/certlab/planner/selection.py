"""What to do today: each item's gain per second, now and not on its best later day.

An item asked today is worth what its memory is worth tonight. An item left for later is worth
what its best later day gives, the seconds of that day paid at their price. The difference, per
second it takes today, is what a second of today would have to cost for the item to wait. The
day is filled from the greatest of these; at none, the day's work is done.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from certlab.planner.grid import COST, Grid, Step, worth
from certlab.planner.learner_model import Beliefs, Memory
from certlab.planner.outlook import Outlook
from certlab.planner.state_values import StateValues
from certlab.planner.workload import Group

_SAME_DAY = 0.5
_FINE = 3  # alike: stabilities within a third of an e-fold
_MANY = 1000  # kinds; a forecast of more would be slow
_WORTH = 1e-5  # recall of one item: less is not worth a question


@dataclass(frozen=True)
class Candidate:
    """An item that may be asked.

    Attributes:
        key: its id.
        weight: what it counts for in the exam; any unit, the same for all.
        memory: stability in days, difficulty, and days since the last answer that counted;
            None when it was never asked.
        beliefs: how likely it is of each kind of the learner's items, and what its memory
            then is (`LearnerModel.beliefs`); empty where all items are of one kind.
        known: the chance that it is answered right when it was never asked; the plan's when
            None.
    """

    key: Hashable
    weight: float
    memory: Memory | None = None
    beliefs: Beliefs = ()
    known: float | None = None

    @property
    def believed(self) -> Beliefs:
        """Of each kind; of one where there is but one."""
        return self.beliefs or ((1.0, self.memory),)


@dataclass(frozen=True)
class Choice:
    """One item of today's work, and why.

    Attributes:
        key: the item.
        new: whether it was never asked.
        seconds: what it takes today, expected.
        recall: chance of a right answer now.
        without: recall at the exam if it is never asked again.
        now: worth when it is asked today.
        later: worth when it waits for its best later day; its seconds paid.
        when: that day, in days from today; None when "never" is best.
        gain: of the exam's score per second today, over waiting.
    """

    key: Hashable
    new: bool
    seconds: float
    recall: float
    without: float
    now: float
    later: float
    when: float | None
    gain: float

    @property
    def pays(self) -> bool:
        """Whether asking today gains at all; if not, it rests, and `when` says until when."""
        return self.now - self.later > _WORTH

    @property
    def why(self) -> str:
        """ "new", "now or never", "now" (better than any later day) or "rests"."""
        if not self.pays:
            return "rests"
        if self.new:
            return "new"
        return "now or never" if self.when is None else "now"


@dataclass(frozen=True)
class Prospects:
    """What asking an item leads to, in each slot.

    Attributes:
        recall: now.
        left: recall at the exam when it is never asked again.
        steps: by slot; None where it cannot be asked.
    """

    recall: float
    left: float
    steps: tuple[Step | None, ...]


@dataclass(frozen=True)
class Part:
    """What an item is worth if it is of one kind.

    Attributes:
        prospects: what asking it leads to.
        plan: what that is worth.
        options: worth by slot, the seconds paid.
        tonight: worth when asked today, the seconds of today left out.
    """

    prospects: Prospects
    plan: StateValues
    options: Sequence[float | None]
    tonight: float


# Weight, number of the kind of items, and then what was known before or, for an item that
# was asked, stability, difficulty and days.
Alike = tuple[float, ...]


def alike(
    weight: float, kind: int, memory: Memory | None, known: float, *, rough: bool
) -> Alike:
    """Items with the same are planned as one; `rough` is for very many items."""
    if memory is None:
        return weight, kind, known
    stability, difficulty, days = memory
    near = round(log(stability) * _FINE)
    if rough:
        # Three difficulties are told apart by the grid, and late days matter less.
        return weight, kind, near, round(difficulty), round(4 * log(days + 1))
    return weight, kind, near, round(difficulty, 1), round(days * 2)


@lru_cache(maxsize=2048)  # a plan asks, and then what is forecast of it
def prospects(
    grid: Grid, outlook: Outlook, memory: Memory | None, known: float
) -> Prospects:
    """Of one item; `known` is the chance that an unseen one is answered right."""
    if memory is None:
        meeting = grid.meeting(known)
        return Prospects(known, known, (meeting,) * len(outlook.slots))
    stability, difficulty, days = memory
    steps = tuple(
        grid.step(stability, difficulty, days + slot.day)
        if days + slot.day >= _SAME_DAY
        else None
        for slot in outlook.slots
    )
    recall = grid.curve.recall(stability, days)
    return Prospects(recall, grid.curve.recall(stability, days + outlook.exam), steps)


def groups(
    counts: Mapping[Alike, float], found: Mapping[Alike, Prospects], mean: float
) -> list[Group]:
    """Alike items together, for the forecast; `mean` is the mean weight.

    Of very many that differ little some go together: prices hang on the sum.
    """
    together: dict[Alike, tuple[Alike, float]] = {}
    for same, count in counts.items():
        key = _roughly(same) if len(counts) > _MANY else same
        first, before = together.get(key, (same, 0.0))
        together[key] = first, before + count
    return [
        Group(count, same[0] / mean, found[same].steps, found[same].left, int(same[1]))
        for same, count in together.values()
    ]


def _roughly(same: Alike) -> Alike:
    if len(same) == 3:  # never asked
        return same
    weight, kind, near, difficulty, days = same
    return weight, kind, near // 2, difficulty // 3, round(2 * log(days + 1))


def part(prospect: Prospects, plan: StateValues) -> Part | None:
    """What it is worth at the plan's prices; None when it was already asked today."""
    step = prospect.steps[0]
    if step is None:
        return None
    options = plan.options(prospect.steps)
    return Part(prospect, plan, options, worth(step, plan.best[0]))


def choice(
    candidate: Candidate, parts: Sequence[tuple[float, Part]], scale: float
) -> Choice:
    """Today against the best later day, over all kinds that the item may be of.

    Args:
        parts: with their chances.
        scale: from the plan's unit to the exam's score.
    """
    seconds = _mean((share, one.prospects.steps[0]) for share, one in parts)
    now = sum(share * one.tonight for share, one in parts)
    left = sum(share * one.prospects.left for share, one in parts)
    later, when = left, None
    slots = parts[0][1].plan.outlook.slots
    for n in range(1, len(slots)):
        value = sum(share * (one.options[n] or 0.0) for share, one in parts)
        if value > later:
            later, when = value, slots[n].day
    return Choice(
        key=candidate.key,
        new=candidate.memory is None,
        seconds=seconds,
        recall=sum(share * one.prospects.recall for share, one in parts),
        without=left,
        now=now,
        later=later,
        when=when,
        gain=(now - later) / seconds * scale,
    )


def _mean(steps: Iterable[tuple[float, Step | None]]) -> float:
    """Expected seconds."""
    return sum(share * step[COST] for share, step in steps if step)


def filled(ranked: Sequence[Choice], cap: float) -> tuple[Choice, ...]:
    """The day: of what pays, the greatest gain first, as much as fits the seconds."""
    found, spent = [], 0.0
    for one in ranked:
        if one.pays and spent + one.seconds > cap:
            break
        if one.pays:
            found.append(one)
            spent += one.seconds
    return tuple(found)
