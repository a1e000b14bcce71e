"""The ratio of two means over paired seeds, and its 95 % interval by the bootstrap."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

_DRAWS = 2000
_TAIL = 0.025


@dataclass(frozen=True)
class Ratio:
    """A ratio with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


# One case: what both forgot, by seed.
Pairs = Sequence[tuple[float, float]]


def ratio(pairs: Pairs) -> Ratio:
    """Mean of the first over mean of the second; seeds are drawn with their pair."""
    return pooled([pairs])


def pooled(cases: Sequence[Pairs]) -> Ratio:
    """The same over several cases: the means over all runs; seeds are drawn by case."""
    draw = Random(0)  # the same table each time
    drawn = sorted(
        _of([draw.choices(pairs, k=len(pairs)) for pairs in cases])
        for _ in range(_DRAWS)
    )
    last = len(drawn) - 1
    return Ratio(
        _of(cases), drawn[round(_TAIL * last)], drawn[round((1 - _TAIL) * last)]
    )


def _of(cases: Sequence[Pairs]) -> float:
    ours = fmean(fmean(a for a, _ in pairs) for pairs in cases)
    theirs = fmean(fmean(b for _, b in pairs) for pairs in cases)
    return ours / theirs if theirs else 1.0
