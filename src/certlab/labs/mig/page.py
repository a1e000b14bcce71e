"""What the page's board begins with, and the placement tables that it decides by."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs import mig
from certlab.labs.mig.partitions import Mig
from certlab.labs.mig.placement import comes_last
from certlab.labs.mig.widgets.gpus import Gpus
from certlab.labs.mig.widgets.state import gpu_state, table_state


def files(course: Course) -> dict[str, Any]:
    """The placement tables of the course, by the GPU's id."""
    return {"boards.json": {one.id: _table(one) for one in mig.tables(course).values()}}


def _table(table: Mig) -> dict[str, Any]:
    """A table with the starts that the driver takes last, and its less sure rows."""
    state, grid = table_state(table), mig.Gpu(table).grid
    for one in state["profiles"]:
        places = grid.of[one["name"]]
        one["last"] = [each.start for each in places if comes_last(table, each)]
    unsure = [one.name for one in table.profiles if one.tier in ("C", "D")]
    return {**state, "unsure": unsure}


def _board(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    gpu, count = settings.pop("gpu", "h100-80gb"), int(settings.pop("count", "1"))
    there = settings.pop("place", "")
    goal = [one for one in settings.pop("goal", "").split(",") if one]
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")
    empty = Gpus(mig.tables(course), gpu, count)[0]
    for name in goal:
        empty.profile(name)
    standing = gpu_state(mig.report.placed(empty, there) if there else empty, 0)["at"]
    first = [one[:3] for one in standing]
    return {"gpu": gpu, "count": count, "goal": goal, "first": first}


BEGINS = {"board": _board}
