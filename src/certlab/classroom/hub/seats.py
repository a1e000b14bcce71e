"""Whose a nickname is: of the browser that took it, which a signed cookie says.

A nickname that the instructor deletes may be taken by another browser, and then the cookie
of the one before must not count. So the cookie says when, too. While the Hub runs it knows
each time; after a start anew it has only the time at which it made the user.
"""

import time
from collections.abc import Callable
from datetime import UTC
from typing import Any

MOST = 8  # nicknames of one browser, where several people share it
_LATER = 300.0  # seconds in which the Hub makes a user, when many come at once


def read(cookie: bytes | None) -> dict[str, str]:
    """The nicknames of a browser, and when it took each; "" before 2026-11-27."""
    text = (cookie or b"").decode("utf-8", "replace")
    return {
        name: when for name, _, when in (one.partition(":") for one in text.split())
    }


def written(seats: dict[str, str]) -> str:
    """The same as the cookie has it, the last nickname last."""
    return " ".join(f"{name}:{when}" for name, when in list(seats.items())[-MOST:])


class Seats:
    """When each nickname was taken, since the Hub runs."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._of: dict[str, str] = {}

    def holds(self, name: str, when: str, user: Any) -> bool:
        """Whether who took a nickname then is who has it now."""
        if name in self._of:
            return self._of[name] == when
        if not when or user is None:
            return True
        made = user.created.replace(tzinfo=UTC).timestamp()
        return bool(float(when) + _LATER >= made)

    def take(self, name: str) -> str:
        """Give a nickname that is free to a browser; when that was."""
        self._of[name] = f"{self._clock():.6f}"
        return self._of[name]

    def free(self, name: str) -> None:
        """It is nobody's any more."""
        self._of.pop(name, None)
