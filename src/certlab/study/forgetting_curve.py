"""FSRS-6 in plain floats: the forgetting curve, and what an answer does to it.

The numbers and formulas are those of the fsrs package (two grades: right is Good, wrong is
Again), without its dates: a plan tries thousands of futures, and a simulator lives them. The
tests hold the two equal. Described at
https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm.
"""

from dataclasses import dataclass
from functools import cached_property
from math import exp

from fsrs.scheduler import DEFAULT_PARAMETERS, STABILITY_MIN

_AGAIN, _GOOD, _EASY = 1, 3, 4


@dataclass(frozen=True)
class Curve:
    """One learner's curve.

    With `lasts`, `taught` and `anyway` at their usual values this is FSRS-6 as it comes.

    Attributes:
        w: the 21 parameters of FSRS-6.
        lasts: how many times longer than another this item is remembered.
        taught: how much a wrong answer, with the reading after it, does what a right one
            does; 0 for nothing, as in FSRS-6, 1 for all of it.
        anyway: what a right answer adds even where nothing was forgotten.
        unmended: how many times longer than another a first wrong answer lasts that was not
            repeated right on the same day.
    """

    w: tuple[float, ...] = DEFAULT_PARAMETERS
    lasts: float = 1.0
    taught: float = 0.0
    anyway: float = 0.0
    unmended: float = 1.0

    @cached_property
    def _factor(self) -> float:
        return float((0.9 ** (-1 / self.w[20]) - 1) / self.lasts)

    @cached_property
    def _easiest(self) -> float:
        return self._start(_EASY)

    def recall(self, stability: float, days: float) -> float:
        """Chance of a right answer so many days after the last one, from 0 to 1."""
        spent = self._factor * days if days > 0 else 0.0
        return float((1 + spent / stability) ** -self.w[20])

    def gap(self, stability: float, retention: float) -> float:
        """Days until recall has fallen to `retention`."""
        fallen = retention ** (-1 / self.w[20]) - 1
        return float(stability / self._factor * fallen)

    def first(self, right: bool, *, mended: bool = True) -> tuple[float, float]:
        """Stability in days and difficulty (1 to 10) after the first answer.

        Args:
            mended: whether a wrong one was repeated right on the same day.
        """
        rating = _GOOD if right else _AGAIN
        stability = self.w[rating - 1] * (1.0 if right or mended else self.unmended)
        return max(stability, STABILITY_MIN), _clamp(self._start(rating))

    def after(
        self, stability: float, difficulty: float, days: float, right: bool
    ) -> tuple[float, float]:
        """Stability and difficulty after an answer a day or more after the last."""
        recall = self.recall(stability, days)
        if right or self.taught == 1:
            grown = self._grown(stability, difficulty, recall)
        else:
            grown = self._lapsed(stability, difficulty, recall)
            if self.taught:
                most = self._grown(stability, difficulty, recall)
                grown *= (most / grown) ** self.taught
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
        return _clamp(self.w[7] * self._easiest + (1 - self.w[7]) * moved)

    def _start(self, rating: int) -> float:
        return self.w[4] - exp(self.w[5] * (rating - 1)) + 1

    def _grown(self, stability: float, difficulty: float, recall: float) -> float:
        w = self.w
        more = exp(w[8]) * (11 - difficulty) * stability ** -w[9]
        forgotten = exp((1 - recall) * w[10]) - 1
        return float(stability * (1 + more * (forgotten + self.anyway)))

    def _lapsed(self, stability: float, difficulty: float, recall: float) -> float:
        w = self.w
        kept = w[11] * difficulty ** -w[12] * ((stability + 1) ** w[13] - 1)
        return float(
            min(kept * exp((1 - recall) * w[14]), stability / exp(w[17] * w[18]))
        )


def _clamp(difficulty: float) -> float:
    return min(max(difficulty, 1.0), 10.0)
