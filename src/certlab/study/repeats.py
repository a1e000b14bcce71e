"""Repeats on the same day: what was answered wrong comes again, by short steps of its own.

FSRS-6 predicts answers within a day badly, so repeats are practice only: they change no
memory and are no first answers, because `study.memory` passes over what comes within twelve
hours of an answer that counted. app/static/memory/repeats.js holds the same rule.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from certlab.study.answers import Answer
from certlab.study.memory import SAME_SITTING

FEW = 3  # other answers, or
PAUSE = timedelta(minutes=10)  # as long a while, before an item comes again
MOST = 2  # repeats of an item after an answer that counted
_NEITHER = ("exercise", "exam")  # modes: no items of a drill, or asked once


@dataclass
class _Item:
    """What was answered last.

    Attributes:
        counted: when the answer was given that the repeats follow.
        at: when the last one was given.
        place: how many answers there were then, of all items.
        repeats: how many of them were repeats.
        right: whether one was right since.
    """

    counted: datetime
    at: datetime
    place: int
    repeats: int
    right: bool


@dataclass
class Repeats:
    """A fold over answers in order of time."""

    _items: dict[str, _Item] = field(default_factory=dict)
    _answers: int = 0

    def saw(self, answer: Answer) -> None:
        """An answer was given, after those before it."""
        if answer.mode in _NEITHER:
            return
        self._answers += 1
        time, right = answer.time, answer.outcome == "correct"
        item = self._items.get(answer.item)
        if item is None or time - item.counted >= SAME_SITTING:
            new = _Item(time, time, self._answers, 0, right)
            self._items[answer.item] = new
            return
        item.at, item.place = time, self._answers
        item.repeats += 1
        item.right |= right

    def ready(self, now: datetime) -> list[str]:
        """The items to ask again now, by id; who has waited longest comes first."""
        found = [
            (item.place, id)
            for id in self.waiting(now)
            if self._answers - (item := self._items[id]).place >= FEW
            or now - item.at >= PAUSE
        ]
        return [id for _, id in sorted(found)]

    def waiting(self, now: datetime) -> list[str]:
        """The items to ask again, now or a little later, by id."""
        return [
            id
            for id, item in self._items.items()
            if not item.right
            and item.repeats < MOST
            and timedelta() <= now - item.counted < SAME_SITTING
        ]


def repeats_of(
    answers: Iterable[Answer], resets: Mapping[str, int] | None = None
) -> Repeats:
    """The repeats that a history leads to.

    Args:
        answers: graded ones, in order of time.
        resets: by item id, the revision before which answers no longer count.
    """
    found = Repeats()
    for answer in answers:
        if answer.rev >= (resets or {}).get(answer.item, 0):
            found.saw(answer)
    return found
