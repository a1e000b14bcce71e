"""FSRS-6 in plain floats: the forgetting curve, and what an answer does to it.

The numbers and formulas are those of the fsrs package (two grades: right is Good, wrong is
Again), without its dates: a plan tries thousands of futures, and a simulator lives them. The
tests hold the two equal. Described at
https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm.
"""

from dataclasses import dataclass
from math import exp

from fsrs.scheduler import DEFAULT_PARAMETERS, STABILITY_MIN

_AGAIN, _GOOD, _EASY = 1, 3, 4


@dataclass(frozen=True)
class Curve:
    """One learner's curve.

    Attributes:
        w: the 21 parameters of FSRS-6.
    """

    w: tuple[float, ...] = DEFAULT_PARAMETERS

    def recall(self, stability: float, days: float) -> float:
        """Chance of a right answer so many days after the last one, from 0 to 1."""
        decay = -self.w[20]
        factor = 0.9 ** (1 / decay) - 1
        return float((1 + factor * max(days, 0.0) / stability) ** decay)

    def gap(self, stability: float, retention: float) -> float:
        """Days until recall has fallen to `retention`."""
        decay = -self.w[20]
        factor = 0.9 ** (1 / decay) - 1
        return float(stability / factor * (retention ** (1 / decay) - 1))

    def first(self, right: bool) -> tuple[float, float]:
        """Stability in days and difficulty (1 to 10) after the first answer."""
        rating = _GOOD if right else _AGAIN
        return max(self.w[rating - 1], STABILITY_MIN), _clamp(self._start(rating))

    def after(
        self, stability: float, difficulty: float, days: float, right: bool
    ) -> tuple[float, float]:
        """Stability and difficulty after an answer a day or more after the last."""
        recall = self.recall(stability, days)
        if right:
            grown = self._grown(stability, difficulty, recall)
        else:
            grown = self._lapsed(stability, difficulty, recall)
        return max(grown, STABILITY_MIN), self.harder(difficulty, right)

    def again(
        self, stability: float, difficulty: float, right: bool
    ) -> tuple[float, float]:
        """Stability and difficulty after one more answer on the same day."""
        w, rating = self.w, _GOOD if right else _AGAIN
        grown = exp(w[17] * (rating - 3 + w[18])) * stability ** -w[19]
        grown = max(grown, 1.0) if right else grown
        return max(stability * grown, STABILITY_MIN), self.harder(difficulty, right)

    def harder(self, difficulty: float, right: bool) -> float:
        """Difficulty after an answer."""
        rating = _GOOD if right else _AGAIN
        moved = difficulty - self.w[6] * (rating - 3) * (10 - difficulty) / 9
        return _clamp(self.w[7] * self._start(_EASY) + (1 - self.w[7]) * moved)

    def _start(self, rating: int) -> float:
        return self.w[4] - exp(self.w[5] * (rating - 1)) + 1

    def _grown(self, stability: float, difficulty: float, recall: float) -> float:
        w = self.w
        more = exp(w[8]) * (11 - difficulty) * stability ** -w[9]
        return float(stability * (1 + more * (exp((1 - recall) * w[10]) - 1)))

    def _lapsed(self, stability: float, difficulty: float, recall: float) -> float:
        w = self.w
        kept = w[11] * difficulty ** -w[12] * ((stability + 1) ** w[13] - 1)
        return float(
            min(kept * exp((1 - recall) * w[14]), stability / exp(w[17] * w[18]))
        )


def _clamp(difficulty: float) -> float:
    return min(max(difficulty, 1.0), 10.0)
