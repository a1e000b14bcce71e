"""A learner by half-life regression: how often right and wrong, and nothing of when.

Settles and Meeder, "A Trainable Spaced Repetition Model for Language Learning", ACL 2016,
https://aclanthology.org/P16-1174. The three weights are the starting values of
https://github.com/open-spaced-repetition/srs-benchmark, with noise by learner and by item.
"""

from math import exp, sqrt
from random import Random

from benchmarks.simulate.interfaces import Case
from benchmarks.simulate.learners.prior import prior_knowledge

RIGHT, WRONG, ALWAYS = 2.5819, -0.8674, 2.7245
_NOISE = 0.15
_ITEM_NOISE = 0.6  # of the logarithm to base 2: an item's half-life by a factor of 1.5
LEAST, MOST = 15 / 1440, 274.0  # days, as in the paper's own program


class HalfLifeLearner:
    """Recall halves every half-life; the half-life is 2 to the weighted counts."""

    def __init__(self, case: Case, rng: Random) -> None:
        self.right = RIGHT * exp(rng.gauss(0, _NOISE))
        self.wrong = WRONG * exp(rng.gauss(0, _NOISE))
        self._prior = prior_knowledge(case.items, rng)
        self._item = [ALWAYS + rng.gauss(0, _ITEM_NOISE) for _ in range(case.items)]
        self._state: dict[int, tuple[int, int, float]] = {}

    def recall(self, item: int, now: float) -> float:
        """Half after each half-life, never below what was known before."""
        state = self._state.get(item)
        if state is None:
            return self._prior[item]
        right, wrong, last = state
        counts = self.right * sqrt(right) + self.wrong * sqrt(wrong)
        half = min(max(2 ** (counts + self._item[item]), LEAST), MOST)
        return max(2 ** (-(now - last) / half), self._prior[item])

    def truth(self, item: int) -> tuple[float, float, tuple[int, int, float] | None]:
        """Its own weight, what was known before, and its counts and last answer."""
        return self._item[item], self._prior[item], self._state.get(item)

    def study(self, item: int, now: float, right: bool) -> None:
        """One more of its kind."""
        rights, wrongs, _ = self._state.get(item, (0, 0, 0.0))
        self._state[item] = (rights + right, wrongs + (not right), now)
