"""One judge for all engines: scores are worked out here, in NumPy, from what came out.

An engine's own score is not asked for. It may count otherwise: in float32, with weights,
as a sum where another gives a mean.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from certlab.labs.rapids.real.learning.answers import Answer
from certlab.labs.rapids.real.learning.digits import Pictures
from certlab.labs.rapids.real.learning.methods import Method
from certlab.labs.rapids.real.required_library import needed

NEIGHBOURS = 5
_MOST = 1437  # rows that trustworthiness looks at: it takes a table of rows by rows


@dataclass(frozen=True, slots=True)
class Score:
    """A kind of score, and how far two engines may be apart in it.

    Attributes:
        name: with its unit where it has one.
        of: the score of an answer on the data.
        tolerance: for the mean over seeds; a share of the old score, or in its unit.
        relative: whether the tolerance is a share.
        larger: whether more is better.
        why: where the tolerance comes from.
    """

    name: str
    of: Callable[[Answer, Pictures], float]
    tolerance: float
    relative: bool
    larger: bool
    why: str

    def missed(self, old: float, new: float) -> float:
        """By how much the new score is worse, in the tolerance's unit; 0 if it is not."""
        worse = (old - new) if self.larger else (new - old)
        return max(worse / abs(old) if self.relative else worse, 0.0)


def score(method: Method, answer: Answer, data: Pictures) -> float:
    """The score of an answer by the method's yardstick."""
    return SCORES[method.yardstick].of(answer, data)


def told_apart(method: Method, old: Sequence[float], new: Sequence[float]) -> str:
    """ "" when the new engine reaches the old one's score, else what is missing.

    The mean over the seeds counts: one lucky seed is no model.

    Raises:
        ValueError: one of them has no scores.
    """
    if not (old and new):
        raise ValueError("no scores to compare")
    judge, before, after = SCORES[method.yardstick], mean(old), mean(new)
    if math.isnan(before) or math.isnan(after):
        return f"{method.name}: {judge.name} is not a number"
    if judge.missed(before, after) <= judge.tolerance:
        return ""
    unit = f"{judge.tolerance:.1%}" if judge.relative else f"{judge.tolerance:g}"
    return (
        f"{method.name}: {judge.name} {after:.4g} where {before:.4g} was reached, and "
        f"{unit} is allowed"
    )


def _accuracy(answer: Answer, data: Pictures) -> float:
    return float((answer.labels == data.held_labels).mean())


def _inertia(answer: Answer, data: Pictures) -> float:
    """Squared distance of a picture to the centre nearest to it, in the mean."""
    import numpy as np

    rows, centres = (one.astype("float64") for one in (data.rows, answer.centres))
    table = (rows**2).sum(1)[:, None] - 2 * rows @ centres.T + (centres**2).sum(1)
    return float(np.maximum(table.min(axis=1), 0).mean())


def _variance(answer: Answer, data: Pictures) -> float:
    """Share of the variance of the rows that is left on the axes."""
    import numpy as np

    rows = data.rows.astype("float64") - answer.mean.astype("float64")
    # Any axes span the subspace; made a right angle first, none is counted twice.
    axes, _ = np.linalg.qr(answer.axes.astype("float64").T)
    return float(((rows @ axes) ** 2).sum() / (rows**2).sum())


def _trustworthiness(answer: Answer, data: Pictures) -> float:
    """How far near neighbours in two dimensions were near before: 1 is best."""
    told: Any = needed("sklearn.manifold").trustworthiness
    return float(told(data.rows[:_MOST], answer.places[:_MOST], n_neighbors=NEIGHBOURS))


SCORES = {
    "accuracy": Score(
        "accuracy",
        _accuracy,
        tolerance=0.015,
        relative=False,
        larger=True,
        why="seeds of one library lie two points apart; means of three, about one",
    ),
    "exact accuracy": Score(
        "accuracy",
        _accuracy,
        tolerance=0.006,
        relative=False,
        larger=True,
        why="the method is exact; only ties and rounding may move two pictures of 360",
    ),
    "inertia": Score(
        "inertia per picture",
        _inertia,
        tolerance=0.02,
        relative=True,
        larger=False,
        why="each seed ends in a local optimum of its own, up to 2 % apart",
    ),
    "variance": Score(
        "explained variance",
        _variance,
        tolerance=0.001,
        relative=False,
        larger=True,
        why="the best subspace is one; float32 rounds its share in the sixth digit",
    ),
    "trustworthiness": Score(
        "trustworthiness",
        _trustworthiness,
        tolerance=0.01,
        relative=False,
        larger=True,
        why="seeds lie 0.002 apart; a random picture has about 0.5",
    ),
}
