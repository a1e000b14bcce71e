"""Lengths that give the key away.

In public banks for these exams the longest option is the key in three of five items.
Here each item has a chance of its own, k correct of n options, and a one-sided exact
test says whether the keys of all items together could lie so by chance.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from certlab.course.catalogue import Course
from certlab.course.problems import Problem
from certlab.course.quality.chance import tail
from certlab.course.quality.shown import VisibleChoice, by_bank, shown

# One course in a hundred would be named although its keys lie by chance. At a hundred
# items of four options that is a rate of about 35 %, where 25 % is chance.
LEVEL = 0.01
WHOLE = 2520  # one item's points; options that tie share them, up to ten without rest


@dataclass(frozen=True)
class Leak:
    """A way to guess by length: the points of each option, given all lengths."""

    name: str
    says: str
    points: Callable[[Sequence[int]], list[int]]


def _most(lengths: Sequence[int]) -> list[int]:
    share = WHOLE // lengths.count(max(lengths))
    return [share if one == max(lengths) else 0 for one in lengths]


def _least(lengths: Sequence[int]) -> list[int]:
    return _most([-one for one in lengths])


def _places(lengths: Sequence[int]) -> list[int]:
    """Twice the number of shorter options, and one for each that ties."""
    return [
        sum((one > other) + (one >= other) for other in lengths) - 1 for one in lengths
    ]


def _reversed(lengths: Sequence[int]) -> list[int]:
    return _places([-one for one in lengths])


LEAKS = (
    Leak("longest", "the longest option is the key", _most),
    Leak("shortest", "the shortest option is the key", _least),
    Leak("longer", "keys are longer than other options", _places),
    Leak("shorter", "keys are shorter than other options", _reversed),
)


def lengths_tell_nothing(course: Course) -> Iterator[Problem]:
    """The key is not told by its length; one bank alone is warned only."""
    items = shown(course)
    for leak in LEAKS:
        if odd(items, leak) < LEVEL:
            yield Problem("quizzes", "", _says(items, leak))
        for bank, some in by_bank(items).items():
            if odd(some, leak) < LEVEL:
                yield Problem(bank, "", _says(some, leak), warning=True)


def odd(items: Sequence[VisibleChoice], leak: Leak) -> float:
    """The chance that lengths say as much, or more, of keys that lie by chance."""
    return tail((leak.points(_lengths(one)), one.keys) for one in items)


def rate(items: Sequence[VisibleChoice], leak: Leak) -> float:
    """How often the rule of a leak finds a key, from 0 to 1; ties count in part.

    Of "longer" and "shorter" it is the mean place of keys among the lengths, 0.5 by
    chance.
    """
    return sum(map(_value(leak), items)) / len(items)


def _value(leak: Leak) -> Callable[[VisibleChoice], float]:
    ranked = leak.name in ("longer", "shorter")

    def value(one: VisibleChoice) -> float:
        points = leak.points(_lengths(one))
        got = sum(points[place] for place in one.keys)
        return got / (2 * (len(points) - 1) * len(one.keys) if ranked else WHOLE)

    return value


def _lengths(one: VisibleChoice) -> list[int]:
    return list(map(len, one.options))


def _says(items: Sequence[VisibleChoice], leak: Leak) -> str:
    value, ranked = _value(leak), leak.name in ("longer", "shorter")
    chance = 0.5 if ranked else sum(one.chance for one in items) / len(items)
    first = sorted(items, key=value, reverse=True)[:3]
    names = ", ".join(one.id for one in first)
    what = "mean place" if ranked else "share"
    return (
        f"{leak.says} more often than chance: {what} {rate(items, leak):.2f} of "
        f"{len(items)} items, by chance {chance:.2f}; make options of like length, "
        f"first in {names}."
    )
