"""The four parts of a simulation, and the case they are put to. Each is a plain Protocol."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from certlab.errors import CourseError

_ROOMY = 24 + 5 * 8  # seconds an item, as `FixedCost` has them
REPEATS = 2  # further askings of one item within a day, at most; for every policy


@dataclass(frozen=True)
class Case:
    """What is to be learned in which time.

    Attributes:
        items: how many, all unseen at first.
        days: how many days of study; the exam is a day after the last of them begins.
        minutes: what a day has at most.
        weights: what each item counts for in the exam, summing to 1; equal when empty.
    """

    items: int
    days: int
    minutes: float
    weights: tuple[float, ...] = ()

    @property
    def name(self) -> str:
        """ "400/28/20": items, days, minutes a day."""
        return f"{self.items}/{self.days}/{self.minutes:g}"

    @property
    def seconds(self) -> float:
        """What a day has at most."""
        return self.minutes * 60

    @property
    def binding(self) -> bool:
        """Whether there is less time than for meeting each item and five right answers."""
        return self.days * self.seconds < self.items * _ROOMY

    def weight(self, item: int) -> float:
        """What one item counts for."""
        return self.weights[item] if self.weights else 1 / self.items


def case_of(text: str) -> Case:
    """A case as its name says it.

    Raises:
        CourseError: it says none.
    """
    try:
        items, days, minutes = text.split("/")
        found = Case(int(items), int(days), float(minutes))
    except ValueError:
        found = Case(0, 0, 0)
    if not min(found.items, found.days, found.minutes) > 0:
        raise CourseError(
            f"The case {text} is not ITEMS/DAYS/MINUTES; write it as 400/28/20."
        )
    return found


class Learner(Protocol):
    """Somebody who remembers and forgets. Times are days from the first session on."""

    def recall(self, item: int, now: float) -> float:
        """The chance of a right answer, from 0 to 1; an unseen item has one too."""
        ...

    def study(self, item: int, now: float, right: bool) -> None:
        """An answer was given, and what is right was shown."""
        ...


class Cost(Protocol):
    """What an answer costs."""

    def seconds(self, new: bool, right: bool) -> float:
        """Seconds, reading what is shown afterwards included."""
        ...


class Behaviour(Protocol):
    """When there is study at all."""

    def seconds(self, day: int, cap: float) -> float:
        """Seconds for this day, never more than the cap; 0 for a day that is missed."""
        ...


class Policy(Protocol):
    """What to ask next. It sees answers, never the learner."""

    def pick(self, now: float, left: float) -> int | None:
        """The item to ask now, with so many seconds left today; None to end the day."""
        ...

    def saw(self, item: int, now: float, right: bool) -> None:
        """What came of it."""
        ...


# Anybody's own part is a callable like these, named "module:callable".
MakeLearner = Callable[[Case, Random], Learner]
MakePolicy = Callable[[Case, Cost, Random], Policy]
