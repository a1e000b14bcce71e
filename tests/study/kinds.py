"""The real course with only its items of the kinds that are no plain choice."""

from dataclasses import replace
from functools import cache

from certlab.course import Course
from certlab.course.items.scenario import Scenario
from tests.real_course import whole

KINDS = ("order", "match", "cloze", "command", "scenario")


@cache
def kinds() -> Course:
    """Its items of these kinds, with the children of the scenarios."""
    course = whole()
    found = {id: item for id, item in course.items.items() if item.kind in KINDS}
    bodies = [item.body for item in found.values()]
    cases = [body for body in bodies if isinstance(body, Scenario)]
    children = {id: course.items[id] for case in cases for id in case.items}
    return replace(course, items=found | children)
