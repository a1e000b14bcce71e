"""What the join on the page begins with."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError

MOST_GB, MOST_WORKERS = 1000, 8  # that the page's controls reach


def _shuffle(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    """Sizes are in GB."""
    large, small = (float(settings.pop(name, "20")) for name in ("large", "small"))
    workers = int(settings.pop("workers", "4"))
    if settings or not 0.1 <= small <= large <= MOST_GB:
        raise CourseError(
            "A join on a page has large, small, 0.1 to 1,000 GB, and workers."
        )
    if not 2 <= workers <= MOST_WORKERS:
        raise CourseError(f"A join on a page has 2 to {MOST_WORKERS} workers.")
    return {"large": large, "small": small, "workers": workers}


BEGINS = {"shuffle": _shuffle}
