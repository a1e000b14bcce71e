"""A module's questions as one piece of data, for surfaces without Python.

`app/static/deck/bank.js` makes from it what `compile_item` makes, for seeds below
VARIANTS. Questions are large and differ little between variants, so a variant holds only
what differs, and sources stand once:

    {"schema": 1, "module": "mig", "title": "MIG", "report": "", "sources": [...],
     "items": [{"item", "rev", "kind", "reset", "exams", "kin", "show", "key",
                "feedback", "variants": [{}, {"order": [2, 0, 1]}, {"show": {...}, "key": {...}}]}]}

`exams` holds, by exam, the objective of it that the item counts for, "NCP-AII 2.2".
`kin` names the facts and enemies of an item, by which `item_order` keeps it apart from others.
`order` places the first variant's options again. Empty parts of the feedback are left out.

A page that asks one question at a time has the outline of a bank, which holds what choosing one
takes, and of the bank's parts those that it asks from. A part is what is asked about one section,
as a bank of its own; an entry of the outline says by `part` which is its, counted from 0.
"""

from collections.abc import Sequence
from typing import Any

from certlab.course import Course
from certlab.course.items import ASKABLE, Item
from certlab.study.item_order import kin
from certlab.study.questions import Question, compile_item, objectives_by_exam

SCHEMA = 1
VARIANTS = 6

Data = dict[str, Any]


def compile_bank(course: Course, module: str, *, exams: bool = False) -> Data:
    """The items of one module, reviewed ones only, in the bank's order.

    Args:
        exams: for mock exams: those kept for them too, and no cards.
    """
    items = for_exams(course, module) if exams else practice(course, module)
    return _of_module(course, module, items)


def compile_parts(course: Course, module: str) -> list[Data]:
    """The same items as several banks, one of each section that is asked about."""
    return [_of_module(course, module, own) for own in _by_section(course, module)]


def outline(bank: Data, parts: Sequence[Data]) -> Data:
    """A bank without what is asked; `parts` are its own."""
    places = {one["item"]: n for n, part in enumerate(parts) for one in part["items"]}
    items = [_outlined(one) | {"part": places[one["item"]]} for one in bank["items"]]
    return {**bank, "items": items, "sources": []}


def compile_items(course: Course, items: Sequence[Item]) -> Data:
    """A bank of some items of any modules, in their order."""
    sources: list[Data] = []
    return {
        "schema": SCHEMA,
        "module": "",
        "title": "",
        "report": course.report,
        "items": [_entry(course, item, sources) for item in items],
        "sources": sources,
    }


def of_exam(bank: Data, exam: str) -> Data:
    """A bank without what does not serve an exam, given by its id."""
    return {**bank, "items": [one for one in bank["items"] if exam in one["exams"]]}


def listing(course: Course) -> list[Data]:
    """For each module what there is to answer, without the questions themselves."""
    found = []
    for module in course.modules.values():
        items = practice(course, module.id)
        rows = [
            {
                "item": one.id,
                "reset": one.reset,
                "kind": one.kind,
                "exams": sorted(objectives_by_exam(one)),
            }
            for one in items
        ]
        found.append({"module": module.id, "title": module.short, "items": rows})
    return found


def practice(course: Course, module: str) -> list[Item]:
    """What may be asked of a module outside exams."""
    return [one for one in _askable(course, module) if one.pool == "practice"]


def for_exams(course: Course, module: str) -> list[Item]:
    """What may be asked of a module in a mock exam."""
    return [one for one in _askable(course, module) if one.kind != "card"]


def _askable(course: Course, module: str) -> list[Item]:
    return [
        item
        for item in course.items.values()
        if item.module == module and item.kind in ASKABLE and item.status == "reviewed"
    ]


def _of_module(course: Course, module: str, items: Sequence[Item]) -> Data:
    titles = {"module": module, "title": course.modules[module].short}
    return {**compile_items(course, items), **titles}


def _by_section(course: Course, module: str) -> list[list[Item]]:
    found: dict[str, list[Item]] = {}
    for item in practice(course, module):
        found.setdefault(item.section, []).append(item)
    return list(found.values())


def _outlined(entry: Data) -> Data:
    """What `item_order` and a link read of an entry."""
    names = ("item", "rev", "kind", "reset", "exams", "kin")
    show = {name: entry["show"][name] for name in ("objective", "level")}
    if context := entry["show"].get("context"):
        show["context"] = {name: context[name] for name in ("scenario", "title")}
    section = entry["feedback"].get("section")
    place = {name: section[name] for name in ("page", "anchor")} if section else None
    feedback = {"section": place} if place else {}
    return {name: entry[name] for name in names} | {"show": show, "feedback": feedback}


def _entry(course: Course, item: Item, sources: list[Data]) -> Data:
    asked = [_parts(compile_item(course, item, n), sources) for n in range(VARIANTS)]
    first = asked[0]
    variants = [_difference(first, one) for one in asked]
    entry = {
        "item": item.id,
        "rev": item.rev,
        "kind": item.kind,
        "reset": item.reset,
        "exams": objectives_by_exam(item),
        "kin": sorted(kin(course, item).gives_away - {item.id}),
        **first,
    }
    return {**entry, "variants": variants} if any(variants) else entry


def _parts(question: Question, sources: list[Data]) -> dict[str, Data]:
    """The three parts of a question, without what the entry says already."""
    feedback = {
        name: value
        for name, value in question.feedback.items()
        if value and name not in ("asked", "report")
    }
    if question.feedback["sources"]:
        feedback["sources"] = [
            _number(s, sources) for s in question.feedback["sources"]
        ]
    drop = ("item", "kind")
    return {
        "show": {k: v for k, v in question.show.items() if k not in drop},
        "key": {k: v for k, v in question.key.items() if k != "kind"},
        "feedback": feedback,
    }


def _number(source: Data, sources: list[Data]) -> int:
    if source not in sources:
        sources.append(source)
    return sources.index(source)


def _difference(first: dict[str, Data], other: dict[str, Data]) -> Data:
    """What makes of the first variant the other one; {} when nothing does."""
    order = _order(first, other)
    if order is not None:
        return {"order": order} if order != sorted(order) else {}
    found = {}
    for part, data in other.items():
        changed = {k: v for k, v in data.items() if first[part].get(k, ...) != v}
        gone = first[part].keys() - data.keys()
        if changed or gone:
            found[part] = {**changed, **dict.fromkeys(gone)}
    return found


def _order(first: dict[str, Data], other: dict[str, Data]) -> list[int] | None:
    """Places of the other's options in the first; None when more than places differ."""
    options = first["show"].get("options")
    if options is None or first["feedback"] != other["feedback"]:
        return None
    ids = [option["id"] for option in options]
    order = [ids.index(option["id"]) for option in other["show"]["options"]]
    moved = {
        "show": {**first["show"], "options": [options[n] for n in order]},
        "key": {**first["key"], "options": [ids[n] for n in order]},
    }
    return order if all(moved[part] == other[part] for part in moved) else None
