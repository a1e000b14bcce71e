"""What leaves the course: which questions, as which file, and what is lost on the way."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import prod

from certlab.course import Course
from certlab.course.items import ASKABLE, POOLS, Item
from certlab.course.maths import spoken
from certlab.errors import ContentError
from certlab.near_names import choice
from certlab.study.exam_codes import certification
from certlab.study.questions import Question, compile_item
from certlab.study.session import serves

SEED = 0  # of the variant that is written


@dataclass(frozen=True)
class Loss:
    """What a target cannot hold of an item; `whole` when the item is left out."""

    item: str
    says: str
    whole: bool = False


@dataclass(frozen=True)
class Export:
    """A file, how many questions are in it, and what of them is not."""

    data: bytes
    count: int
    lost: tuple[Loss, ...]


def chosen(
    course: Course,
    module: str | None = None,
    exam: str | None = None,
    pool: str = "practice",
) -> list[Item]:
    """The reviewed items of a pool, all or those of a module or an exam.

    Raises:
        CourseError: there is no such module, exam or pool, or no item is left.
    """
    code = certification(course, exam).id if exam else ""
    modules = {item.module for item in course.items.values()}
    if module is not None and module not in modules:
        says = choice(module, sorted(modules))
        raise ContentError(f"There are no items of {module}; {says}")
    if pool not in POOLS:
        raise ContentError(f"There is no pool {pool}; use one of {', '.join(POOLS)}.")
    items = [
        item
        for item in course.items.values()
        if item.kind in ASKABLE
        and item.status == "reviewed"
        and item.pool == pool
        and module in (None, item.module)
        and (not code or serves(item, code))
    ]
    if not items:
        raise ContentError("No reviewed item fits; name another module, exam or pool.")
    return items


def compiled(course: Course, items: Iterable[Item]) -> list[Question]:
    """The items as asked with seed 0, with every fact filled in."""
    asked = (compile_item(course, item, SEED) for item in items)
    return [
        replace(
            one,
            show=spoken(one.show),
            key=spoken(one.key),
            feedback=spoken(one.feedback),
        )
        for one in asked
    ]


def variants(items: Iterable[Item]) -> list[Loss]:
    """The items of which one variant of several is written."""
    lost = []
    for item in items:
        rows = (one for one in item.body.drawn if one.row == one.name)
        count = prod(len(one.choices) for one in rows)
        if count > 1:
            says = f"one of its {count} variants is written, that of seed {SEED}."
            lost.append(Loss(item.id, says))
    return lost
