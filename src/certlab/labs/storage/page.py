"""What the page's pictures begin with: a checkpoint and its failures, a job and a guideline."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.storage.need import Level

LEVELS = ("good", "better", "best")
SYSTEMS_A_UNIT = 32


def _whole(settings: dict[str, str], first: dict[str, int]) -> dict[str, int]:
    """The settings over what they begin with, which names them all."""
    if unknown := settings.keys() - first.keys():
        raise CourseError(f"There is no setting {', '.join(sorted(unknown))}.")
    values = first | {name: int(value) for name, value in settings.items()}
    if min(values.values()) < 1:
        raise CourseError("Each setting is a whole number from 1 up.")
    return values


def _interval(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    first = {"size": 980, "write": 20, "servers": 2048, "days": 256, "minutes": 60}
    return _whole(settings, first)


def levels(course: Course) -> dict[str, Level]:
    """NVIDIA's guideline by the name of its level."""

    def read(of: str, name: str) -> float:
        return float(course.facts[f"storage-guideline.{of}_read_{name}"].value)

    return {name: Level(read("node", name), read("unit", name)) for name in LEVELS}


def _readneed(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    level = settings.pop("level", LEVELS[0])
    known = levels(course)
    if level not in known:
        raise CourseError(f"There is no level {level}; take {', '.join(known)}.")
    values = _whole(settings, {"systems": 4, "samples": 2500, "kilobytes": 110})
    if values["systems"] > SYSTEMS_A_UNIT:
        raise CourseError(f"The picture has {SYSTEMS_A_UNIT} systems at most.")
    tables = {
        name: {"system": one.system, "unit": one.unit} for name, one in known.items()
    }
    return {
        "levels": tables,
        "most": SYSTEMS_A_UNIT,
        "values": values | {"level": level},
    }


BEGINS = {"interval": _interval, "readneed": _readneed}
