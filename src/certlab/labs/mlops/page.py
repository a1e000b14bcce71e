"""What the page's picture of a moving column begins with."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError

ROWS, BINS = (100, 300, 1000, 10_000), (5, 10, 20)  # the choices of the picture
BEFORE = 10_000  # rows of the reference
MEAN, SPREAD, UNIT = 20, 5, "GB a month"  # of a customer's use of data, made up
SIGNIFICANT = 0.05
_USUAL = {"shift": "5", "week": "1", "rows": "1000", "bins": "10"}
_ALLOWED = {"shift": range(16), "week": range(1, 13), "rows": ROWS, "bins": BINS}


def _drift(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    given = _USUAL | settings
    for name, text in given.items():
        if name not in _ALLOWED:
            raise CourseError(
                f"The picture of drift has no {name}; it takes {', '.join(_ALLOWED)}."
            )
        if not text.isdecimal() or int(text) not in _ALLOWED[name]:
            allowed = ", ".join(map(str, _ALLOWED[name]))
            raise CourseError(f"{name}={text} is none of {allowed}.")
    rules = {
        "moderate": course.facts["psi.moderate_from"].value,
        "large": course.facts["psi.large_from"].value,
        "significant": SIGNIFICANT,
    }
    return {
        "values": {
            "shift": int(given["shift"]),
            "week": int(given["week"]),
            "rows": given["rows"],
            "bins": given["bins"],
        },
        "before": BEFORE,
        "mean": MEAN,
        "spread": SPREAD,
        "unit": UNIT,
        "rules": rules,
    }


BEGINS = {"drift": _drift}
