"""The real course with only its items of the kinds that are no plain choice."""

from dataclasses import replace
from functools import cache

from certlab.course import Course, load
from certlab.course.items import Item
from certlab.course.items.scenario import Scenario

KINDS = ("order", "match", "cloze", "command", "scenario")


def read_kinds() -> dict[str, Item]:
    """These items by id, with the children of the scenarios."""
    items = load().items
    found = {id: item for id, item in items.items() if item.kind in KINDS}
    bodies = [item.body for item in found.values()]
    cases = [body for body in bodies if isinstance(body, Scenario)]
    return found | {id: items[id] for case in cases for id in case.items}


@cache
def kinds() -> Course:
    return replace(load(), items=read_kinds())
