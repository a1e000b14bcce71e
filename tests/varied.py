"""Items of every kind with one thing changed: whatever the fields of their bodies are."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from certlab.course.expression import ExpressionError
from certlab.course.items import Item
from certlab.course.items.body import Body
from certlab.course.items.cloze import read
from certlab.course.items.scores import PARTS, PICKS
from certlab.course.table import Table
from certlab.course.template import TemplateError
from certlab.study.questions import Question, compile_item
from tests.formats.askable import kinds

# What a learner never sees and no grader reads, but by what it names.
IDS = {"id", "name", "row"}


def alone() -> dict[str, Item]:
    """The items of the exports, and a gap that takes a number."""
    items = dict(kinds().items)
    # Read as from a bank, so that a new option of a gap has what it is when left out.
    gap = {"id": "size", "accept": ["1,024"], "why": "At most."}
    table = Table({"text": "{{size}} threads.", "blank": [gap]}, "", [], "")
    items["mig-count"] = replace(items["mig-gap"], id="mig-count", body=read(table))
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
        if gap["number"]:
            gap.update(dict.fromkeys(gap.keys() - {"id", "number", "accept"}))
    parts = len(key.get("gaps", ())) or len(key.get("correct", ())) or None
    if parts == 1:
        key["score"] = "all"
    # That an option stays last says nothing where it stands last anyway.
    show = {name: shown for name, shown in question.show.items() if name != "pinned"}
    return show, key, question.feedback


def held(value: object) -> Iterator[str]:
    """The fields of a body and of what stands in it, but for those that hold the latter."""
    inside = value.values() if isinstance(value, Mapping) else value
    if is_dataclass(value):
        for one in fields(value):
            below = [*held(getattr(value, one.name))]
            yield from below or [one.name]
    elif isinstance(inside, tuple):
        for one in inside:
            yield from held(one)
