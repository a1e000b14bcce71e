"""In which order items come: modules and cards mixed, situations together, siblings apart.

app/static/memory/order.js is the twin of this.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain
from typing import TypeVar

from certlab.course import Course
from certlab.course.items import Item
from certlab.study.questions import facts_of

A_DAY = timedelta(days=1)  # between a card and a question that hang on one fact
_AHEAD = 24  # places down the list at which another item is looked for
_BACK = 200  # places up the list at which a place between strangers is looked for
_SIBLINGS = 2  # what two items share from here on makes them siblings

T = TypeVar("T")


@dataclass(frozen=True)
class Kin:
    """What an item hangs on, by name.

    Attributes:
        gives_away: the facts it names, its enemies and itself.
        names: those, its objective, which a learner's own card has not, and its section.
    """

    module: str
    card: bool
    gives_away: frozenset[str]
    names: frozenset[str]


def kin(course: Course, item: Item) -> Kin:
    """What an item hangs on."""
    facts = (fact.id for fact in facts_of(course, item))
    gives_away = frozenset((item.id, *item.enemies, *facts))
    section = {f"{item.module}#{item.section}"} if item.section else set()
    names = gives_away | ({item.objective} - {""}) | section
    return Kin(item.module, not item.body.graded, gives_away, names)


def in_turn(
    course: Course, ranks: Iterable[Sequence[Item]], recent: Collection[str]
) -> list[Item]:
    """The order to ask in: siblings apart within a rank, and what is to wait last.

    Args:
        ranks: items in their order; all of one rank come before those of the next.
        recent: ids of items that were answered less than a day ago.
    """
    scenario = course.situations
    known = {one.id: kin(course, one) for one in course.items.values()}
    grouped = [gathered(rank, scenario) for rank in ranks]
    waits = _to_wait(course, known, chain.from_iterable(grouped), recent)

    def shared(one: Item, other: Item) -> int:
        return kinship(known[one.id], known[other.id])

    free = [[one for one in rank if one[0].id not in waits] for rank in grouped]
    late = [one for rank in grouped for one in rank if one[0].id in waits]
    order: list[Item] = []
    for groups in (*free, late):
        order += parted(groups, shared, order[-1] if order else None)
    return order


def to_wait(course: Course, items: Iterable[Item], recent: Collection[str]) -> set[str]:
    """Ids of what is to wait a day, of items in the order in which they would be asked.

    A card waits after a question that hangs on a fact of its own, and a question after
    such a card: each gives the other away.

    Args:
        recent: ids of items that were answered less than a day ago.
    """
    known = {one.id: kin(course, one) for one in course.items.values()}
    groups = gathered(items, course.situations)
    return _to_wait(course, known, groups, recent)


def _to_wait(
    course: Course,
    known: Mapping[str, Kin],
    groups: Iterable[Sequence[Item]],
    recent: Collection[str],
) -> set[str]:
    met: dict[bool, set[str]] = {True: set(), False: set()}  # by whether of a card
    for id in recent:
        if id in known and course.items[id].pool == "practice":
            met[known[id].card] |= known[id].gives_away
    found: set[str] = set()
    for group in groups:
        each = [known[one.id] for one in group]
        if any(one.gives_away & met[not one.card] for one in each):
            found |= {one.id for one in group}
            continue
        for one in each:
            met[one.card] |= one.gives_away
    return found


def kinship(one: Kin, other: Kin) -> int:
    """How much two items share: two for each name, one for the module."""
    return _SIBLINGS * len(one.names & other.names) + (one.module == other.module)


def parted(
    groups: Sequence[Sequence[T]],
    shared: Callable[[T, T], int],
    before: T | None = None,
) -> list[T]:
    """Each place takes, of the next groups, the first that shares least with the last item.

    If even that one is a sibling, it goes back to the last place between two strangers.

    Args:
        groups: what stays together, in order.
        shared: how much two items share; from two on they are siblings.
        before: what was asked before the first.
    """
    left, placed = list(groups), list[Sequence[T]]()

    def meet(place: int, group: Sequence[T]) -> int:
        """What a group shares with the item before a place."""
        last = placed[place - 1][-1] if place else before
        return 0 if last is None else shared(last, group[0])

    while left:
        near = [meet(len(placed), group) for group in left[:_AHEAD]]
        least = min(near)
        group = left.pop(near.index(least))
        back = range(len(placed) - 1, max(-1, len(placed) - _BACK), -1)
        gaps = back if least >= _SIBLINGS else ()
        between = (
            n
            for n in gaps
            if meet(n, group) < _SIBLINGS
            and shared(group[-1], placed[n][0]) < _SIBLINGS
        )
        placed.insert(next(between, len(placed)), group)
    return [one for group in placed for one in group]


def gathered(items: Iterable[Item], scenario: Mapping[str, str]) -> list[list[Item]]:
    """The items of one situation together, where the first of them is, in the bank's order.

    So a situation is read once. `scenario` gives the situation of an item that has one,
    in the bank's order.
    """
    places = {id: n for n, id in enumerate(scenario)}
    together: dict[str, list[Item]] = {}
    for item in items:
        together.setdefault(scenario.get(item.id, item.id), []).append(item)
    return [
        sorted(group, key=lambda one: places.get(one.id, 0))
        for group in together.values()
    ]


def spread(items: Sequence[Item]) -> dict[str, float]:
    """A place from 0 to 1 for each item, by id, that mixes modules and cards.

    Within a module questions keep the bank's order, and so do cards.
    """
    groups: dict[tuple[str, bool], list[str]] = {}
    for item in items:
        groups.setdefault((item.module, not item.body.graded), []).append(item.id)
    return {
        id: (place + 0.5) / len(ids)
        for ids in groups.values()
        for place, id in enumerate(ids)
    }
