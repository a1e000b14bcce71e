"""Scenarios: the situation that belongs to an item."""

from certlab.course import Course
from certlab.course.items import Item
from certlab.course.items.scenario import Scenario


def context_of(course: Course, item: Item) -> Item | None:
    """The scenario an item belongs to; None for an item that stands by itself."""
    for one in course.items.values():
        if isinstance(one.body, Scenario) and item.id in one.body.items:
            return one
    return None
