"""The items that may be practised for an exam, and what each counts for."""

from collections import Counter
from collections.abc import Iterable

from certlab.course import Course
from certlab.course.items import Item
from certlab.study.exams.blueprint import domain_of
from certlab.study.questions import ASKABLE


def serving(course: Course, exam: str) -> list[Item]:
    """What may be practised for an exam, given by its id."""
    return [
        item
        for item in course.items.values()
        if item.kind in ASKABLE
        and item.pool == "practice"
        and item.status == "reviewed"
        and domain_of(item, exam) is not None
    ]


def weighted(course: Course, exam: str, items: Iterable[Item]) -> dict[str, float]:
    """What each item counts for: its domain's weight, shared among the domain's items."""
    weights = {one.number: one.weight for one in course.certifications[exam].domains}
    found = {item.id: domain_of(item, exam) for item in items}
    counts = Counter(found.values())
    return {
        id: weights.get(domain or 0, 0) / counts[domain] for id, domain in found.items()
    }


def unserved(course: Course, exam: str, items: Iterable[Item]) -> tuple[int, ...]:
    """The domains of an exam for which there is no item, by number."""
    served = {domain_of(item, exam) for item in items}
    domains = course.certifications[exam].domains
    return tuple(one.number for one in domains if one.number not in served)


def coverage(course: Course, exam: str, items: Iterable[Item]) -> tuple[int, int]:
    """How many of an exam's objectives the items serve, and how many it has."""
    served = {id for item in items for id in (item.objective, *item.also)}
    domains = course.certifications[exam].domains
    all_of_it = {one.id for domain in domains for one in domain.objectives}
    return len(all_of_it & served), len(all_of_it)
