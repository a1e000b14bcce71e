"""How far any policy could get with a learner of ACT-R or of half-life regression.

The policy here is told the learner's own parameters, what was known before, how items differ
and the state of each memory: all but the luck of the answers to come. It looks two answers
ahead, the next and one more, on the same day or a later one. A second has one price throughout,
picked by case on seeds that the table does not use. It is no optimum: more may be possible.

A second policy is told the same, but not what the items are like: for it all are alike, and it
learns nothing of them either. What lies between the two is to be had by learning only.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import fmean

import numpy as np

from benchmarks.simulate import contestants
from benchmarks.simulate.behaviours import EveryDay
from benchmarks.simulate.costs import FixedCost
from benchmarks.simulate.days import run
from benchmarks.simulate.interfaces import REPEATS, Case, Cost, Learner
from benchmarks.simulate.memories import Memories, Row, memories
from benchmarks.simulate.tuning import FIRST_SEEDS
from certlab.planner.outlook import outlook

PRICES = (0.005, 0.01, 0.02, 0.04)  # of a second, in recalls of one item
_WORTH = 1e-5  # recall; less is not worth a question
_EACH = 20  # answers, after which all is looked at anew
_SOON = 0.01  # days to one more answer on the same day


@dataclass
class ToldPolicy:
    """The greatest gain per second first, over waiting for the best later day.

    Attributes:
        items: whether it is told what was known before and how items differ.
    """

    case: Case
    cost: Cost
    learner: Learner
    price: float
    items: bool = True
    _day: int = -1
    _queue: list[int] = field(default_factory=list)
    _met: set[int] = field(default_factory=set)
    _asked: Counter[int] = field(default_factory=Counter)

    def pick(self, now: float, left: float) -> int | None:  # noqa: ARG002 - the day loop keeps the cap
        """What gains most."""
        if int(now) != self._day:
            self._day = int(now)
            self._asked.clear()
            self._queue.clear()
        if not self._queue:
            self._queue = self._best(now)[:_EACH]
        return self._queue.pop(0) if self._queue else None

    def saw(self, item: int, now: float, right: bool) -> None:  # noqa: ARG002 - the truth says what came of it
        """Count it."""
        self._asked[item] += 1
        self._met.add(item)

    def _best(self, now: float) -> list[int]:
        """All that gains by being asked now, the greatest gain per second first."""
        left = self.case.days - self._day
        slots = outlook(left, float(left)).slots[1:]
        later = [self._day + slot.day for slot in slots]
        have = memories(self.learner, self.case.items, alike=not self.items)
        met = np.array([item in self._met for item in range(self.case.items)])
        waits = have.recall(self.case.days)
        for n, day in enumerate(later):
            paid = self.price * self._seconds(have.recall(day), met)
            waits = np.maximum(waits, self._worth(have, day, later[n + 1 :]) - paid)
        gain = self._worth(have, now, later) - waits
        rate = gain / self._seconds(have.recall(now), met)
        return [
            int(item)
            for item in np.argsort(-rate)
            if gain[item] > _WORTH and self._asked[int(item)] <= REPEATS
        ]

    def _worth(self, have: Memories, day: float, later: Sequence[float]) -> Row:
        """Recall at the exam when asked then and perhaps once more, the latter paid."""
        met, exam = np.array(True), self.case.days
        total = np.zeros(self.case.items)
        for chance, one in have.after(day):
            best = one.recall(exam)
            for again in (day + _SOON, *later):
                paid = self.price * self._seconds(one.recall(again), met)
                two = sum(share * last.recall(exam) for share, last in one.after(again))
                best = np.maximum(best, two - paid)
            total += chance * best
        return total

    def _seconds(self, recall: Row, met: np.ndarray) -> Row:
        right, wrong = self.cost.seconds(False, True), self.cost.seconds(False, False)
        again = recall * right + (1 - recall) * wrong
        return np.where(met, again, self.cost.seconds(True, True))


def forgotten(
    name: str, case: Case, seed: int, price: float, *, items: bool = True
) -> float:
    """What one that is told everything forgets, or all but the items."""
    cost = FixedCost()
    learner = contestants.learner(name, case, seed)
    policy = ToldPolicy(case, cost, learner, price, items)
    return run(case, policy, learner, EveryDay(), cost, seed).forgotten


@lru_cache
def price(name: str, case: Case, *, items: bool = True) -> float:
    """The best one on the tuning's first seeds."""

    def tried(one: float) -> float:
        return fmean(
            forgotten(name, case, seed, one, items=items) for seed in FIRST_SEEDS
        )

    return min(PRICES, key=tried)


def told(name: str, case: Case, seeds: Sequence[int], *, items: bool = True) -> float:
    """The mean over these seeds, at the price picked for the case."""
    paid = price(name, case, items=items)
    return fmean(forgotten(name, case, seed, paid, items=items) for seed in seeds)
