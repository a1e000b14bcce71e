"""The `[[mig]]` tables that stand among the course's facts, held to what can be true."""

from collections.abc import Iterator

from certlab.course import Course
from certlab.course.problems import Problem
from certlab.labs.mig.partitions import read_mig, tables

_DRIVER = "mig.min_driver_"


def drivers_agree(course: Course) -> Iterator[Problem]:
    """The lowest driver of a GPU stands in its table, and in a fact that pages name."""
    for table in tables(course).values():
        for fact in course.facts.values():
            # An id of another fact keeps its dot, which no table has; b200- is in gb200-.
            gpu = fact.id.removeprefix(_DRIVER).replace("_", "-")
            if table.min_driver not in ("", fact.value) and f"{gpu}-" in table.id:
                says = f"{table.min_driver} is not {fact.value} of {fact.id}"
                yield Problem(table.file, table.id, f"min_driver {says}; correct one.")


GATES = (drivers_agree,)
TABLES = {"mig": read_mig}
