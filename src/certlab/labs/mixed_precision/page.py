"""What the loss scale on the page begins with."""

from functools import cache
from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.mixed_precision.loss_scale import FP16, FP32, Scaler, Training

FIRST, INTERVAL = range(8, 25), range(5, 61)  # that the page's controls reach


@cache
def limits() -> tuple[float, ...]:
    """The largest scale that each step of the lab's training would bear in FP16."""
    return tuple(one.limit(FP16) for one in Training(FP32).run().steps)


def _lossscale(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    first = int(settings.pop("first", "24"))
    interval = int(settings.pop("interval", "15"))
    if settings or first not in FIRST or interval not in INTERVAL:
        raise CourseError(
            "A loss scale on a page takes first, a power of two from 8 to 24, and "
            "interval, 5 to 60 steps."
        )
    one = Scaler()
    return {
        "limits": [*limits()],
        "growth": one.growth,
        "backoff": one.backoff,
        "first": first,
        "interval": interval,
    }


BEGINS = {"lossscale": _lossscale}
