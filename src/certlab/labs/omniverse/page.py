"""What the page's picture begins with: the places that speak of a pump, and who is silent."""

from dataclasses import asdict
from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.omniverse.pump import PAINTS, places


def _liverps(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    silent = [one for one in settings.pop("silent", "").split(",") if one]
    unknown = [*settings, *(one for one in silent if one not in PAINTS)]
    if unknown:
        raise CourseError(
            f"The picture has no {', '.join(unknown)}: silent={','.join(PAINTS)}, of which "
            "any may be left out."
        )
    shown = [{"speaks": id not in silent, **asdict(one)} for id, one in places()]
    return {"places": shown}


BEGINS = {"liverps": _liverps}
