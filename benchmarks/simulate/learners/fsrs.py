"""A learner by FSRS-6 whose parameters are not the ones policies assume."""

from math import exp
from random import Random

from benchmarks.simulate.interfaces import Case
from benchmarks.simulate.learners.prior import prior_knowledge
from certlab.study.forgetting_curve import Curve

_NOISE = 0.25  # standard deviation of the logarithm of each parameter
_ITEM_NOISE = 0.4  # and of how much longer than another an item is remembered
_SAME_DAY = 0.5


class FsrsLearner:
    """FSRS-6 with a parameter set of its own, and easier and harder items.

    Same-day answers follow the model's own short-term formula.
    """

    def __init__(self, case: Case, rng: Random) -> None:
        usual = Curve().w
        noisy = [one * exp(rng.gauss(0, _NOISE)) for one in usual]
        noisy[2] = max(noisy[2], noisy[0])  # a right answer lasts no shorter
        self.curve = Curve(tuple(noisy))
        self._prior = prior_knowledge(case.items, rng)
        self._lasts = [exp(rng.gauss(0, _ITEM_NOISE)) for _ in range(case.items)]
        self._state: dict[int, tuple[float, float, float]] = {}

    def recall(self, item: int, now: float) -> float:
        """By the forgetting curve, never below what was known before."""
        state = self._state.get(item)
        if state is None:
            return self._prior[item]
        stability, _, last = state
        found = self.curve.recall(stability * self._lasts[item], now - last)
        return max(found, self._prior[item])

    def truth(
        self, item: int
    ) -> tuple[float, float, tuple[float, float, float] | None]:
        """How much longer it lasts than another, what was known before, and its memory."""
        return self._lasts[item], self._prior[item], self._state.get(item)

    def study(self, item: int, now: float, right: bool) -> None:
        """The next state of the model."""
        state = self._state.get(item)
        if state is None:
            found = self.curve.first(right)
        else:
            stability, difficulty, last = state
            if now - last < _SAME_DAY:
                found = self.curve.again(stability, difficulty, right)
            else:
                days = (now - last) / self._lasts[item]
                found = self.curve.after(stability, difficulty, days, right)
        self._state[item] = (*found, now)
