"""What the page's widget begins with: a system of the facts, and the first assumptions."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.datacenter.cost import Assumptions
from certlab.labs.datacenter.systems import systems


def _breakeven(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    id, years = settings.pop("system", "dgx-h100"), int(settings.pop("years", "3"))
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")
    known = systems(course.facts)
    if id not in known:
        raise CourseError(f"There is no system {id} among the facts.")
    system, first = known[id], Assumptions()
    return {
        "system": {"name": system.name, "gpus": system.gpus, "kw": system.kw},
        # In the whole steps of the sliders: cents, per cent, thousands, hundreds.
        "values": {
            "price": round(first.price * 100),
            "use": round(first.use * 100),
            "purchase": round(first.purchase / 1000),
            "support": round(first.support * 100),
            "load": round(first.load * 100),
            "pue": round(first.pue * 100),
            "power": round(first.power * 100),
            "monthly": round(first.monthly / 100),
            "years": years,
        },
    }


BEGINS = {"breakeven": _breakeven}
