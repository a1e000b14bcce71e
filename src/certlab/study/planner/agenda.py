"""A day's work as it is done: the plan's items in order, then repeats if there is time.

In the simulations a repeat on the same day brings less than any planned item, so repeats wait
until the plan's items are done. They are practice, and change no long-term memory.
"""

from collections import deque
from collections.abc import Hashable

from certlab.study.planner.day import DayPlan
from certlab.study.planner.steps import Steps


class Agenda:
    """Picks the next item; each pick takes the same time however many items there are."""

    def __init__(self, day: DayPlan, steps: Steps[Hashable] | None = None) -> None:
        self._queue = deque(one.key for one in day.today)
        self._steps = Steps[Hashable]() if steps is None else steps

    def pick(self) -> Hashable | None:
        """The item to ask now; None when the day's work and its repeats are done."""
        return self._queue[0] if self._queue else self._steps.last()

    def saw(self, key: Hashable, minute: float, right: bool) -> None:
        """It was answered in this minute, of any clock that goes forward."""
        if self._queue and self._queue[0] == key:
            self._queue.popleft()
        self._steps.saw(key, minute, right)
