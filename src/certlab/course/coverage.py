"""Coverage: how much of each certification the course serves, by objective."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from certlab.course.catalogue import Course
from certlab.course.certifications import Certification, Objective
from certlab.course.items import POOLS, Item
from certlab.course.problems import Problem

ENOUGH_ITEMS = 3


def graded(course: Course) -> list[Item]:
    """The items that are asked and graded."""
    return [
        item
        for item in course.items.values()
        if item.body.graded and item.status == "reviewed"
    ]


def places(item: Item) -> list[str]:
    """The objectives whose quota an item fills: in each exam the first that it names.

    An item is asked once in an exam, so it fills one place there, whatever else of
    that exam it also touches.
    """
    first: dict[str, str] = {}
    for objective in (item.objective, *item.also):
        first.setdefault(objective.partition(".")[0], objective)
    return list(first.values())


def coverage(course: Course) -> list[dict[str, Any]]:
    """A row for each certification, counting its objectives.

    An objective is complete when a page serves it, a lab practises it and three graded
    items ask for it. `weight %` is the share of the exam that the complete ones stand
    for, because a domain's weight is divided evenly among its objectives.
    """
    read = {one for page in course.pages.values() for one in page.objectives}
    run = {one for lab in course.labs.values() for one in lab.objectives}
    asked = well_asked(course)
    rows: list[dict[str, Any]] = []
    for one in course.certifications.values():
        ids = one.shares.keys()
        enough = ids & asked
        complete = enough & read & run
        rows.append(
            {
                "exam": one.code,
                "objectives": len(ids),
                "with a page": len(ids & read),
                "with a lab": len(ids & run),
                f"with {ENOUGH_ITEMS} items": len(enough),
                "complete": len(complete),
                "weight %": round(weight_of(one, complete)),
            }
        )
    return rows


def weight_of(exam: Certification, objectives: Collection[str]) -> float:
    """What some objectives stand for in percent of an exam; those of others count nothing."""
    return sum(share for id, share in exam.shares.items() if id in objectives)


def served(exam: Certification, known: Collection[str]) -> float:
    """The share of an exam's weight, from 0 to 1, that `known`, its well asked objectives,
    stand for; 0 where no domain has a weight."""
    whole = sum(domain.weight for domain in exam.domains)
    return weight_of(exam, known) / whole if whole else 0.0


def well_asked(course: Course) -> set[str]:
    """The objectives, of whatever exam, that ENOUGH_ITEMS graded items or more ask for."""
    asked = Counter(
        objective
        for item in graded(course)
        for objective in {item.objective, *item.also}
    )
    return {id for id, count in asked.items() if count >= ENOUGH_ITEMS}


def by_objective(course: Course) -> list[dict[str, Any]]:
    """A row for each objective: graded items of each pool, against the quota.

    An objective without a quota has "" there.
    """
    filled = _filled(course)
    return [
        {
            "objective": goal.id,
            **{
                name: value
                for pool in POOLS
                for name, value in (
                    (pool, filled[goal.id, pool]),
                    (f"{pool} quota", getattr(goal.quota, pool) if goal.quota else ""),
                )
            },
            "title": goal.title,
        }
        for goal in _objectives(course)
    ]


def over_quota(course: Course, new: Collection[str]) -> Iterator[Problem]:
    """A warning for each new item whose place was taken already.

    Args:
        course: with the new items in it.
        new: ids of the items that the ledger does not know yet. Older ones may stay.
    """
    filled = _filled(course)
    quotas = {goal.id: goal.quota for goal in _objectives(course)}
    for item in graded(course):
        for objective in places(item) if item.id in new else ():
            quota = quotas.get(objective)
            most = getattr(quota, item.pool) if quota else None
            count = filled[objective, item.pool]
            if most is not None and count > most:
                says = (
                    f"{objective} asks for {most} {item.pool} items and now has "
                    f"{count}; write for an objective that is short."
                )
                yield Problem(item.file, item.id, says, warning=True)


def _filled(course: Course) -> Counter[tuple[str, str]]:
    return Counter(
        (objective, item.pool) for item in graded(course) for objective in places(item)
    )


def _objectives(course: Course) -> Iterator[Objective]:
    for exam in course.certifications.values():
        for domain in exam.domains:
            yield from domain.objectives
