"""What the fabric on the page begins with."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError, Refusal
from certlab.labs.systems import fabric

DOWNS = (16, 32, 48, 56)  # ports of a leaf to systems, of 64


def _fabric(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    given = {"systems": 32, "down": 32, "failed": 0}
    given |= {name: int(value) for name, value in settings.items()}
    if given.keys() - {"systems", "down", "failed"} or given["down"] not in DOWNS:
        raise CourseError("A fabric takes systems, failed and down, one of 16 to 56.")
    one = fabric.Fabric(
        systems=given["systems"],
        systems_per_leaf=given["down"],
        failed_spines=given["failed"],
    )
    if fabric.build(one).leaves > fabric.draw.MOST_DRAWN:
        raise Refusal("The fabric of a page has 32 leaves at most; take fewer systems.")
    limits = {"rails": one.rails, "ports": one.leaf_ports, "gbit": one.port_gbit_per_s}
    return {**limits, "downs": [*DOWNS], **given}


BEGINS = {"fabric": _fabric}
