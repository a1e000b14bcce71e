"""The strong simple baseline: FSRS at a low retention, then everything in the last days."""

from collections.abc import Iterable
from math import ceil
from random import Random

from benchmarks.simulate.interfaces import Case, Cost
from benchmarks.simulate.policies.plain import RetentionPolicy


class SweepPolicy(RetentionPolicy):
    """Reviews what is due until the last days, then each item once more before the exam.

    The sweep begins so early that it fits the cap, times `stretch`. The most lasting items
    are swept first and the weakest last (`weakest_last`), or the other way round.
    """

    def __init__(
        self,
        case: Case,
        cost: Cost,
        rng: Random,
        *,
        retention: float = 0.8,
        meet: float = 0.5,
        new_first: bool = False,
        repeats: int = 0,
        stretch: float = 1.0,
        weakest_last: bool = True,
    ) -> None:
        super().__init__(
            case,
            cost,
            rng,
            retention=retention,
            meet=meet,
            new_first=new_first,
            repeats=repeats,
        )
        # One in seven wrong: what a sweep at these retentions meets.
        each = 6 / 7 * cost.seconds(False, True) + 1 / 7 * cost.seconds(False, False)
        fits = ceil(case.items * each / case.seconds * stretch)
        self._begins = max(1, case.days - max(1, fits))
        self._sign = -1 if weakest_last else 1

    def line_up(self, day: int) -> Iterable[int]:
        """As at a fixed retention before the sweep; in it, what was not swept yet."""
        if day < self._begins:
            return super().line_up(day)
        states = self.shelf.states
        left = [item for item, state in states.items() if state[2] < self._begins]
        left.sort(key=lambda item: self._sign * states[item][0])
        again = [item for item in self.due(day) if states[item][2] >= self._begins]
        share = ceil(len(left) / (self.case.days - day))
        return [*left[:share], *again, *left[share:], *self.unseen()]
