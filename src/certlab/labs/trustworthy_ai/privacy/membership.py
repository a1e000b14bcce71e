"""Membership inference on a model of nearest neighbours, in plain Python.

A model of the k nearest neighbours keeps its training data, so it is the plainest case of
a model that remembers. Its k says how much it is smoothed: with 1 it is overfitted.
"""

import math
import random
from collections.abc import Sequence

Point = tuple[tuple[float, ...], bool]
_COLUMNS = 4


def sample(people: int, seed: int) -> list[Point]:
    """So many records: four measurements, and an illness that hangs on them with noise."""
    generator = random.Random(seed)
    points: list[Point] = []
    for _ in range(people):
        values = tuple(generator.gauss(0, 1) for _ in range(_COLUMNS))
        chance = 1 / (1 + math.exp(-(values[0] + 0.7 * values[1])))
        points.append((values, generator.random() < chance))
    return points


def confidences(train: Sequence[Point], asked: Sequence[Point], k: int) -> list[float]:
    """How sure the model is of the true answer of each record asked, 0 to 1."""
    found = []
    for values, ill in asked:
        nearest = sorted(train, key=lambda point: math.dist(point[0], values))[:k]
        found.append(sum(one == ill for _, one in nearest) / k)
    return found


def advantage(
    members: Sequence[float], others: Sequence[float], threshold: float
) -> float:
    """True positive rate less false positive rate of "sure means member", -1 to 1."""
    true = sum(one >= threshold for one in members) / len(members)
    false = sum(one >= threshold for one in others) / len(others)
    return true - false
