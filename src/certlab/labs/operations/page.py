"""What the page's pictures begin with: a job on a GPU, and an hour of temperatures with a rule."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.operations.fleet import MINUTES, Fleet

TEMPERATURE, CLOCK = "DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_DEV_SM_CLOCK"
# A GPU that is well, one that grows hot, and one with a single odd reading.
SHOWN = {"well": ("node-a", 0), "hot": ("node-a", 2), "odd": ("node-b", 1)}


def _within(
    settings: dict[str, str], most: dict[str, tuple[int, int]]
) -> dict[str, int]:
    """The settings over what they begin with; each from 0 to its most."""
    values = {name: int(settings.pop(name, first)) for name, (first, _) in most.items()}
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")
    for name, (_, last) in most.items():
        if not 0 <= values[name] <= last:
            raise CourseError(f"{name} goes from 0 to {last}.")
    return values


def _activity(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    sms = int(course.facts["h100-sxm5.sms"].value)
    warps = int(course.facts["cc-9-0.warps_per_sm"].value)
    most = {
        "runs": (100, 100),
        "sms": (1, sms),
        "warps": (8, warps),
        "tensor": (0, 100),
    }
    return {"sms": sms, "warps": warps, "values": _within(settings, most)}


def _alertrule(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    values = _within(settings, {"limit": (80, 100), "minutes": (0, MINUTES - 1)})
    fleet = Fleet(course.facts)

    def line(node: str, gpu: int, field: str) -> list[float]:
        return [fleet.reading(node, gpu, minute)[field] for minute in range(MINUTES)]

    clock = line(*SHOWN["hot"], CLOCK)
    return {
        "lines": {name: line(*one, TEMPERATURE) for name, one in SHOWN.items()},
        "slow": next(n for n, mhz in enumerate(clock) if mhz < clock[0]),
        "values": values,
    }


BEGINS = {"activity": _activity, "alertrule": _alertrule}
