"""An item compiled for one asking: what to show, what grades it, what to say after.

All three are plain data, so that Python, an ES module and a terminal can draw the same
question, and grading needs the key alone.
"""

import json
import random
from dataclasses import dataclass
from typing import Any

from certlab.course import Course
from certlab.course.facts import Fact
from certlab.course.items import Item
from certlab.course.items.scenario import Scenario
from certlab.course.template import Values, fill
from certlab.study.kinds.asking import Asking
from certlab.study.rules import RULES

MINE = "mine/"  # begins the id of a learner's own card, and its module


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

    def mistake(self, response: object) -> str:
        """A line to report a mistake with: what was asked, and the answer."""
        answer = json.dumps(response, ensure_ascii=False, separators=(",", ":"))
        return f"{self.item} rev {self.rev} seed {self.seed}: {answer}"


def compile_item(course: Course, item: Item, seed: int) -> Question:
    """Compile one item.

    Raises:
        TemplateError: a placeholder names what is not there.
        ExpressionError: a formula has no value.
        NotImplementedError: a scenario, which is never asked itself.
    """
    if not item.body.asked:
        raise NotImplementedError(f"a {item.kind} is not asked; its items are")
    draw = seeded(item, seed)
    units = {one.name: one.unit for one in item.body.drawn}
    values = Values(course.facts, item.body.draw(draw), units, course.maths)
    asking = Asking(item.kind, item.ask, values, draw)
    more, key, says = RULES[item.kind].compile(item.body, asking)
    show = _head(course, item)
    feedback = _after(course, item)
    feedback["asked"] = {"rev": item.rev, "seed": seed}
    show |= {"ask": fill(item.ask, values)} | more
    notes = {"explain": item.explain, "exam_era": item.exam_era}
    notes |= {"current": item.current}
    feedback |= {name: fill(text, values) for name, text in notes.items()} | says
    return Question(item.id, item.rev, item.kind, seed, show, key, feedback)


def seeded(item: Item, seed: int) -> random.Random:
    """What decides of one asking; it draws alike on every machine, as its seed is a text."""
    return random.Random(f"{item.id}:{seed}")


def _head(course: Course, item: Item) -> dict[str, Any]:
    code, _, number = item.objective.partition(".")
    page = course.modules.get(item.module)
    return {
        "item": item.id,
        "kind": item.kind,
        "module": page.short if page else item.module,
        "objective": f"{code.upper()} {number}",
        "level": item.level,
        **({"deck": item.module.removeprefix(MINE)} if _is_own(item) else {}),
    } | _context(course, item)


def _is_own(item: Item) -> bool:
    return item.id.startswith(MINE)


def _context(course: Course, item: Item) -> dict[str, Any]:
    """The situation an item belongs to, as a part of what is shown."""
    scenario = context_of(course, item)
    if scenario is None or not isinstance(scenario.body, Scenario):
        return {}
    values = Values(course.facts, maths=course.maths)
    title, text = fill(scenario.ask, values), fill(scenario.body.context, values)
    return {"context": {"scenario": scenario.id, "title": title, "text": text}}


def _after(course: Course, item: Item) -> dict[str, Any]:
    module = course.modules.get(item.module)
    title = module.sections.get(item.section) if module else None
    page = module.path(item.section) if module else ""
    section = {"page": page, "anchor": item.section, "title": title}
    return {
        "whys": {},
        "correct": None,
        "working": "",
        "answer": "",
        "back": "",
        "order": [],
        "pairs": {},
        "accepted": {},
        "section": section if title else None,
        "sources": [_source(course, item, id) for id in item.sources],
        "report": course.report,
    }


def facts_of(course: Course, item: Item) -> list[Fact]:
    """The facts an item names anywhere in its texts and formulas."""
    return [course.facts[id] for id in item.facts if id in course.facts]


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


def context_of(course: Course, item: Item) -> Item | None:
    """The scenario an item belongs to; None for an item that stands by itself."""
    return course.items.get(course.situations.get(item.id, ""))


def objectives_by_exam(item: Item) -> dict[str, str]:
    """By exam the first objective of it that the item names, "NCP-AII 2.2"."""
    found: dict[str, str] = {}
    for objective in (item.objective, *item.also):
        exam, _, number = objective.partition(".")
        found.setdefault(exam, f"{exam.upper()} {number}")
    return found
