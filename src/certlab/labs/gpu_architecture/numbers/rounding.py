"""Rounding a number to a whole one: to the nearest, towards zero, or by chance."""

from certlab.errors import Refusal
from certlab.words import Sentence

NEAREST = "nearest"  # of two that are equally near, the one whose last bit is 0
ZERO = "zero"  # the bits that do not fit are cut off
STOCHASTIC = "stochastic"  # up with a chance that is the part cut off
ROUNDINGS = (NEAREST, ZERO, STOCHASTIC)


def whole(value: float, how: str, draw: float) -> int:
    """A number of at least 0, rounded.

    Args:
        how: one of ROUNDINGS.
        draw: for STOCHASTIC, a number from 0 up to 1 that the caller has drawn, so
            that this stays a function of its arguments.

    Raises:
        Refusal: no such rounding.
    """
    if how == NEAREST:
        return round(value)  # Python's own goes to even, and is exact
    if how not in ROUNDINGS:
        there = ", ".join(ROUNDINGS)
        says = Sentence(
            "There is no rounding {how}; choose one of {there}.", how=how, there=there
        )
        raise Refusal(says)
    below = int(value)
    return below + (how == STOCHASTIC and draw < value - below)
