"""What the page's widget begins with: the costs of the measured model, and what was measured."""

from dataclasses import asdict
from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.triton.measured import MEASURED_COST, measured

_MOST = {"clients": 64, "delay": 10, "most": 64}


def _dynamicbatch(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    given = {"clients": "16", "delay": "2", "most": "32"} | settings
    if unknown := set(given) - set(_MOST):
        raise CourseError(f"There is no setting {', '.join(sorted(unknown))}.")
    values = {}
    for name, text in given.items():
        least = 0 if name == "delay" else 1
        if not text.isdecimal() or not least <= int(text) <= _MOST[name]:
            raise CourseError(
                f"{name}={text} is no whole number from {least} to {_MOST[name]}."
            )
        values[name] = int(text)
    values["delay"] *= 2  # the slider goes by half milliseconds
    cells = [
        {"clients": one.clients, "delay": one.delay, "rate": one.rate}
        for one in measured()
    ]
    return {"cost": asdict(MEASURED_COST), "measured": cells, "values": values}


BEGINS = {"dynamicbatch": _dynamicbatch}
