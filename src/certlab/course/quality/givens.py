"""Givens that are numbers of things: drawn apart, they make a thing that does not exist."""

from collections.abc import Iterator
from itertools import combinations

from certlab.course.catalogue import Course
from certlab.course.problems import Problem


def givens_make_one_thing(course: Course) -> Iterator[Problem]:
    """Two givens whose every choice is a fact are drawn in a row.

    The power of one server and the power of another one's GPU are no machine. A number
    may be a fact by chance, so this is a warning.
    """
    known = {(fact.value, fact.unit) for fact in course.facts.values() if fact.unit}
    for item in course.items.values():
        named = [
            one
            for one in item.body.drawn
            if len(one.choices) > 1
            and known.issuperset((x, one.unit) for x in one.choices)
        ]
        for one, other in combinations(named, 2):
            if one.row != other.row:
                says = (
                    f"{one.name} and {other.name} are drawn apart, and all their choices "
                    f'are facts; if those are of one thing, add with = "{one.name}".'
                )
                yield Problem(item.file, item.id, says, warning=True)
