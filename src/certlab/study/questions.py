"""An item compiled for one asking: what to show, what grades it, what to say after.

All three are plain data, so that Python, an ES module and a terminal can draw the same
question, and grading needs the key alone.
"""

import random
from dataclasses import dataclass
from typing import Any

from certlab.course import Course
from certlab.course.facts import Fact
from certlab.course.items import Item
from certlab.course.items.card import Card
from certlab.course.items.choice import Choice
from certlab.course.items.numeric import Numeric
from certlab.course.template import Values, facts_named, fill
from certlab.study import choices, quantities

ASKABLE = ("single", "multi", "numeric", "card")


@dataclass(frozen=True)
class Question:
    """One item as asked once.

    Attributes:
        seed: decides the order of options and the given values.
        show: what a surface draws before the answer; holds no key.
        key: what `grading.grade` needs.
        feedback: what is shown after the answer.
    """

    item: str
    rev: int
    kind: str
    seed: int
    show: dict[str, Any]
    key: dict[str, Any]
    feedback: dict[str, Any]


def compile_item(course: Course, item: Item, seed: int) -> Question:
    """Compile one item.

    Raises:
        TemplateError: a placeholder names what is not there.
        ExpressionError: a formula has no value.
        NotImplementedError: no surface can ask this kind.
    """
    # random.Random takes a text seed and hashes it alike on every machine.
    draw = random.Random(f"{item.id}:{seed}")
    values = Values(course.facts)
    show = _head(course, item)
    feedback = _after(course, item)
    match item.body:
        case Choice() as body:
            more, key, says = choices.compile_choice(item.kind, body, values, draw)
        case Numeric() as body:
            given = quantities.draw_given(body, draw)
            values = Values(course.facts, given, quantities.units(body))
            more, key, says = quantities.compile_numeric(body, values)
        case Card() as body:
            more, key = {}, {"kind": "card"}
            says = {"back": fill(body.back, values)}
        case _:
            raise NotImplementedError(f"items of kind {item.kind} cannot be asked yet")
    show |= {"ask": fill(item.ask, values)} | more
    told = {"explain": item.explain, "exam_era": item.exam_era, "current": item.current}
    feedback |= {name: fill(text, values) for name, text in told.items()} | says
    return Question(item.id, item.rev, item.kind, seed, show, key, feedback)


def _head(course: Course, item: Item) -> dict[str, Any]:
    code, _, number = item.objective.partition(".")
    page = course.modules.get(item.module)
    return {
        "item": item.id,
        "kind": item.kind,
        "module": page.short if page else item.module,
        "objective": f"{code.upper()} {number}",
        "level": item.level,
    }


def _after(course: Course, item: Item) -> dict[str, Any]:
    page = course.modules.get(item.module)
    title = page.sections.get(item.section) if page else None
    section = {"module": item.module, "anchor": item.section, "title": title}
    return {
        "whys": {},
        "correct": None,
        "working": "",
        "answer": "",
        "back": "",
        "section": section if title else None,
        "sources": [_source(course, item, id) for id in item.sources],
    }


def facts_of(course: Course, item: Item) -> list[Fact]:
    """The facts an item names anywhere in its texts and formulas."""
    texts = [item.ask, item.explain, item.exam_era, item.current]
    match item.body:
        case Choice(options=options):
            texts += [text for option in options for text in (option.text, option.why)]
        case Numeric() as body:
            formulas = [body.answer, *(trap.answer for trap in body.traps)]
            texts += [f"{{calc:{formula}}}" for formula in formulas]
            texts += [trap.why for trap in body.traps]
        case Card(back=back):
            texts.append(back)
        case _:
            pass  # the other kinds name their facts once they can be asked
    ids = dict.fromkeys(id for text in texts for id in facts_named(text))
    return [course.facts[id] for id in ids if id in course.facts]


def _source(course: Course, item: Item, id: str) -> dict[str, Any]:
    source = course.sources[id]
    tiers = [fact.tier for fact in facts_of(course, item) if id in fact.sources]
    return {
        "title": source.title,
        "address": source.address,
        "publisher": source.publisher,
        "tier": max(tiers, default=""),  # the weakest evidence it rests on
        "opened": source.opened.isoformat() if source.opened else "",
    }
