"""In which order items of one rank come: modules and cards mixed, situations together."""

from collections.abc import Mapping, Sequence

from certlab.course.items import Item


def gathered(items: Sequence[Item], scenario: Mapping[str, str]) -> list[Item]:
    """The items of one situation follow the first of them, in the bank's order.

    So a situation is read once. `scenario` gives the situation of an item that has one,
    in the bank's order.
    """
    places = {id: n for n, id in enumerate(scenario)}
    together: dict[str, list[Item]] = {}
    for item in items:
        together.setdefault(scenario.get(item.id, item.id), []).append(item)
    return [
        item
        for group in together.values()
        for item in sorted(group, key=lambda one: places.get(one.id, 0))
    ]


def spread(items: Sequence[Item]) -> dict[str, float]:
    """A place from 0 to 1 for each item, by id, that mixes modules and cards.

    Within a module questions keep the bank's order, and so do cards.
    """
    groups: dict[tuple[str, bool], list[str]] = {}
    for item in items:
        groups.setdefault((item.module, item.kind == "card"), []).append(item.id)
    return {
        id: (place + 0.5) / len(ids)
        for ids in groups.values()
        for place, id in enumerate(ids)
    }
