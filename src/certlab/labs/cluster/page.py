"""What the page's picture begins with: a cluster, a quota, and what three teams ask for."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError

TEAMS = 3


def _shares(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    gpus, quota = int(settings.pop("gpus", "12")), int(settings.pop("quota", "4"))
    asks = [int(one) for one in settings.pop("asks", "8,2,6").split(",")]
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")
    if len(asks) != TEAMS or not 0 <= TEAMS * quota <= gpus:
        raise CourseError(
            f"The picture has {TEAMS} teams, whose quotas promise no more than there is."
        )
    return {"gpus": gpus, "quota": quota, "asks": asks}


BEGINS = {"shares": _shares}
