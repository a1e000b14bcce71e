"""Simple policies: random, Leitner's boxes, FSRS at a fixed retention."""

from collections.abc import Iterable
from itertools import chain
from math import ceil
from random import Random

from benchmarks.simulate.interfaces import Case, Cost
from benchmarks.simulate.policies.daily import DailyPolicy


class RandomPolicy(DailyPolicy):
    """So many new ones, the rest anything that was met, in no order."""

    def __init__(
        self,
        case: Case,
        cost: Cost,
        rng: Random,
        *,
        meet: float = 0.5,
        repeats: int = 0,
    ) -> None:
        super().__init__(case, cost, rng, repeats)
        self._new = ceil(case.items / max(1, meet * case.days))

    def line_up(self, day: int) -> Iterable[int]:  # noqa: ARG002 - every day alike
        """New ones and old ones, shuffled."""
        met = list(self.shelf.states)
        self.rng.shuffle(met)
        each = self.cost.seconds(False, True)
        fresh = self.unseen()[: self._new]
        room = self.case.seconds - len(fresh) * self.cost.seconds(True, True)
        items = fresh + met[: max(0, int(room / each))]
        self.rng.shuffle(items)
        return items


class LeitnerPolicy(DailyPolicy):
    """Right: one box up. Wrong: back to the first. A box n waits base**n days."""

    def __init__(
        self,
        case: Case,
        cost: Cost,
        rng: Random,
        *,
        base: float = 2.0,
        meet: float = 0.5,
        new_first: bool = False,
        repeats: int = 0,
    ) -> None:
        super().__init__(case, cost, rng, repeats)
        self._base, self._first = base, new_first
        self._new = ceil(case.items / max(1, meet * case.days))
        self._boxes: dict[int, tuple[int, float]] = {}

    def line_up(self, day: int) -> Iterable[int]:
        """What is due, longest first; new ones before or after."""
        late = {
            item: day - at - self._base**box + 0.5
            for item, (box, at) in self._boxes.items()
        }
        due = sorted(
            (one for one in late if late[one] >= 0), key=lambda one: -late[one]
        )
        return _both(due, self.unseen()[: self._new], self._first)

    def saw(self, item: int, now: float, right: bool) -> None:
        """Move it between the boxes; a repeat on the day moves nothing."""
        box, at = self._boxes.get(item, (-1, -1.0))
        if int(at) != int(now):
            self._boxes[item] = (box + 1 if right else 0, now)
        super().saw(item, now, right)


class RetentionPolicy(DailyPolicy):
    """FSRS-6: an item is due when its predicted recall has fallen to the retention."""

    def __init__(
        self,
        case: Case,
        cost: Cost,
        rng: Random,
        *,
        retention: float = 0.9,
        meet: float = 0.5,
        new_first: bool = False,
        repeats: int = 0,
    ) -> None:
        super().__init__(case, cost, rng, repeats)
        self._retention, self._first = retention, new_first
        self._new = ceil(case.items / max(1, meet * case.days))

    def line_up(self, day: int) -> Iterable[int]:
        """What is due, most forgotten first; new ones before or after."""
        return _both(self.due(day), self.unseen()[: self._new], self._first)

    def due(self, day: int) -> list[int]:
        """Due items, the most forgotten first."""
        # A gap is a whole number of days, rounded, and one at the least, as in py-fsrs.
        recall = {}
        for item, (stability, _, last) in self.shelf.states.items():
            gap = max(1, round(self.shelf.curve.gap(stability, self._retention)))
            if day - int(last) >= gap:
                recall[item] = self.shelf.recall(item, day)
        return sorted(recall, key=lambda one: recall[one])


def _both(due: list[int], fresh: list[int], new_first: bool) -> Iterable[int]:
    return chain(fresh, due) if new_first else chain(due, fresh)
