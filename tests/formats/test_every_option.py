"""Each format writes each option of each kind, or says that it is lost.

The options are the fields of the bodies, whatever those are: each is changed by itself, and
where neither the file nor what is lost of the item changes, the format is silent about it.
"""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

import pytest

from certlab.course.expression import ExpressionError
from certlab.course.items import ASKABLE, Item
from certlab.course.items.body import Body
from certlab.course.items.cloze import Blank, Cloze
from certlab.course.items.scores import PARTS, PICKS
from certlab.course.template import TemplateError
from certlab.formats import export_formats, exports
from certlab.formats.exports import Export
from certlab.study.questions import Question, compile_item
from tests.formats.askable import kinds

# A loss that always stands there names an option by these words; else by standing there
# only where the option is set. Anki grades nothing, which names all that only grades.
_GRADED = "does not grade"
NAMES = {
    "score": f"right in part|{_GRADED}",
    "case": f"capitals|{_GRADED}",
    "text": f"numbers|{_GRADED}",
    "tolerance": _GRADED,
    "unit": _GRADED,
    "after": f"other orders|{_GRADED}",
    **dict.fromkeys(
        ("names", "values", "needed", "anycase", "programs", "arguments", "rest"),
        f"other lines|{_GRADED}",
    ),
    **dict.fromkeys(("forms", "env", "others", "written"), f"other lines|{_GRADED}"),
}
# What a learner never sees and no grader reads, but by what it names.
IDS = {"id", "name", "row"}


def alone() -> dict[str, Item]:
    """The items of the exports, and a gap that takes a number."""
    items = dict(kinds().items)
    gap = Blank("size", ("1,024",), case=False, text=False, why="At most.")
    body = Cloze("{{size}} threads.", (gap,), "all")
    items["mig-count"] = replace(items["mig-gap"], id="mig-count", body=body)
    return items


ITEMS = alone()


def changes(value: object, name: str = "") -> Iterator[tuple[str, object]]:
    """A value with one thing changed, each with the field that it stands in."""
    match value:
        case bool():
            yield name, not value
        case int() | float():
            yield name, value * 2 or 0.25
        case str() if name == "score":
            yield from ((name, one) for one in PICKS)
        case str() if name == "unit":
            yield name, "s" if value == "ms" else "ms"
        case str() if name == "answer":
            yield name, f"({value}) * 3"
        case str():
            yield name, f"{value} anew" if value else "anew"
        case tuple():
            for place, one in enumerate(value):
                for field, new in changes(one, name):
                    yield field, (*value[:place], new, *value[place + 1 :])
            if len(value) > 1 and not is_dataclass(value[0]):
                yield name, value[1:]
        case Mapping() if name == "after":
            yield name, dict(list(value.items())[1:])
        case Mapping() if name == "pairs":
            ids = list(value.values())
            yield name, dict(zip(value, ids[1:] + ids[:1], strict=True))
        case Mapping():
            for key, one in value.items():
                for field, new in changes(one, name):
                    yield field, {**value, key: new}
        case _ if is_dataclass(value) and not isinstance(value, type):
            for one in fields(value):
                for field, new in changes(getattr(value, one.name), one.name):
                    yield field, replace(value, **{one.name: new})


def exported(name: str, item: Item) -> Export:
    done = export_formats.write(name, [compile_item(kinds(), item, 0)], 0.0)
    return replace(done, lost=(*done.lost, *exports.variants([item])))


@cache
def varied(id: str) -> list[tuple[str, Item]]:
    """The item with one field changed, each that is asked or graded otherwise."""
    item, found = ITEMS[id], []
    before = _what_counts(compile_item(kinds(), item, 0))
    rules = PICKS if item.body.offered else PARTS
    for field, body in changes(item.body):
        if field in IDS or getattr(body, "score", "all") not in rules:
            continue
        assert isinstance(body, Body)
        try:
            other = replace(item, body=body)
            if _what_counts(compile_item(kinds(), other, 0)) != before:
                found.append((field, other))
        except (TemplateError, ExpressionError, KeyError, StopIteration, ValueError):
            continue  # no item that could be asked
    return found


def _what_counts(question: Question) -> Any:
    """The question without rules that change nothing: a number has no capitals."""
    key = deepcopy(question.key)
    for gap in key.get("gaps", ()):
        gap["case"] = gap["case"] and not gap["number"]
    parts = len(key.get("gaps", ())) or len(key.get("correct", ())) or None
    if parts == 1:
        key["score"] = "all"
    return question.show, key, question.feedback


@pytest.mark.parametrize("id", ITEMS)
@pytest.mark.parametrize("name", export_formats.ENDINGS)
def test_an_option_is_written_or_named_among_the_losses(name: str, id: str) -> None:
    before = exported(name, ITEMS[id])
    if any(loss.whole for loss in before.lost):
        return  # the whole item is, which names all that it holds
    silent = set()
    for field, item in varied(id):
        after = exported(name, item)
        said = " ".join(loss.says for loss in after.lost)
        named = field in NAMES and re.search(NAMES[field], said)
        if (after.data, after.lost) == (before.data, before.lost) and not named:
            silent.add(field)
    assert not silent, f"{name} neither writes nor gives up {sorted(silent)} of {id}"


def _fields(value: object) -> Iterator[str]:
    """The fields of a body and of what stands in it, but for those that hold the latter."""
    inside = value.values() if isinstance(value, Mapping) else value
    if is_dataclass(value):
        for one in fields(value):
            below = [*_fields(getattr(value, one.name))]
            yield from below or [one.name]
    elif isinstance(inside, tuple):
        for one in inside:
            yield from _fields(one)


# The rule of a single is always "all". The command of the exports has none of the others.
UNTRIED = {
    "single": {"score"},
    "command": {"after", "traps", "arguments", "rest", "env", "others"},
}


@pytest.mark.parametrize("kind", ASKABLE)
def test_each_field_of_each_kind_is_tried(kind: str) -> None:
    """A new field that no item here can vary would else go untried."""
    items = [one for one in ITEMS.values() if one.kind == kind]
    held = {field for item in items for field in _fields(item.body)} - IDS
    tried = {field for item in items for field, _ in varied(item.id)}
    assert held - tried == UNTRIED.get(kind, set())
