"""What to do today: each item's gain per second, now and not on its best later day.

An item asked today is worth what its memory is worth tonight. An item left for later is worth
what its best later day gives, the seconds of that day paid at their price. The difference, per
second it takes today, is what a second of today would have to cost for the item to wait. The
day is filled from the greatest of these; at none, the day's work is done.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from certlab.study.planner.futures import Futures
from certlab.study.planner.grid import Grid, Step, worth
from certlab.study.planner.load import Group
from certlab.study.planner.outlook import Outlook

_SAME_DAY = 0.5
_FINE = 3  # alike: stabilities within a third of an e-fold
_MANY = 1000  # kinds; a forecast of more would be slow
_WORTH = 1e-4  # recall of one item: less is not worth a question


@dataclass(frozen=True)
class Candidate:
    """An item that may be asked.

    Attributes:
        key: its id.
        weight: what it counts for in the exam; any unit, the same for all.
        memory: stability in days, difficulty, and days since the last answer that counted;
            None when it was never asked.
    """

    key: Hashable
    weight: float
    memory: tuple[float, float, float] | None = None


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


Kind = tuple[float, ...]


def kind(candidate: Candidate) -> Kind:
    """Items with the same are planned as one."""
    if candidate.memory is None:
        return (candidate.weight,)
    stability, difficulty, days = candidate.memory
    near = round(log(stability) * _FINE)
    return candidate.weight, near, round(difficulty, 1), round(days * 2)


def prospects(
    grid: Grid, outlook: Outlook, candidate: Candidate, known: float
) -> Prospects:
    """Of one item; `known` is the chance that an unseen one is answered right."""
    memory = candidate.memory
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
    candidates: Iterable[Candidate], found: Mapping[Kind, Prospects], mean: float
) -> list[Group]:
    """Alike items together, for the forecast; `mean` is the mean weight.

    Of very many kinds those that differ little go together: prices hang on the sum.
    """
    counts: dict[Kind, int] = {}
    for one in candidates:
        same = kind(one)
        counts[same] = counts.get(same, 0) + 1
    together: dict[Kind, tuple[Kind, int]] = {}
    for same, count in counts.items():
        key = _roughly(same) if len(counts) > _MANY else same
        first, before = together.get(key, (same, 0))
        together[key] = first, before + count
    return [
        Group(count, same[0] / mean, found[same].steps, found[same].left)
        for same, count in together.values()
    ]


def _roughly(same: Kind) -> Kind:
    if len(same) == 1:
        return same
    weight, near, difficulty, days = same
    return weight, near // 2, difficulty // 3, round(2 * log(days + 1))


def choice(
    candidate: Candidate, prospect: Prospects, plan: Futures, scale: float
) -> Choice | None:
    """Today against the best later day; None when it was already asked today.

    Args:
        scale: from the plan's unit to the exam's score.
    """
    step = prospect.steps[0]
    if step is None:
        return None
    now = worth(step, plan.best[0])
    later, when = prospect.left, None
    options = plan.options(prospect.steps)
    for slot, value in zip(plan.outlook.slots[1:], options[1:], strict=True):
        if value is not None and value > later:
            later, when = value, slot.day
    return Choice(
        key=candidate.key,
        new=candidate.memory is None,
        seconds=step[6],
        recall=prospect.recall,
        without=prospect.left,
        now=now,
        later=later,
        when=when,
        gain=(now - later) / step[6] * scale,
    )


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
