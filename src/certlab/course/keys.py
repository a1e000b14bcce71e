"""A short digest of what is right in an item, with its facts filled in.

It changes when an earlier answer would be judged otherwise, so wording, wrong options,
reasons and the form in which a grader holds its key stay out.
"""

import hashlib
import json
from typing import Any

from certlab.course.catalogue import Course
from certlab.course.expression import ExpressionError, evaluate
from certlab.course.facts import Numbers
from certlab.course.items import Item
from certlab.course.items.card import Card
from certlab.course.items.choice import Choice
from certlab.course.items.cloze import Cloze
from certlab.course.items.command import Call, Command, Flag
from certlab.course.items.match import Match
from certlab.course.items.numeric import Numeric
from certlab.course.items.order import Order
from certlab.course.items.scenario import Scenario
from certlab.course.template import PLACEHOLDER, TemplateError, Values, fill

DIGITS = 8  # of the digest, in the ledger
FIGURES = 9  # of a number: the last bits of a logarithm differ between machines


def digest(course: Course, item: Item) -> str:
    """What is right in an item, in a few letters; "" where nothing is.

    A scenario is never asked. An item whose facts are missing has no key either, and
    `study.item_tests` says so.
    """
    if isinstance(item.body, Scenario):
        return ""
    try:
        right = _right(item.body, Values(course.facts))
    except (TemplateError, ExpressionError):
        return ""
    text = json.dumps(right, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _right(body: object, values: Values) -> Any:
    match body:
        case Choice(options=options):
            return {one.id: _facts(one.text, values) for one in options if one.correct}
        case Numeric():
            return [_answers(body, values), body.unit, body.tolerance]
        case Order(steps=steps, after=after):
            texts = {one.id: _facts(one.text, values) for one in steps}
            return [{id: sorted(ids) for id, ids in after.items()}, texts]
        case Match(left=left, right=right, pairs=pairs):
            texts = {one.id: _facts(one.text, values) for one in (*left, *right)}
            return {id: [texts[id], other, texts[other]] for id, other in pairs.items()}
        case Cloze(blanks=blanks):
            return {
                one.id: [sorted({*_filled(one.accept, values)}), one.case, one.text]
                for one in blanks
            }
        case Command(env=env, calls=calls, others=others):
            wanted = {name: _filled(row, values) for name, row in env.items()}
            return [wanted, [_call(one, values) for one in (*calls, *others)]]
        case Card(back=back):
            return fill(back, values).split()
    raise AssertionError(body)


def _facts(text: str, values: Values) -> list[str]:
    """What the placeholders of a text say, without the words around them."""
    return [fill(match.group(), values) for match in PLACEHOLDER.finditer(text)]


def _filled(row: tuple[Any, ...], values: Values) -> list[str]:
    """What is accepted in one place, as texts."""
    return [fill(str(one), values) for one in row]


def _answers(body: Numeric, values: Values) -> list[str]:
    known = Numbers(values.facts)
    answers = (evaluate(body.answer, given, known) for given in body.variants())
    return [f"{answer:.{FIGURES}g}" for answer in answers]


def _call(call: Call, values: Values) -> list[Any]:
    words = [sorted(_filled(row, values)) for row in call.arguments]
    flags = sorted(_flag(one, values) for one in call.flags)
    rest = [sorted(_filled(row, values)) for row in call.rest]
    return [sorted(call.programs), words, flags, rest, sorted(call.forms)]


def _flag(flag: Flag, values: Values) -> list[str]:
    """A flag as one list of texts, which sorts whether or not it takes a value."""
    takes = ["none"] if flag.values is None else sorted(_filled(flag.values, values))
    need = "needed" if flag.needed else "optional"
    after = " ".join(sorted(flag.after))
    case = "any case" if flag.anycase else ""
    return [" ".join(sorted(flag.names)), need, after, case, *takes]
