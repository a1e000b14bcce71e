"""How much one learner may ask: more than anybody needs, and what the class bears of each.

Whoever was without a network for weeks sends thousands of rows at once, and after a loss of the
class's database each server sends all that it has. So much may come together, and then as much
as comes back in time.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from certlab.classroom.service.refused import Refused


@dataclass(frozen=True)
class Pace:
    """How much may come together, and how much more in each second."""

    together: float
    a_second: float


PACES = {
    "join": Pace(60, 1 / 60),
    "vote": Pace(30, 0.5),
    "stuck": Pace(30, 0.5),
    "mine": Pace(20, 0.1),
    "rows": Pace(20_000, 5),
    "bytes": Pace(32 * 2**20, 4 * 2**10),
}


class Paces:
    """What each has left; in memory, so that all begin anew with the service."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, account: str, what: str, count: int = 1) -> None:
        """Let so much of something come.

        Raises:
            Refused: it is more than there is left, and nothing is taken.
        """
        pace, now = PACES[what], self._clock()
        left, before = self._left.get((account, what), (pace.together, now))
        left = min(pace.together, left + (now - before) * pace.a_second)
        if count > left:
            wait = int((count - left) / pace.a_second) + 1
            raise Refused(
                429,
                f"This is more than the class takes of one learner at once; wait {wait} "
                "seconds, then send it again.",
            )
        self._left[account, what] = (left - count, now)
