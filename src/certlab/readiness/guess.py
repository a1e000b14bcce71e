"""The chance to answer an item right that one knows nothing about."""

from math import comb, factorial, perm

from certlab.course.items import Item
from certlab.course.items.choice import Choice
from certlab.course.items.match import Match
from certlab.course.items.order import Order


def guess(item: Item) -> float:
    """From 0 to below 1.

    Of a choice one set of options among all of its size, as a learner is told how many
    to take or can see it. What is typed cannot be guessed. An order that leaves some
    steps free is a little easier than said here.
    """
    match item.body:
        case Choice(options=options) as body:
            ways = comb(len(options), len(body.correct))
        case Order(steps=steps):
            ways = factorial(len(steps))
        case Match(left=left, right=right, pairs=pairs):
            once = len(set(pairs.values())) == len(left)
            ways = perm(len(right), len(left)) if once else len(right) ** len(left)
        case _:
            return 0.0
    return 1 / ways if ways > 1 else 0.0


def known(right: float, guessed: float) -> float:
    """The share that is known where this share is right and the rest is guessed."""
    return max(0.0, (right - guessed) / (1 - guessed))


def right(known: float, guessed: float) -> float:
    """The share right where this share is known and the rest is guessed."""
    return known + (1 - known) * guessed
