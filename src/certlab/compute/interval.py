"""A median and how sure it is, without a guess about the shape of the noise."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and the 95 % interval around it, in the unit of what was measured."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3g} (95 % interval {self.low:.3g} to {self.high:.3g})"


def of_median(values: Sequence[float]) -> Interval:
    """The median and its 95 % interval by order statistics.

    The interval runs from one sample to another, as many from either end. It covers the
    true median unless nearly all samples fell on one side of it, and a coin says how
    likely that is. Times are skewed, with a long tail of interruptions, so an interval
    that assumes a bell curve would be wrong. Fewer than six samples cannot reach 95 %:
    then it is the whole range of them.

    Raises:
        ValueError: there are no values.
    """
    if not values:
        raise ValueError("the median of nothing")
    ranked, half = sorted(values), len(values) // 2
    value = (ranked[half] + ranked[-half - 1]) / 2
    rank = max(_rank(len(ranked)), 1)
    return Interval(value, ranked[rank - 1], ranked[-rank])


@cache
def _rank(count: int) -> int:
    """The rank from either end at which the interval ends; 0 when none reaches 95 %.

    That all but fewer than `rank` of the samples lie on one side of the median has the
    chance of so few heads in `count` throws; both sides together may have 5 %.
    """
    rank, outcomes = 0, 1
    while 2 * outcomes * 20 <= 2**count:
        rank += 1
        outcomes += comb(count, rank)
    return rank
