"""A small network in plain Python, its matrix products rounded to a format.

As on a Tensor Core, a sum of products is exact inside and rounded once at its end. The
weights it is made of are the master copy: they are rounded for use and kept as they are.
Only operations that IEEE 754 defines to the last bit are used, and sums by `math.fsum`,
so that every machine and every Python gives the same numbers.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import mul

from certlab.labs.mixed_precision.loss_scale.rounding import Format, Round

Row = list[float]
Matrix = list[Row]
Sample = tuple[Sequence[float], float]


@dataclass(frozen=True)
class Pass:
    """One forward and one backward pass.

    Attributes:
        loss: mean squared error, neither weighted nor scaled.
        gradients: a matrix a layer, as the format holds them, scale included.
        peak: the largest of all gradients on the way, those of activations included.
    """

    loss: float
    gradients: list[Matrix]
    peak: float

    @property
    def flat(self) -> list[float]:
        """All gradients in one list."""
        return [one for layer in self.gradients for row in layer for one in row]


@dataclass(frozen=True)
class Network:
    """Linear layers with ReLU between them and one output.

    Attributes:
        layers: weights, a row an output.
    """

    layers: list[Matrix]

    @staticmethod
    def drawn(sizes: Sequence[int], seed: int) -> "Network":
        """A new one: inputs, hidden sizes, 1. The same seed gives the same weights."""
        rng = random.Random(seed)
        layers = []
        for wide, high in pairwise(sizes):
            reach = math.sqrt(3 / wide)
            row = range(wide)
            layers.append(
                [[rng.uniform(-reach, reach) for _ in row] for _ in range(high)]
            )
        return Network(layers)

    def run(self, samples: Sequence[Sample], format: Format, scale: float) -> Pass:
        """Loss and gradients of a batch.

        Args:
            samples: inputs and the output wanted.
            format: what activations and gradients are rounded to.
            scale: what the loss is multiplied by before the backward pass.
        """
        keep = format.round
        used = [[keep(row) for row in layer] for layer in self.layers]
        activations = [[keep(inputs) for inputs, _ in samples]]
        for layer in used[:-1]:
            rows = _products(activations[-1], layer, keep)
            activations.append([[max(0.0, one) for one in row] for row in rows])
        outputs = _products(activations[-1], used[-1], keep)
        errors = [
            row[0] - wanted for row, (_, wanted) in zip(outputs, samples, strict=True)
        ]
        count = len(samples)
        loss = math.fsum(one * one for one in errors) / count
        first = [keep([2 * one / count * scale]) for one in errors]
        gradients, peak = _backward(used, activations, first, keep)
        return Pass(loss, gradients, peak)


def _backward(
    layers: list[Matrix], activations: list[Matrix], delta: Matrix, keep: Round
) -> tuple[list[Matrix], float]:
    """Gradients of the weights, first layer first, and the largest one met.

    Args:
        delta: gradients of the outputs.
    """
    found, peak = [], 0.0
    for layer, inputs in zip(reversed(layers), reversed(activations), strict=True):
        found.append(_products(_turned(delta), _turned(inputs), keep))
        peak = max(peak, *(abs(one) for row in (*delta, *found[-1]) for one in row))
        back = _products(delta, _turned(layer), keep)
        delta = [
            [one if held > 0 else 0.0 for one, held in zip(row, values, strict=True)]
            for row, values in zip(back, inputs, strict=True)
        ]
    return found[::-1], peak


def _turned(matrix: Matrix) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


def _products(rows: Matrix, columns: Matrix, keep: Round) -> Matrix:
    """Each row times each column, rounded once."""
    return [keep([_dot(row, column) for column in columns]) for row in rows]


def _dot(left: Row, right: Row) -> float:
    try:
        return math.fsum(map(mul, left, right))
    except (OverflowError, ValueError):  # infinities among them, perhaps of both signs
        total = 0.0
        for one in map(mul, left, right):
            total += one
        return total
