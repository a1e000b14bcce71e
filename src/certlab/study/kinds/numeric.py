"""Numeric questions: the drawn values, the answer computed from them, the grading."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from certlab.course.expression import Number, evaluate
from certlab.course.facts import Numbers, format_number, format_result, with_unit
from certlab.course.items.numeric import Numeric
from certlab.course.template import Values, fill
from certlab.course.units import UNITS, same_dimension
from certlab.study.entries import near, parse_quantity, plain
from certlab.study.kinds.choice import Parts
from certlab.study.verdicts import Verdict, invalid, told
from certlab.words import Sentence

_SIGNS = {"//": "//", "**": "^", "*": "×", "-": "−", "/": "/", "+": "+", "%": "mod"}
_FACT = re.compile(r"fact\(\s*([a-z0-9._-]+)\s*\)")
_TOKEN = re.compile(r"(//|\*\*|[-*/+%])|(?<!\w)([^\W\d]\w*)")


def draw_given(body: Numeric, draw: random.Random) -> dict[str, Number]:
    """One variant: a value by name for each given."""
    return {given.name: draw.choice(given.choices) for given in body.given}


def units(body: Numeric) -> dict[str, str]:
    """The unit of each given, by name."""
    return {given.name: given.unit for given in body.given}


def compile_numeric(body: Numeric, values: Values) -> Parts:
    """What to show, the key and the feedback of a numeric question."""
    facts = Numbers(values.facts)
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
        "within": _percent(body.tolerance),
        "wants": wanted_words(offered, body.tolerance),
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


def wanted_words(units: Sequence[str], tolerance: float) -> Sentence:
    """In which unit and how exactly a number is wanted."""
    return Sentence(
        "{unit}, {tolerance}",
        unit=unit_words(units),
        tolerance=tolerance_words(tolerance),
    )


def tolerance_words(tolerance: float) -> Sentence:
    """A tolerance as a learner reads it."""
    if not tolerance:
        return Sentence("exactly")
    return Sentence("to within {percent} %", percent=_percent(tolerance))


def _percent(tolerance: float) -> str:
    return format_number(float(f"{tolerance * 100:.6g}")) if tolerance else ""


def unit_words(units: Sequence[str]) -> Sentence:
    """The units an answer may be in, as a learner reads it."""
    if len(units) > 1:
        return Sentence("in a unit of your choice")
    match units[0]:
        case "":
            return Sentence("as a plain number")
        case "x":
            return Sentence("as a multiple (×)")
        case unit:
            return Sentence("in {unit}", unit=unit)


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


def _unit(factors: Mapping[str, float], written: object) -> str | None:
    """The unit of a question that a text means: "block" is blocks, and × is x."""
    text = plain(written).replace("×", "x") if isinstance(written, str) else None
    names = (text, f"{text}s") if text else (text,)
    return next((unit for unit in factors if plain(unit) in names), None)


def grade_numeric(key: dict[str, Any], response: Any) -> Verdict:
    """A number as it was typed, and a unit, which may stand behind it too."""
    response = response if isinstance(response, dict) else {}
    value, written = parse_quantity(str(response.get("number", "")))
    if value is None:
        return invalid(Sentence("Enter a number, such as 1024 or 1,024.5 or 3e8."))
    factors = key["factors"]
    chosen = response.get("unit") or ("" if len(factors) > 1 else key["unit"])
    unit = _unit(factors, written) if written else _unit(factors, chosen)
    if written and unit is None:
        return invalid(
            Sentence(
                "{unit} is not a unit of this question; enter a number such as 1024, with or without its unit.",
                unit=f"`{plain(written)}`",
            )
        )
    if unit is None:
        return invalid(Sentence("Choose a unit as well."))
    if written and chosen and _unit(factors, chosen) != unit:
        return invalid(
            Sentence(
                "You wrote {written} and chose {chosen}; keep one unit.",
                written=unit,
                chosen=chosen,
            )
        )
    value *= factors[unit]
    if near(value, key["answer"], key["tolerance"]):
        return told(True)
    traps = (
        one for one in key["traps"] if near(value, one["answer"], key["tolerance"])
    )
    return told(False, next(traps, {"why": ""})["why"])
