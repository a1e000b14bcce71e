"""What is believed of a learner's memory: one curve, and how much items differ from it.

Some items last longer than others, and a plan that takes all for alike trusts the strong ones
too much and leaves the hard ones too early. So each item may be one of a few kinds, and its
own answers say which is likely.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from math import exp, sqrt
from operator import mul
from typing import Final

from certlab.study.forgetting_curve import Curve

# Three points that stand for a normal distribution (Gauss and Hermite): mean, variance and
# the next two moments are its own.
_POINTS = ((-sqrt(3), 1 / 6), (0.0, 2 / 3), (sqrt(3), 1 / 6))
_TINY = 1e-250
_LEAST = 0.001  # a chance never taken for nothing or for certain


class _Mended(Enum):
    MENDED = "mended"

    def __bool__(self) -> bool:
        return False


# A wrong answer, and as false as one, that was repeated right in the same sitting.
MENDED: Final = _Mended.MENDED
Right = bool | _Mended
# An item's answers that counted: days and whether right, in order of time.
Record = Sequence[tuple[float, Right]]
Memory = tuple[float, float, float]
# How likely an item is of each kind, and what its memory then is.
Beliefs = tuple[tuple[float, Memory | None], ...]


@dataclass(frozen=True)
class LearnerModel:
    """One learner.

    Attributes:
        curve: of an item like most.
        spread: standard deviation of the logarithm of how much longer an item lasts.
        answers: that counted when it was fitted; 0 of one that was not.
    """

    curve: Curve = field(default_factory=Curve)
    spread: float = 0.0
    answers: int = field(default=0, compare=False)

    @cached_property
    def kinds(self) -> tuple[tuple[float, Curve], ...]:
        """Share of the items and their curve, by kind; the one like most is alone at 0."""
        if not self.spread:
            return ((1.0, self.curve),)
        return tuple(
            (share, replace(self.curve, lasts=exp(self.spread * point)))
            for point, share in _POINTS
        )

    def beliefs(self, record: Record, now: float) -> Beliefs:
        """How likely an item is of each kind, and what its memory then is.

        Args:
            record: empty for an item that was never asked.
            now: days, of the same clock.

        Returns:
            By kind: its chance; stability in days, difficulty and days since the last answer.
        """
        if not record:
            return tuple((share, None) for share, _ in self.kinds)
        found = [(share, *_read(curve, record)) for share, curve in self.kinds]
        total = sum(share * chance for share, chance, *_ in found)
        days = max(0.0, now - record[-1][0])
        return tuple(
            (share * chance / total, (stability, difficulty, days))
            for share, chance, stability, difficulty in found
        )

    def recalls(self, record: Record) -> list[float]:
        """Chance that each answer after the first is right, by those before it.

        Args:
            record: of an item that was asked before.
        """
        last, right = record[0]
        curves = [curve for _, curve in self.kinds]
        likely = [share for share, _ in self.kinds]
        states = [first(curve, right) for curve in curves]
        found = []
        for day, right in record[1:]:
            gap, last = day - last, day
            recalls = [
                one.recall(s, gap) for one, (s, _) in zip(curves, states, strict=True)
            ]
            found.append(sum(map(mul, likely, recalls)) / sum(likely))
            likely = [
                both(*one)
                for one in zip(likely, (chance(r, right) for r in recalls), strict=True)
            ]
            states = [
                one.after(*state, gap, bool(right))
                for one, state in zip(curves, states, strict=True)
            ]
        return found


def first(curve: Curve, right: Right) -> tuple[float, float]:
    """Stability in days and difficulty after a first answer."""
    return curve.first(bool(right), mended=right is MENDED)


def chance(recall: float, right: Right) -> float:
    """Of this answer."""
    return max(recall if right else 1 - recall, _LEAST)


def both(before: float, now: float) -> float:
    """Chance of all answers so far; a very long record does not make it nothing."""
    return max(before * now, _TINY)


def _read(curve: Curve, record: Record) -> tuple[float, float, float]:
    """Chance of the answers after the first, stability and difficulty after the last."""
    last, right = record[0]
    stability, difficulty = first(curve, right)
    likely = 1.0
    for day, right in record[1:]:
        gap = day - last
        likely = both(likely, chance(curve.recall(stability, gap), right))
        stability, difficulty = curve.after(stability, difficulty, gap, bool(right))
        last = day
    return likely, stability, difficulty
