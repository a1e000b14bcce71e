"""Filling in `{fact:ID}`, `{given:NAME}` and `{calc:EXPR}`, for every surface."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from certlab.course.expression import ExpressionError, Number, evaluate, facts_in
from certlab.course.facts import Fact, Numbers, format_number, format_result, with_unit
from certlab.course.maths import typeset

PLACEHOLDER = re.compile(r"\{(fact|given|calc):([^{}|]+)(?:\|([^{}|]*))?\}")
GAP = re.compile(
    r"\{\{([a-z0-9-]+)\}\}"
)  # a place that the learner fills, and no value


class TemplateError(ValueError):
    """A placeholder names what is not there."""


@dataclass(frozen=True)
class Values:
    """What placeholders may name: the facts, and the given values of one variant.

    `units` is the unit of each given value, `maths` the MathML of each formula.
    """

    facts: Mapping[str, Fact]
    given: Mapping[str, Number] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    maths: Mapping[str, str] = field(default_factory=dict)


def fill(text: str, values: Values) -> str:
    """The text with each placeholder and each formula replaced.

    `{fact:ID}` and `{given:NAME}` come with their unit, `|value` leaves it out;
    `{calc:EXPR|unit}` takes the unit it is told.

    Raises:
        TemplateError: an unknown fact or name, or an expression without a value.
    """
    if "{" in text:
        text = PLACEHOLDER.sub(lambda match: _one(match, values), text)
    return typeset(text, values.maths) if values.maths else text


def fill_each(row: Iterable[object], values: Values) -> list[str]:
    """What means the same in one place, as texts.

    Raises:
        TemplateError: as `fill`.
    """
    return [fill(str(one), values) for one in row]


def fill_placeholders(text: str, values: Values) -> list[str]:
    """What the placeholders of a text say, without the words around them.

    Raises:
        TemplateError: as `fill`.
    """
    return [fill(one.group(), values) for one in PLACEHOLDER.finditer(text)]


def facts_named(text: str) -> tuple[str, ...]:
    """Ids of the facts a text names, in order, also inside `{calc:...}`."""
    found: list[str] = []
    for kind, body, _ in PLACEHOLDER.findall(text):
        found += [body] if kind == "fact" else facts_in(body) if kind == "calc" else ()
    return tuple(dict.fromkeys(found))


def _one(match: re.Match[str], values: Values) -> str:
    kind, body, option = match.groups()
    if kind == "fact":
        fact = values.facts.get(body)
        if fact is None:
            raise TemplateError(f"there is no fact {body}")
        return format_number(fact.value) if option == "value" else fact.shown
    if kind == "given":
        if body not in values.given:
            raise TemplateError(f"nothing given is named {body}")
        unit = "" if option == "value" else values.units.get(body, "")
        return with_unit(format_number(values.given[body]), unit)
    try:
        result = evaluate(body, values.given, Numbers(values.facts))
    except ExpressionError as error:
        raise TemplateError(str(error)) from error
    return with_unit(format_result(result), option or "")
