"""What the page's widget begins with: a trace, a server, and the time that is shown."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.llm_inference.requests import EIGHT


def _batching(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    del course  # the requests of the picture are no facts
    values = {
        "joins": settings.pop("joins", "in-flight"),
        "slots": int(settings.pop("slots", "4")),
        "blocks": int(settings.pop("blocks", "16")),
        "pass": int(settings.pop("pass", "15")),
    }
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")
    return {
        "requests": [[one.arrival, one.prompt, one.output] for one in EIGHT],
        "block": 4,
        "chunk": 4,
        "ms": 25,
        "values": values,
    }


BEGINS = {"batching": _batching}
