"""How many nicknames a class takes: who has the code makes no accounts without end."""

import time
from collections import deque
from collections.abc import Callable

from certlab.words import Sentence

MINUTE = 60.0  # seconds
MANY = Sentence("Many are joining just now; try again in a minute.")


def full(most: int) -> Sentence:
    """There is room for no more."""
    return Sentence(
        "The class has {most} learners, which is as many as it takes; tell the instructor.",
        most=most,
    )


class Joins:
    """The nicknames that were taken in the last minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: deque[float] = deque()

    def refused(self, there: int, most: int) -> str:
        """Why no new nickname is taken now, "" where this one is; half of all may in a minute.

        Args:
            there: how many the class has.
            most: how many it takes.
        """
        now = self._clock()
        while self._times and self._times[0] <= now - MINUTE:
            self._times.popleft()
        if there >= most:
            return full(most)
        if len(self._times) >= max(1, most // 2):
            return MANY
        self._times.append(now)
        return ""
