"""Wrong codes, and how an address that sends many of them is slowed.

A code is looked at whoever sends it, however many wrong ones came before: a limit that
refuses to look would let anybody keep out all others. What protects the code is how many
there are (docs/class.md has the numbers). So only the answer to a wrong one waits.
"""

import time
from collections import deque
from collections.abc import Callable

SECONDS = 300.0  # that a wrong code counts
# A class behind one router has one address, and mistypes now and then.
FREE = 30
PAUSE = 2.0  # seconds that the answer to one more waits
_MOST_WAITING = 500  # answers at once; each holds a connection open
_MOST_ADDRESSES = 10_000


class Guesses:
    """Wrong codes of the last minutes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._of: dict[str, deque[float]] = {}
        self.waiting = 0

    def wrong(self, address: str) -> float:
        """Count a wrong code; the seconds that its answer should wait."""
        now = self._clock()
        if address not in self._of and len(self._of) >= _MOST_ADDRESSES:
            self._of.clear()
        times = self._of.setdefault(address, deque(maxlen=FREE + 1))
        while times and times[0] <= now - SECONDS:
            times.popleft()
        times.append(now)
        many = len(times) > FREE and self.waiting < _MOST_WAITING
        return PAUSE if many else 0.0
