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
_BETWEEN = 4  # other items at least between two that answer each other

T = TypeVar("T")


@dataclass(frozen=True)
class Kin:
    """What an item hangs on, by name.

    Attributes:
        gives_away: the facts it names, its enemies and itself.
        names: those, its objective, which a learner's own card has not, and its section.
        tells: what it gives away, and its section by whether it is a card.
        hears: what it must not stand near to. A card says so much of its section that it
            answers a question, or another card, of the same.
    """

    module: str
    card: bool
    gives_away: frozenset[str]
    names: frozenset[str]
    tells: frozenset[str]
    hears: frozenset[str]


def kin(course: Course, item: Item) -> Kin:
    """What an item hangs on."""
    facts = (fact.id for fact in facts_of(course, item))
    gives_away = frozenset((item.id, *item.enemies, *facts))
    section = {f"{item.module}#{item.section}"} if item.section else set()
    names = gives_away | ({item.objective} - {""}) | section
    card = not item.body.graded
    cards, questions = ({f"{kind} {one}" for one in section} for kind in "cq")
    tells = gives_away | (cards if card else questions)
    hears = gives_away | cards | (questions if card else set())
    return Kin(item.module, card, gives_away, names, tells, hears)


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

    def near(some: Sequence[Item], others: Iterable[Item]) -> bool:
        hears = frozenset[str]().union(*(known[one.id].hears for one in some))
        return any(not hears.isdisjoint(known[one.id].tells) for one in others)

    order: list[Item] = []
    for groups in (*free, late):
        order += parted(groups, shared, order[-_BETWEEN:], near)
    return order


def to_wait(course: Course, items: Iterable[Item], recent: Collection[str]) -> set[str]:
    """Ids of what is to wait a day, of items in the order in which they would be asked.

    A card waits after a question or another card that hangs on a fact of its own, and a
    question after such a card: each gives the other away.

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
        if any(_is_met(one, known[one.id], met, one.id in recent) for one in group):
            found |= {one.id for one in group}
            continue
        for one in each:
            met[one.card] |= one.gives_away
    return found


def _is_met(item: Item, own: Kin, met: Mapping[bool, set[str]], again: bool) -> bool:
    """Whether what was met gives the item away; one that comes again is no stranger."""
    if own.gives_away & met[not own.card]:
        return True
    return own.card and not again and bool((own.gives_away - {item.id}) & met[True])


def kinship(one: Kin, other: Kin) -> int:
    """How much two items share: two for each name, one for the module."""
    return _SIBLINGS * len(one.names & other.names) + (one.module == other.module)


def parted(
    groups: Sequence[Sequence[T]],
    shared: Callable[[T, T], int],
    before: Sequence[T] = (),
    near: Callable[[Sequence[T], Iterable[T]], bool] = lambda _some, _others: False,
) -> list[T]:
    """Each place takes, of the next groups, the first that shares least with the last item
    and answers none of the last few.

    If even that one is a sibling, it goes back to the last place between strangers.

    Args:
        groups: what stays together, in order.
        shared: how much two items share; from two on they are siblings.
        before: what was asked before the first.
        near: whether some items answer any of others, between which few may stand.
    """
    left, placed = list(groups), [[one] for one in before]

    def meet(place: int, group: Sequence[T]) -> tuple[bool, int]:
        """Whether a group answers the few items before a place, and what it shares with the
        last of them."""
        few = [one for some in placed[max(0, place - _BETWEEN) : place] for one in some]
        few = few[-_BETWEEN:]
        return (near(group, few), shared(few[-1], group[0])) if few else (False, 0)

    def is_free(place: int, group: Sequence[T]) -> bool:
        later = [one for some in placed[place : place + _BETWEEN] for one in some]
        answers, least = meet(place, group)
        return not (
            answers
            or least >= _SIBLINGS
            or shared(group[-1], later[0]) >= _SIBLINGS
            or near(group, later[:_BETWEEN])
        )

    while left:
        least, at = (True, 0), 0
        for n, group in enumerate(left[:_AHEAD]):
            met = meet(len(placed), group)
            if n == 0 or met < least:
                least, at = met, n
            if met == (False, 0):
                break
        group = left.pop(at)
        first = max(len(before), len(placed) - _BACK + 1)
        sibling = least[0] or least[1] >= _SIBLINGS
        back = range(len(placed) - 1, first - 1, -1) if sibling else ()
        place = next((n for n in back if is_free(n, group)), len(placed))
        placed.insert(place, [*group])
    return [one for group in placed[len(before) :] for one in group]


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
