"""The GPUs of a class as somebody types them: "4xh100-80gb,2xl4"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.mig.partitions import Mig, tables

MOST_GPUS = 256  # beyond it, somebody mistyped
_WORD = re.compile(r"(?:(\d+)\s*x\s*)?([a-z0-9][a-z0-9.-]*)", re.IGNORECASE)
_STATED = re.compile(r"(.+)-(\d+)gb")
_OTHER = "other"  # a GPU that nothing is known of: "other-48gb"
_WITHOUT = "mig.not_listed"  # the fact that names GPUs without MIG


@dataclass(frozen=True)
class Kind:
    """GPUs of one kind.

    Attributes:
        id: "h100-80gb", "l4".
        name: as a sentence calls it.
        count: how many there are.
        memory_gb: the capacity it is sold with, GB.
        table: how MIG can cut it, None where it has no MIG.
    """

    id: str
    name: str
    count: int
    memory_gb: float
    table: Mig | None


def read_fleet(text: str, course: Course) -> tuple[Kind, ...]:
    """The kinds of GPUs of a fleet, in the order in which they were named.

    Args:
        text: "4xh100-80gb", or several joined by commas; a bare name is one GPU.
        course: its facts say which GPUs there are.

    Raises:
        CourseError: a GPU that is not known, or not named closely enough; no GPU at all.
    """
    counts: dict[str, int] = {}
    for word in filter(None, map(str.strip, text.split(","))):
        match = _WORD.fullmatch(word)
        if match is None:
            says = "is not a number of GPUs; write 4xh100-80gb, or 4xh100-80gb,2xl4."
            raise CourseError(f"--gpus: {word} {says}")
        name = match[2].lower()
        counts[name] = counts.get(name, 0) + int(match[1] or 1)
    if not sum(counts.values()) or not all(counts.values()):
        raise CourseError(
            "--gpus: name at least one GPU of each kind, as in 4xh100-80gb."
        )
    if sum(counts.values()) > MOST_GPUS:
        raise CourseError(
            f"--gpus: give at most {MOST_GPUS} GPUs, not {sum(counts.values())}."
        )
    return tuple(_kind(name, count, course) for name, count in counts.items())


def _kind(id: str, count: int, course: Course) -> Kind:
    there = tables(course)
    if table := there.get(id):
        return Kind(id, table.name, count, table.memory_gb, table)
    stated = _STATED.fullmatch(id)
    size = course.facts.get(f"{id}.memory_size")
    if _is_without_mig(stated[1] if stated else id, course):
        if stated:
            return Kind(id, stated[1].upper(), count, int(stated[2]), None)
        if size and isinstance(size.value, int | float):
            return Kind(id, id.upper(), count, size.value, None)
        raise CourseError(
            f"--gpus: the memory of {id} is not known; add it, as in {id}-24gb."
        )
    forms = sorted(_forms(id, course))
    if len(forms) == 1 and forms[0] in there:
        return _kind(forms[0], count, course)
    if forms:
        rows = [f"{one} ({there[one].name})" if one in there else one for one in forms]
        says = f"{id} does not say which board it is; name one of {', '.join(rows)}."
        raise CourseError(f"--gpus: {says}")
    known = ", ".join((*there, *sorted(_whole(course))))
    raise CourseError(
        f"--gpus: no table says how {id} can be shared; choose one of {known}, or "
        f"name a GPU without MIG by its memory, such as {_OTHER}-24gb."
    )


def _is_without_mig(name: str, course: Course) -> bool:
    """Whether a GPU is one that NVIDIA's list of GPUs with MIG leaves out."""
    return name == _OTHER or _family(name) in _without(course)


def _without(course: Course) -> set[str]:
    row = course.facts.get(_WITHOUT)
    return set(str(row.value).lower().split(", ")) if row else set()


def _whole(course: Course) -> Iterator[str]:
    """GPUs without MIG whose memory is known."""
    for id in course.facts:
        name = id.removesuffix(".memory_size")
        if name != id and _family(name) in _without(course):
            yield name


def _family(name: str) -> str:
    """The first word of a name: h100 of h100-pcie."""
    return name.partition("-")[0]


def _forms(name: str, course: Course) -> set[str]:
    """The boards with a memory size that a name leaves open: h100 may be h100-80gb."""
    sized = {
        id.removesuffix(".memory_size")
        for id in course.facts
        if id.endswith(".memory_size")
    }
    return {
        id
        for id in {*tables(course), *sized}
        if (match := _STATED.fullmatch(id)) and match[1] in (name, _family(name))
    }
