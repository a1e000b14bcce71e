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
from certlab.course.items.card import Card
from certlab.course.items.choice import Choice
from certlab.course.items.cloze import Cloze
from certlab.course.items.command import Command
from certlab.course.items.match import Match
from certlab.course.items.numeric import Numeric
from certlab.course.items.order import Order
from certlab.course.items.scenario import Scenario
from certlab.course.template import Values, facts_named, fill
from certlab.study.kinds.choice import compile_choice
from certlab.study.kinds.cloze import compile_cloze
from certlab.study.kinds.command_key import compile_command
from certlab.study.kinds.match import compile_match
from certlab.study.kinds.numeric import compile_numeric, draw_given, units
from certlab.study.kinds.order import compile_order

# A scenario is not among them: its items are asked, each by itself.
ASKABLE = ("single", "multi", "numeric", "order", "match", "cloze", "command", "card")
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
    # random.Random takes a text seed and hashes it alike on every machine.
    draw = random.Random(f"{item.id}:{seed}")
    values = Values(course.facts, maths=course.maths)
    show = _head(course, item)
    feedback = _after(course, item)
    feedback["asked"] = {"rev": item.rev, "seed": seed}
    match item.body:
        case Choice() as body:
            more, key, says = compile_choice(item.kind, body, values, draw)
        case Numeric() as body:
            given = draw_given(body, draw)
            values = Values(course.facts, given, units(body), course.maths)
            more, key, says = compile_numeric(body, item.ask, values)
        case Order() as body:
            more, key, says = compile_order(body, values, draw)
        case Match() as body:
            more, key, says = compile_match(body, values, draw)
        case Cloze() as body:
            more, key, says = compile_cloze(body, values)
        case Command() as body:
            more, key, says = compile_command(body, values)
        case Card() as body:
            more, key = {}, {"kind": "card"}
            says = {"back": fill(body.back, values)}
        case Scenario():
            raise NotImplementedError("a scenario is not asked; its items are")
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
        case Order() | Match() | Cloze() | Command() | Scenario() as body:
            texts += body.texts.values()
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
