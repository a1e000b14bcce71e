"""The true memories of all items of a learner at once, as rows of numbers.

The formulas are those of the learners themselves; the tests hold the two equal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.simulate.interfaces import Learner
from benchmarks.simulate.learners import act_r, half_life

Row = NDArray[np.float64]  # one figure an item


class Memories(Protocol):
    """Of many items."""

    def recall(self, now: float) -> Row:
        """The chance of a right answer."""
        ...

    def after(self, now: float) -> Sequence[tuple[Row, "Memories"]]:
        """What an answer then leads to, each with its chance."""
        ...


# A trace: the day, and its decay; by item, infinite where an item has none.
Trace = tuple[Row, Row]


@dataclass(frozen=True)
class TraceMemories:
    """Of an ACT-R learner.

    Attributes:
        traces: of each item.
        before: the same memories before the last trace, if they are in `traces` no more.
    """

    learner: act_r.ActRLearner
    above: Row
    prior: Row
    traces: Sequence[Trace]
    before: "TraceMemories | None" = None
    _known: dict[float, Row] = field(default_factory=dict)

    def recall(self, now: float) -> Row:
        """A logistic of activation, never below what was known before."""
        with np.errstate(divide="ignore"):
            odds = (np.log(self._strength(now)) + self.above) / act_r.SPREAD
        return np.maximum(1 / (1 + np.exp(-odds)), self.prior)

    def after(self, now: float) -> Sequence[tuple[Row, Memories]]:
        """One more trace, after a right answer and a wrong one."""
        decay = self.learner.scale * self._strength(now) + self.learner.decay
        trace = np.full_like(decay, now), decay
        more = replace(self, traces=[trace], before=self, _known={})
        return [(np.ones_like(decay), more)]

    def _strength(self, now: float) -> Row:
        """Sum of the traces; worked out once, for many futures have it in them."""
        if now not in self._known:
            found = self.before._strength(now) if self.before else 0 * self.prior
            for at, decay in self.traces:
                spent = np.maximum((now - at) * act_r.SECONDS, 1.0)
                found = found + np.where(
                    np.isinf(decay), 0.0, spent ** -np.minimum(decay, 99.0)
                )
            self._known[now] = found
        return self._known[now]


@dataclass(frozen=True)
class CountMemories:
    """Of a learner by half-life regression; `last` is nan for an item never met."""

    learner: half_life.HalfLifeLearner
    always: Row
    prior: Row
    right: Row
    wrong: Row
    last: Row

    def recall(self, now: float) -> Row:
        """Half after each half-life, never below what was known before."""
        counts = self.learner.right * np.sqrt(self.right)
        counts = counts + self.learner.wrong * np.sqrt(self.wrong) + self.always
        half = np.clip(2.0**counts, half_life.LEAST, half_life.MOST)
        kept = 2.0 ** (-(now - self.last) / half)
        return np.fmax(kept, self.prior)  # of nan and a number the number

    def after(self, now: float) -> Sequence[tuple[Row, Memories]]:
        """One more right answer, or one more wrong one."""
        recall, last = self.recall(now), np.full_like(self.last, now)
        return [
            (recall, replace(self, right=self.right + 1, last=last)),
            (1 - recall, replace(self, wrong=self.wrong + 1, last=last)),
        ]


def memories(learner: Learner, items: int, *, alike: bool = False) -> Memories:
    """What a learner of ACT-R or of half-life regression has of all items now.

    Args:
        alike: take all items for the mean one, in what was known before and ever after.

    Raises:
        TypeError: the learner is of another family.
    """
    if isinstance(learner, act_r.ActRLearner):
        return _traces(learner, items, alike)
    if isinstance(learner, half_life.HalfLifeLearner):
        return _counts(learner, items, alike)
    raise TypeError(f"{type(learner).__name__} cannot be told of here.")


def _traces(learner: act_r.ActRLearner, items: int, alike: bool) -> TraceMemories:
    easier, prior, traces = zip(*map(learner.truth, range(items)), strict=True)
    rows: list[Trace] = []
    for n in range(max(map(len, traces))):
        some = [one[n] if n < len(one) else (0.0, np.inf) for one in traces]
        at, decay = (np.array(one, float) for one in zip(*some, strict=True))
        rows.append((at, decay))
    above = _row(easier, alike) - act_r.THRESHOLD
    return TraceMemories(learner, above, _row(prior, alike), rows)


def _counts(
    learner: half_life.HalfLifeLearner, items: int, alike: bool
) -> CountMemories:
    always, prior, states = zip(*map(learner.truth, range(items)), strict=True)
    met = [one or (0, 0, np.nan) for one in states]
    right, wrong, last = (np.array(one, float) for one in zip(*met, strict=True))
    return CountMemories(
        learner, _row(always, alike), _row(prior, alike), right, wrong, last
    )


def _row(figures: Sequence[float], alike: bool) -> Row:
    found = np.array(figures, float)
    return np.full_like(found, found.mean()) if alike else found
