"""What the page's pictures begin with: a burst into one port, and a step on many servers."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.networking.incast.burst import Burst
from certlab.labs.networking.incast.setup import SLOT_NS

MOST_SENDERS = 32
ADAPTERS = (1, 2, 4, 8)


def _whole(settings: dict[str, str], first: dict[str, int]) -> dict[str, int]:
    """The settings over what they begin with, which names them all."""
    if unknown := settings.keys() - first.keys():
        raise CourseError(f"There is no setting {', '.join(sorted(unknown))}.")
    return first | {name: int(value) for name, value in settings.items()}


def _incast(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    values = _whole(settings, {"senders": 8, "mark": 80, "pause": 280})
    one = Burst(values["senders"])
    if not (1 <= one.senders <= MOST_SENDERS and 0 <= values["mark"] <= one.room):
        raise CourseError(
            f"The picture has 1 to {MOST_SENDERS} senders and thresholds up to {one.room}."
        )
    if not 0 <= values["pause"] <= one.room:
        raise CourseError(f"The pause is at {one.room} packets at most; 0 is none.")
    fixed = {"packets": one.packets, "room": one.room, "delay": one.delay}
    return {
        "fixed": fixed,
        "most": MOST_SENDERS,
        "slot": SLOT_NS / 1000,
        "values": values,
    }


def _exchange(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    first = {
        "compute": 400,
        "gigabytes": 20,
        "servers": 100,
        "adapters": 8,
        "worst": 100,
    }
    values = _whole(settings, first)
    if values["servers"] < 2 or values["adapters"] not in ADAPTERS:
        raise CourseError(
            f"A step takes two servers or more, with one of {ADAPTERS} adapters each."
        )
    if not 1 <= values["worst"] <= 100:
        raise CourseError("The slowest adapter has 1 to 100 per cent of the rate.")
    gbit = float(course.facts["infiniband-ndr.port"].value)
    return {"rate": gbit / 8, "adapters": [*ADAPTERS], "values": values}


BEGINS = {"incast": _incast, "exchange": _exchange}
