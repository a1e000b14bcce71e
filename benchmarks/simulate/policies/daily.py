"""Policies that line up a day's work when the day begins."""

from collections import deque
from collections.abc import Iterable
from random import Random

from benchmarks.simulate.interfaces import Case, Cost
from benchmarks.simulate.policies.shelf import Shelf
from benchmarks.simulate.policies.steps import Steps

_MINUTES = 1440


class DailyPolicy:
    """A queue for each day, and the same-day steps after wrong answers.

    Attributes:
        shelf: what was seen so far.
        order: in which unseen items come.
    """

    def __init__(self, case: Case, cost: Cost, rng: Random, repeats: int = 0) -> None:
        self.case, self.cost, self.rng = case, cost, rng
        self.shelf = Shelf()
        self.order = list(range(case.items))
        rng.shuffle(self.order)
        self._day = -1
        self._queue: deque[int] = deque()
        self._steps: Steps[int] = Steps(most=repeats)

    def line_up(self, day: int) -> Iterable[int]:
        """The day's items, in order."""
        raise NotImplementedError

    def pick(self, now: float, left: float) -> int | None:  # noqa: ARG002 - the day loop keeps the cap
        """A repeat whose time has come, the next of the queue, a repeat before its time."""
        if int(now) != self._day:
            self._day = int(now)
            self._steps.clear()
            self._queue = deque(self.line_up(self._day))
        item = self._steps.due(now * _MINUTES)
        if item is None and self._queue:
            return self._queue.popleft()
        return self._steps.last() if item is None else item

    def saw(self, item: int, now: float, right: bool) -> None:
        """Remember it, and queue a repeat."""
        self.shelf.saw(item, now, right)
        self._steps.saw(item, now * _MINUTES, right)

    def unseen(self) -> list[int]:
        """Unseen items in their order."""
        return [item for item in self.order if item not in self.shelf.states]
