"""A learner by the multiscale context model: memory is held at many time scales at once.

A meeting fills what is not yet known at each scale, the fast ones and the slow ones alike; the
fast ones are soon empty again. Met again while the fast ones are full, little reaches the slow
ones, so spaced meetings last longer. Mozer, Pashler, Cepeda, Lindsey and Vul, "Predicting the
optimal spacing of study", NIPS 2009,
https://papers.nips.cc/paper/2009/hash/3948ead63a9f2944218de038d8934305-Abstract.html. The form
is theirs, and so is that an answer that was right fills nine times as much. The scales are ours:
about 70 % are left a day after a first meeting, near what the other families leave.

The planner was not made on this family: nothing was fitted to it, and it was run once.
"""

from math import exp
from random import Random

from benchmarks.simulate.interfaces import Case
from benchmarks.simulate.learners.prior import prior_knowledge

_SCALES = 12
_FASTEST, _RATIO = (
    0.3,
    2.4,
)  # days of the fastest; each next one is so many times slower
_SHARE = 0.9  # of the weight, from scale to scale
_RIGHT, _WRONG = 9.0, 1.0
_NOISE = 0.25
_ITEM_NOISE = 0.4


class MultiscaleLearner:
    """What is known at a scale is the weighted mean of it and of all faster ones."""

    def __init__(self, case: Case, rng: Random) -> None:
        fastest = _FASTEST * exp(rng.gauss(0, _NOISE))
        ratio = 1 + (_RATIO - 1) * exp(rng.gauss(0, _NOISE))
        self._days = [fastest * ratio**n for n in range(_SCALES)]
        share = min(_SHARE * exp(rng.gauss(0, _NOISE / 5)), 1.0)
        self._weights = [share**n for n in range(_SCALES)]
        self._prior = prior_knowledge(case.items, rng)
        self._lasts = [exp(rng.gauss(0, _ITEM_NOISE)) for _ in range(case.items)]
        self._state: dict[int, tuple[list[float], float]] = {}

    def recall(self, item: int, now: float) -> float:
        """All scales together, never below what was known before."""
        if item not in self._state:
            return self._prior[item]
        return max(min(self._known(self._left(item, now))[-1], 1.0), self._prior[item])

    def study(self, item: int, now: float, right: bool) -> None:
        """Fill each scale by what is not known up to it."""
        fresh = item not in self._state
        left = [0.0] * _SCALES if fresh else self._left(item, now)
        more = _RIGHT if right and not fresh else _WRONG
        known = self._known(left)
        full = [
            one + more * max(1 - so_far, 0.0)
            for one, so_far in zip(left, known, strict=True)
        ]
        self._state[item] = full, now

    def _left(self, item: int, now: float) -> list[float]:
        state, last = self._state[item]
        spent = (now - last) / self._lasts[item]
        return [
            one * exp(-spent / days)
            for one, days in zip(state, self._days, strict=True)
        ]

    def _known(self, left: list[float]) -> list[float]:
        found, total, weights = [], 0.0, 0.0
        for one, weight in zip(left, self._weights, strict=True):
            total, weights = total + weight * one, weights + weight
            found.append(total / weights)
        return found
