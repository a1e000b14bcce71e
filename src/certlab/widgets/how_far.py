"""How far a prediction was from what was measured, as a reader would say it.

Up to twice as much it is a difference in percent, and from there on how many times the larger
one holds the smaller; a ratio below one is nothing that anybody pictures.
"""

import math

from certlab.course.facts import format_result
from certlab.words import Words

_TIMES = 2  # from here on "2.5 times" says more than "150 % above"


def how_far(said: float, value: float, unit: str, words: Words) -> str:
    """Where the measured value lies, seen from the predicted number."""
    if unit == "%":
        points = _rounded(abs(value - said))
        if value > said:
            return words("{points} percentage points above your number", points=points)
        return words("{points} percentage points below your number", points=points)
    if not (math.isfinite(said) and math.isfinite(value)) or said * value <= 0:
        return words(
            "not as predicted"
        )  # nothing, or another sign, is no number of times
    larger, smaller = sorted((abs(said), abs(value)), reverse=True)
    if larger >= _TIMES * smaller:
        ratio = _rounded(larger / smaller)
        if abs(value) > abs(said):
            return words("{ratio} times your number", ratio=ratio)
        return words("your number is {ratio} times as large", ratio=ratio)
    percent = _rounded(100 * abs(value - said) / abs(said))
    if value > said:
        return words("{percent} % above your number", percent=percent)
    return words("{percent} % below your number", percent=percent)


def _rounded(value: float) -> str:
    """Two digits that count: who predicts does not ask for more."""
    return format_result(float(f"{value:.2g}"))
