"""A guesser without knowledge: it learns from other banks what keys look like.

It scores an option by its CUES, with the weights of one Newton step of a conditional
logit from zero. For weak cues that is nearly its optimum; its matrix does not depend on
the keys, so that hundreds of shuffled keys cost little. An item is always guessed by
one that has not seen its key: learned on the other banks, or, while there are few, on
everything but half of its bank.
"""

import hashlib
import random
from collections.abc import Iterable, Sequence
from functools import cache
from operator import mul

from certlab.course.quality.cues import CUES, cues
from certlab.course.quality.shown import VisibleChoice, by_bank

FEW = 4  # banks; with fewer, each is held out in halves, or too little would be learned
SHRINK = 10.0  # as many items' worth of doubt that a cue says anything
DRAWS = 100  # of shuffled keys: enough to say what luck exceeds in 5 of 100

Cells = list[list[float]]  # cues of an item's options, or a matrix over the CUES
Keys = Sequence[int]  # places of an item's correct options
Found = dict[str, float]  # by item, the share of its key that was found


@cache
def held_out(items: tuple[VisibleChoice, ...]) -> Found:
    """For each item the share of its key that is found without having seen it."""
    return _Guesser(items).guess([one.keys for one in items])


@cache
def shuffled(items: tuple[VisibleChoice, ...]) -> list[Found]:
    """The same of keys drawn blindly, DRAWS times: what is found by luck alone."""
    draw, guesser = random.Random(0), _Guesser(items)
    return [
        guesser.guess(
            [draw.sample(range(len(one.options)), len(one.keys)) for one in items]
        )
        for _ in range(DRAWS)
    ]


def weights(items: Sequence[VisibleChoice]) -> list[float]:
    """Weights of the CUES under which the keys of these items are likeliest."""
    rows = [cues(one) for one in items]
    slopes = [_slope(row, one.keys) for row, one in zip(rows, items, strict=True)]
    return _times(_inverse(_sum(map(_spread, rows)), len(rows)), _total(slopes))


class _Guesser:
    """What does not depend on the keys: the items' cues, and a matrix for each fold."""

    def __init__(self, items: Sequence[VisibleChoice]) -> None:
        few = len(by_bank(items)) < FEW
        self.items = items
        self.rows = [cues(one) for one in items]
        self.folds: dict[tuple[str, int], list[int]] = {}
        for n, one in enumerate(items):
            fold = (one.bank, _half(one.id) if few else 0)
            self.folds.setdefault(fold, []).append(n)
        spreads = list(map(_spread, self.rows))
        self.inverses = {}
        for fold, some in self.folds.items():
            seen = [one for n, one in enumerate(spreads) if n not in set(some)]
            self.inverses[fold] = _inverse(_sum(seen), len(seen))

    def guess(self, keys: Sequence[Keys]) -> Found:
        slopes = [_slope(row, own) for row, own in zip(self.rows, keys, strict=True)]
        whole, found = _total(slopes), {}
        for fold, some in self.folds.items():
            unseen = _total([slopes[n] for n in some])
            seen = [a - b for a, b in zip(whole, unseen, strict=True)]
            weights = _times(self.inverses[fold], seen)
            for n in some:
                found[self.items[n].id] = pick(self.rows[n], keys[n], weights)
        return found


def _half(id: str) -> int:
    """0 or 1, alike on every machine."""
    return hashlib.sha256(id.encode()).digest()[0] % 2


def _slope(row: Cells, keys: Keys) -> list[float]:
    """How likely each weight makes the key; other options weigh 0, cues being centred."""
    return [
        sum(column) / len(keys) for column in zip(*(row[k] for k in keys), strict=True)
    ]


def _spread(row: Cells) -> Cells:
    """How the cues of one item vary together over its options."""
    columns = list(zip(*row, strict=True))
    return [[sum(map(mul, a, b)) / len(row) for b in columns] for a in columns]


def _total(slopes: Iterable[Sequence[float]]) -> list[float]:
    return list(map(sum, zip(*slopes, strict=True))) or [0.0] * len(CUES)


def _sum(matrices: Iterable[Cells]) -> Cells:
    whole = [[0.0] * len(CUES) for _ in CUES]
    for one in matrices:
        whole = [
            list(map(float.__add__, a, b)) for a, b in zip(whole, one, strict=True)
        ]
    return whole


def _times(matrix: Cells, vector: Sequence[float]) -> list[float]:
    return [sum(map(mul, row, vector)) for row in matrix]


def _inverse(spread: Cells, items: int) -> Cells:
    """The inverse, by elimination, of a spread over some items with SHRINK items more.

    A cue that never differs gets no weight.
    """
    size = len(spread)
    rows = [
        list(row) + [float(n == m) for m in range(size)] for n, row in enumerate(spread)
    ]
    for n, row in enumerate(rows):
        row[n] = row[n] * (1 + SHRINK / max(1, items)) or 1.0
    for n in range(size):
        # The doubt keeps every pivot above 0, so no rows need to change places.
        rows[n] = [x / rows[n][n] for x in rows[n]]
        for m in range(size):
            if m != n and rows[m][n]:
                by = rows[m][n]
                rows[m] = [x - by * y for x, y in zip(rows[m], rows[n], strict=True)]
    return [row[size:] for row in rows]


def pick(row: Cells, keys: Keys, weights: Sequence[float]) -> float:
    """The share of the key among the likeliest options; those that tie share it."""
    # Rounded, as the last digits differ between machines and would part what ties.
    scores = [round(sum(map(mul, weights, cue)), 9) for cue in row]
    last = sorted(scores, reverse=True)[len(keys) - 1]
    sure = [n for n, score in enumerate(scores) if score > last]
    even = [n for n, score in enumerate(scores) if score == last]
    share = (len(keys) - len(sure)) / len(even)
    right = sum(n in keys for n in sure) + share * sum(n in keys for n in even)
    return right / len(keys)
