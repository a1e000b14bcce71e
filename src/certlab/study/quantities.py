"""Numeric questions: the drawn values, the answer computed from them, the working."""

import random
import re
from typing import Any

from certlab.course.expression import Number, evaluate
from certlab.course.facts import format_number, format_result, numbers, with_unit
from certlab.course.items.numeric import Numeric
from certlab.course.template import Values, fill
from certlab.course.units import UNITS, same_dimension

Parts = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]

_SIGNS = {"//": "//", "**": "^", "*": "×", "-": "−", "/": "/", "+": "+", "%": "mod"}
_FACT = re.compile(r"fact\(\s*([a-z0-9._-]+)\s*\)")
_TOKEN = re.compile(r"(//|\*\*|[-*/+%])|([a-z_]\w*)")


def draw_given(body: Numeric, draw: random.Random) -> dict[str, Number]:
    """One variant: a value by name for each given."""
    return {given.name: draw.choice(given.choices) for given in body.given}


def units(body: Numeric) -> dict[str, str]:
    """The unit of each given, by name."""
    return {given.name: given.unit for given in body.given}


def compile_numeric(body: Numeric, values: Values) -> Parts:
    """What to show, the key and the feedback of a numeric question."""
    facts = numbers(values.facts)
    answer = evaluate(body.answer, values.given, facts)
    offered = same_dimension(body.unit) if body.unit else ("",)
    size = UNITS[body.unit].factor if body.unit else 1
    show = {
        "given": [
            {
                "label": fill(given.label, values),
                "value": format_number(values.given[given.name]),
                "unit": given.unit,
            }
            for given in body.given
        ],
        "units": list(offered),
        "tolerance": tolerance_words(body.tolerance),
    }
    key = {
        "kind": "numeric",
        "answer": answer,
        "unit": body.unit,
        "tolerance": body.tolerance,
        "factors": {
            unit: (UNITS[unit].factor / size if unit else 1) for unit in offered
        },
        "traps": [
            {
                "answer": evaluate(trap.answer, values.given, facts),
                "why": fill(trap.why, values),
            }
            for trap in body.traps
        ],
    }
    shown = with_unit(format_result(answer), body.unit)
    return show, key, {"answer": shown, "working": working(body, values, shown)}


def tolerance_words(tolerance: float) -> str:
    """A tolerance as a learner reads it."""
    return f"within {format_number(tolerance * 100)} %" if tolerance else "exact"


def working(body: Numeric, values: Values, shown: str) -> str:
    """The formula with its numbers in place, and what comes out."""

    def put(match: re.Match[str]) -> str:
        sign, name = match.groups()
        if sign:
            return _SIGNS[sign]
        known = values.given.get(name)
        return name if known is None else format_number(known)

    def fact(match: re.Match[str]) -> str:
        return format_number(values.facts[match.group(1)].value)

    # Signs first: a fact's text may hold signs of its own.
    pieces = re.split(r"(fact\([^)]*\))", body.answer)
    text = "".join(
        _FACT.sub(fact, piece) if piece.startswith("fact(") else _TOKEN.sub(put, piece)
        for piece in pieces
    )
    return f"{text} = {shown}"
