"""What the streams and the banks on the pages begin with."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError

MOST_CHUNKS, MOST_STREAMS = 16, 8  # that the page's controls reach
MOST_STRIDE = 40
_PARTS = ("copy_in", "kernel", "copy_out")


def _streams(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    """Times are in milliseconds, for all chunks together."""
    given = {"chunks": 4, "streams": 4, "engines": 2, "pinned": 1}
    given |= dict.fromkeys(_PARTS, 8)
    unknown = settings.keys() - given.keys()
    if unknown:
        raise CourseError(f"There is no setting {', '.join(sorted(unknown))}.")
    given |= {name: int(value) for name, value in settings.items()}
    times = [given.pop(part) / 1000 for part in _PARTS]
    if (
        min(times) <= 0
        or not 1 <= given["chunks"] <= MOST_CHUNKS
        or not 1 <= given["streams"] <= MOST_STREAMS
        or given["engines"] not in (1, 2)
    ):
        raise CourseError(
            f"Streams on a page have 1 to {MOST_CHUNKS} chunks, 1 to {MOST_STREAMS} "
            "streams, 1 or 2 copy engines, and times above 0."
        )
    return {**given, "pinned": bool(given["pinned"]), "times": times}


def _banks(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    stride = int(settings.pop("stride", "32"))
    padded = settings.pop("padded", "0")
    if settings or padded not in ("0", "1") or not 0 <= stride <= MOST_STRIDE:
        raise CourseError(
            f"Banks on a page take stride, 0 to {MOST_STRIDE} words, and padded, 0 or 1."
        )
    return {"stride": stride, "padded": padded == "1"}


BEGINS = {"streams": _streams, "banks": _banks}
