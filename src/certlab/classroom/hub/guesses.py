"""A limit on guessing: so many wrong codes from one address, and so many from all together."""

import time
from collections import defaultdict, deque
from collections.abc import Callable

SECONDS = 300.0  # that a wrong code counts
# A class behind one router has one address, and mistypes now and then.
FROM_ONE, FROM_ALL = 30, 120
_MOST_ADDRESSES = 10_000


class Guesses:
    """Wrong codes of the last minutes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._of: dict[str, deque[float]] = defaultdict(deque)
        self._all: deque[float] = deque()

    def wait(self, address: str) -> float:
        """Seconds until a code from this address is looked at again; 0 for now."""
        now = self._clock()
        _drop(self._all, now)
        own = self._of.get(address, deque())
        _drop(own, now)
        waits = [
            times[0] + SECONDS - now
            for times, most in ((own, FROM_ONE), (self._all, FROM_ALL))
            if len(times) >= most
        ]
        return max(waits, default=0.0)

    def wrong(self, address: str) -> None:
        """Count a wrong code."""
        now = self._clock()
        if len(self._of) > _MOST_ADDRESSES:
            self._of.clear()  # the limit for all together holds meanwhile
        for times, most in ((self._of[address], FROM_ONE), (self._all, FROM_ALL)):
            times.append(now)
            if len(times) > most:
                times.popleft()


def _drop(times: deque[float], now: float) -> None:
    while times and times[0] <= now - SECONDS:
        times.popleft()
