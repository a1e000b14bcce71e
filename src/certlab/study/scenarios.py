"""Scenarios: the situation that belongs to an item."""

from certlab.course import Course
from certlab.course.items import Item
from certlab.course.items.scenario import Scenario


def scenario_of(course: Course) -> dict[str, str]:
    """The scenario of each item that belongs to one, in the order of the banks."""
    found: dict[str, str] = {}
    for one in course.items.values():
        if isinstance(one.body, Scenario):
            for child in one.body.items:
                found.setdefault(child, one.id)
    return {id: found[id] for id in course.items if id in found}


def context_of(course: Course, item: Item) -> Item | None:
    """The scenario an item belongs to; None for an item that stands by itself."""
    return course.items.get(scenario_of(course).get(item.id, ""))
