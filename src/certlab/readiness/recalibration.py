"""Predicted recall, corrected by the learner's own record.

FSRS-6 with its usual parameters is off for most learners (log loss 0.366 against 0.346
when fitted, https://github.com/open-spaced-repetition/srs-benchmark). What it predicted
before each repeat, held against what came out, gives a line on the logits (Platt,
"Probabilistic Outputs for Support Vector Machines", 1999). Priors hold the line to the
identity, so that a few answers move it little.
"""

from collections import Counter
from dataclasses import dataclass
from math import exp, log

from certlab.readiness.assumptions import Assumptions

_BINS = 100  # predictions alike to a hundredth are taken together
Bin = tuple[int, bool]
_STEPS = 25
_FLATTEST = 0.1  # a line that fell would put the better known below the less known


@dataclass(frozen=True)
class Line:
    """logit(corrected) = shift + slope * logit(predicted)."""

    shift: float = 0.0
    slope: float = 1.0

    def __call__(self, recall: float) -> float:
        """The corrected recall, from 0 to 1."""
        return _logistic(self.shift + self.slope * _logit(recall))


def binned(predicted: float, right: bool) -> Bin:
    """Where an answer is counted: what was predicted before it, and whether it was right."""
    return round(predicted * _BINS), right


def fit(counts: Counter[Bin], assumed: Assumptions) -> Line:
    """The line that a record makes likeliest, given the priors.

    Args:
        counts: of its answers.
        assumed: the priors.
    """
    points = [
        (_logit(n / _BINS), counts[n, False], counts[n, True])
        for n in sorted({n for n, _ in counts})
    ]
    shift, slope = 0.0, 1.0
    for _ in range(_STEPS):
        moved = _newton(points, shift, slope, assumed)
        shift, slope = shift + moved[0], max(slope + moved[1], _FLATTEST)
        if abs(moved[0]) + abs(moved[1]) < 1e-9:
            break
    return Line(shift, slope)


def _newton(
    points: list[tuple[float, int, int]],
    shift: float,
    slope: float,
    assumed: Assumptions,
) -> tuple[float, float]:
    """One step of Newton's method, at most one logit long."""
    stiff, steep = assumed.shift**-2, assumed.slope**-2
    by_shift, by_slope = -shift * stiff, (1 - slope) * steep
    both = 0.0
    for x, wrong, right in points:
        p = _logistic(shift + slope * x)
        gap, curved = right - (wrong + right) * p, (wrong + right) * p * (1 - p)
        by_shift, by_slope = by_shift + gap, by_slope + gap * x
        stiff, steep, both = stiff + curved, steep + curved * x * x, both + curved * x
    whole = stiff * steep - both * both
    first = (steep * by_shift - both * by_slope) / whole
    second = (stiff * by_slope - both * by_shift) / whole
    size = max(1.0, abs(first), abs(second))
    return first / size, second / size


def _logit(p: float) -> float:
    held = min(max(p, 0.01), 0.99)
    return log(held / (1 - held))


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -700 else 0.0
