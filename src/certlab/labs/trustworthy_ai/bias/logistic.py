"""Logistic regression in plain Python, with weights and a penalty on the gap.

Newton's method on the mean log loss. The penalty is that of Zafar and others (2017): the
covariance of the group with the score before the logistic function, squared. It is
quadratic in the coefficients, so Newton's method takes it as it is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from certlab.errors import Refusal

Row = Sequence[float]
_STEPS = 12
_RIDGE = 1e-4  # keeps the equations solvable where a column is constant


@dataclass(frozen=True)
class Model:
    """A fitted model: one coefficient a column, and the intercept last."""

    coefficients: tuple[float, ...]

    def score(self, row: Row) -> float:
        """The chance, 0 to 1, that the model gives a row."""
        return _logistic(_product(self.coefficients, (*row, 1.0)))


def fit(
    rows: Sequence[Row],
    labels: Sequence[bool],
    *,
    weights: Sequence[float] | None = None,
    groups: Sequence[str] | None = None,
    penalty: float = 0.0,
) -> Model:
    """Fit a model.

    Args:
        rows: features, one sequence a person.
        labels: what is to be predicted.
        weights: how much each person counts; 1 for all where there are none.
        groups: "A" or "B" of each person, for the penalty only.
        penalty: how much the squared covariance of group and score weighs.

    Raises:
        Refusal: no rows, or the lists differ in length.
    """
    lengths = {len(rows), len(labels), *(len(x) for x in (weights, groups) if x)}
    if not rows or len(lengths) > 1:
        raise Refusal(
            f"fit got lists of {', '.join(map(str, sorted(lengths)))} entries; "
            "give one row, one label and one weight for each person."
        )
    full = [(*row, 1.0) for row in rows]
    weights = weights or [1.0] * len(full)
    pull = _covariances(full, groups) if groups and penalty else [0.0] * len(full[0])
    now = [0.0] * len(full[0])
    for _ in range(_STEPS):
        gradient, curve = _derivatives(full, labels, weights, now)
        lean = _product(pull, now)
        for i, one in enumerate(pull):
            gradient[i] += 2 * penalty * lean * one
            for j, other in enumerate(pull):
                curve[i][j] += 2 * penalty * one * other
        now = [x - step for x, step in zip(now, _solved(curve, gradient), strict=True)]
    return Model(tuple(now))


def _derivatives(
    rows: Sequence[Row], labels: Sequence[bool], weights: Sequence[float], now: Row
) -> tuple[list[float], list[list[float]]]:
    """Gradient and second derivatives of the weighted mean of the log loss."""
    wide, total = len(now), sum(weights)
    gradient = [_RIDGE * one for one in now]
    curve = [[_RIDGE * (i == j) for j in range(wide)] for i in range(wide)]
    for row, label, weight in zip(rows, labels, weights, strict=True):
        chance = _logistic(_product(now, row))
        off = weight * (chance - label) / total
        bend = weight * chance * (1 - chance) / total
        for i, one in enumerate(row):
            gradient[i] += off * one
            line, part = curve[i], bend * one
            for j, other in enumerate(row):
                line[j] += part * other
    return gradient, curve


def _covariances(rows: Sequence[Row], groups: Sequence[str]) -> list[float]:
    share = sum(one == "B" for one in groups) / len(groups)
    pull = [0.0] * len(rows[0])
    for row, group in zip(rows, groups, strict=True):
        lean = ((group == "B") - share) / len(rows)
        for i, one in enumerate(row):
            pull[i] += lean * one
    return pull


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """x of matrix x = right, by elimination with the largest pivot."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(lines)
    for at in range(size):
        pivot = max(range(at, size), key=lambda line: abs(lines[line][at]))
        lines[at], lines[pivot] = lines[pivot], lines[at]
        for below in range(at + 1, size):
            factor = lines[below][at] / lines[at][at]
            for column in range(at, size + 1):
                lines[below][column] -= factor * lines[at][column]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(lines[at][j] * found[j] for j in range(at + 1, size))
        found[at] = (lines[at][size] - known) / lines[at][at]
    return found


def _product(left: Row, right: Row) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def _logistic(value: float) -> float:
    if value < 0:
        power = math.exp(value)
        return power / (1 + power)
    return 1 / (1 + math.exp(-value))
