"""What an answer leads to, in numbers worked out once: a grid of memory states.

A state just after an answer is a stability in days and a difficulty. A plan looks at millions
of such states, so they are put on a grid; between two stabilities values are interpolated,
and the difficulty, of which FSRS-6 with two grades knows few, is the nearest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import exp, log

from certlab.study.forgetting_curve import Curve

_LEAST, _MOST, _COUNT = 0.1, 400.0, 14  # days; a longer memory needs no review
_STEP = log(_MOST / _LEAST) / (_COUNT - 1)
_LAPSES = 3  # difficulties kept: after so many wrong answers

# (node if right, shares of it and the next, node if wrong, shares, expected seconds)
# No NamedTuple: unpacked as often as a plan does it, that made a plan 8 % slower.
Step = tuple[int, float, float, int, float, float, float]
COST = 6  # where the seconds stand


@dataclass(frozen=True)
class Seconds:
    """What answers cost, in seconds."""

    right: float = 8.0
    wrong: float = 16.0
    new: float = 24.0


@dataclass(frozen=True)
class Grid:
    """States by number, and the steps between them.

    Attributes:
        curve: the learner's forgetting curve.
        seconds: the learner's time for an answer.
    """

    curve: Curve
    seconds: Seconds
    _steps: dict[float, tuple[Step, ...]] = field(default_factory=dict, compare=False)
    _recalls: dict[float, tuple[float, ...]] = field(
        default_factory=dict, compare=False
    )

    @cached_property
    def difficulties(self) -> tuple[float, ...]:
        """Few: what answers lead to from the two that an item can begin with."""
        easy, hard = self.curve.first(True)[1], self.curve.first(False)[1]
        found = [easy, hard]
        for _ in range(_LAPSES - 2):
            found.append(self.curve.harder(found[-1], False))
        return tuple(found)

    @cached_property
    def states(self) -> tuple[tuple[float, float], ...]:
        """Stability and difficulty by number."""
        stabilities = [_LEAST * exp(_STEP * n) for n in range(_COUNT)]
        return tuple((s, d) for d in self.difficulties for s in stabilities)

    def place(self, stability: float, difficulty: float) -> tuple[int, float]:
        """The state at or below, and how far towards the next, from 0 to 1."""
        at = min(max(log(stability / _LEAST) / _STEP, 0.0), _COUNT - 1.000001)
        row = min(range(_LAPSES), key=lambda n: abs(self.difficulties[n] - difficulty))
        return row * _COUNT + int(at), at - int(at)

    def step(self, stability: float, difficulty: float, days: float) -> Step:
        """What an answer so many days after the last leads to."""
        recall = self.curve.recall(stability, days)
        right = self.curve.after(stability, difficulty, days, True)
        wrong = self.curve.after(stability, difficulty, days, False)
        cost = recall * self.seconds.right + (1 - recall) * self.seconds.wrong
        return self._step(recall, right, wrong, cost)

    def meeting(self, known: float) -> Step:
        """What the first answer leads to, right with the chance `known`."""
        right, wrong = self.curve.first(True), self.curve.first(False)
        return self._step(known, right, wrong, self.seconds.new)

    def steps(self, days: float) -> tuple[Step, ...]:
        """The step from each state, after so many days."""
        found = self._steps.get(days)
        if found is None:
            found = tuple(self.step(s, d, days) for s, d in self.states)
            self._steps[days] = found
        return found

    def recalls(self, days: float) -> tuple[float, ...]:
        """Recall in each state, after so many days."""
        found = self._recalls.get(days)
        if found is None:
            found = tuple(self.curve.recall(s, days) for s, _ in self.states)
            self._recalls[days] = found
        return found

    def _step(
        self,
        recall: float,
        right: tuple[float, float],
        wrong: tuple[float, float],
        cost: float,
    ) -> Step:
        up, over = self.place(*right)
        down, past = self.place(*wrong)
        miss = 1 - recall
        shares = recall * (1 - over), recall * over, miss * (1 - past), miss * past
        return up, shares[0], shares[1], down, shares[2], shares[3], cost


@lru_cache(maxsize=12)
def grid(curve: Curve, seconds: Seconds) -> Grid:
    """The grid of a learner's kind of items; what was worked out for it is kept."""
    return Grid(curve, seconds)


def worth(step: Step, values: Sequence[float]) -> float:
    """The mean of the values that a step leads to, its seconds left out."""
    up, a, b, down, c, d, _ = step
    return a * values[up] + b * values[up + 1] + c * values[down] + d * values[down + 1]


def move(step: Step, items: float, mass: list[float]) -> None:
    """Add so many items to the states that a step leads to."""
    up, a, b, down, c, d, _ = step
    mass[up] += items * a
    mass[up + 1] += items * b
    mass[down] += items * c
    mass[down + 1] += items * d
