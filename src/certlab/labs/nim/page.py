"""What the page's picture of profiles begins with: GPUs to pick, and two manifests."""

from dataclasses import asdict
from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.nim import choice, example

MOST = 8
TAKEN = 36  # GB that something else may hold in each GPU


def _profiles(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    given = {"gpu": "l40s", "count": "2", "release": "2.x"} | settings
    gpu, release = given["gpu"], given["release"]
    if unknown := set(given) - {"gpu", "count", "release"}:
        raise CourseError(f"There is no setting {', '.join(sorted(unknown))}.")
    if gpu not in example.GPUS or release not in choice.RELEASES:
        raise CourseError(f"There is no {gpu} or no release {release} to choose.")
    if not given["count"].isdecimal() or not 1 <= int(given["count"]) <= MOST:
        raise CourseError(f"count={given['count']} is no number from 1 to {MOST}.")
    return {
        "gpus": [
            {"id": id, "name": name, "memory": int(course.facts[fact].value)}
            for id, (fact, name) in example.GPUS.items()
        ],
        "manifests": {
            one: [asdict(row) for row in example.manifest(one)]
            for one in choice.RELEASES
        },
        "order": {"engines": choice.ENGINES, "precisions": choice.PRECISIONS},
        "most": {"count": MOST, "taken": TAKEN},
        "values": {
            "gpu": gpu,
            "count": int(given["count"]),
            "taken": 0,
            "release": release,
            "adapters": False,
        },
    }


BEGINS = {"nimprofiles": _profiles}
