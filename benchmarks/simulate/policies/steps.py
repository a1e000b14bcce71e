"""Repeats on the same day: a small queue with steps of its own.

What was answered wrong comes back some minutes later. These repeats are practice only: the
long-term memory (`study.memory`) does not count them, since FSRS-6 predicts them badly.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
MINUTES = 10.0
MOST = 2  # repeats of one item on a day


@dataclass
class Steps(Generic[Key]):
    """What comes back today.

    Attributes:
        minutes: after a wrong answer.
        most: repeats of one item on a day; 0 for none.
    """

    minutes: float = MINUTES
    most: int = MOST
    _waiting: dict[Key, float] = field(default_factory=dict)
    _times: dict[Key, int] = field(default_factory=dict)

    def saw(self, key: Key, minute: float, right: bool) -> None:
        """An answer was given in this minute (of any clock that goes forward)."""
        self._waiting.pop(key, None)
        times = self._times.get(key, 0)
        if not right and times < self.most:
            self._waiting[key] = minute + self.minutes
            self._times[key] = times + 1

    def due(self, minute: float) -> Key | None:
        """The item that has waited longest, if its time has come."""
        if not self._waiting:
            return None
        key = min(self._waiting, key=lambda one: self._waiting[one])
        return key if self._waiting[key] <= minute else None

    def last(self) -> Key | None:
        """At the end of the session: the next to come, though its time has not."""
        return self.due(float("inf"))

    def clear(self) -> None:
        """A new day begins."""
        self._waiting.clear()
        self._times.clear()
