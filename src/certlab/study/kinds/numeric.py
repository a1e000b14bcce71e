"""Numeric questions: the drawn values, the answer computed from them, the grading."""

import random
import re
from collections.abc import Sequence
from typing import Any

from certlab.course.expression import Number, evaluate
from certlab.course.facts import Numbers, format_number, format_result, with_unit
from certlab.course.items.numeric import Numeric
from certlab.course.template import Values, fill
from certlab.course.units import UNITS, same_dimension
from certlab.study.quantities import read_quantity, scale_of
from certlab.study.typed_text import near, plain
from certlab.study.unit_names import bytes_meant, unit_meant
from certlab.study.verdicts import Parts, Verdict, graded, invalid
from certlab.words import Sentence

_SIGNS = {"//": "//", "**": "^", "*": "×", "-": "−", "/": "/", "+": "+", "%": "mod"}
_FACT = re.compile(r"fact\(\s*([a-z0-9._-]+)\s*\)")
# "How many whole requests fit", "at which step does": what is counted is among the words.
_COUNTED = re.compile(r"\b(?:how many|which)((?: [a-z-]+){1,4})", re.IGNORECASE)
_TOKEN = re.compile(r"(//|\*\*|[-*/+%])|(?<!\w)([^\W\d]\w*)")


def draw_given(body: Numeric, draw: random.Random) -> dict[str, Number]:
    """One variant: a value by name for each given."""
    return body.at({name: draw.randrange(n) for name, n in body.rows.items()})


def units(body: Numeric) -> dict[str, str]:
    """The unit of each given, by name."""
    return {given.name: given.unit for given in body.given}


def nouns(body: Numeric, ask: str) -> list[str]:
    """Words that may stand with the number, since the question counts by them.

    A plain number that is wanted about so may be a percentage too.
    """
    if body.unit and len(same_dimension(body.unit)) > 1:
        return []
    words = " ".join(_COUNTED.findall(ask)).lower().split()
    share = ["%"] if not body.unit and body.tolerance else []
    return [*share, *dict.fromkeys(words)]


def compile_numeric(body: Numeric, ask: str, values: Values) -> Parts:
    """What to show, the key and the feedback of a numeric question that asks so."""
    facts = Numbers(values.facts)
    answer = evaluate(body.answer, values.given, facts)
    offered = same_dimension(body.unit) if body.unit else ("",)
    size = UNITS[body.unit].factor if body.unit else 1
    counted = nouns(body, ask)
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
        "nouns": counted,
        "tolerance": tolerance_words(body.tolerance),
        "within": _percent(body.tolerance),
        "wants": wanted_words(offered, body.tolerance),
    }
    key = {
        "kind": "numeric",
        "answer": answer,
        "unit": body.unit,
        "nouns": counted,
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
        return Sentence("with its unit")
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


def grade_numeric(key: dict[str, Any], response: Any) -> Verdict:
    """A number as it was typed, and a unit, which may stand with it too."""
    response = response if isinstance(response, dict) else {}
    number = response.get("number")  # which a program may send as one
    typed = str(number) if isinstance(number, str | int | float) else ""
    read = read_quantity(typed)
    if read is None:
        return invalid(Sentence("Enter a number, such as 1024 or 1,024.5 or 3e8."))
    factors, counted = key["factors"], key.get("nouns", ())
    units = list(factors)
    chosen = response.get("unit")
    if not isinstance(chosen, str | None):
        return _unknown(units, "")
    chosen = chosen or ("" if len(units) > 1 else key["unit"])
    unit = unit_meant(units, counted, read.words or chosen)
    if unit is None:
        return _unknown(units, read.words)
    if read.words and chosen and unit_meant(units, counted, chosen) != unit:
        return invalid(
            Sentence(
                "You wrote {written} and chose {chosen}; keep one unit.",
                written=unit,
                chosen=chosen,
            )
        )
    value = read.value * factors.get(unit, 0.01)  # a percentage of a plain number
    value /= scale_of(counted) if read.scaled else 1
    if near(value, key["answer"], key["tolerance"]):
        return graded(True)
    return graded(False, _missed(value, key, typed))


def _missed(value: float, key: dict[str, Any], typed: str) -> str:
    """What went wrong, "" when nobody knows."""

    def at(wanted: float) -> bool:
        return near(wanted, key["answer"], key["tolerance"])

    for trap in key["traps"]:
        if near(value, trap["answer"], key["tolerance"]):
            why: str = trap["why"]
            return why
    if at(-value):
        return Sentence("The size is right, but the sign is not.")
    if "," in typed and at(value / 1000):
        return Sentence("The comma was read as one between thousands.")
    return ""


def _unknown(units: list[str], words: str) -> Verdict:
    """Why the words around a number are no unit of this question."""
    if not words:
        return invalid(Sentence("Choose a unit as well."))
    wanted = bytes_meant(units, words)
    if wanted is not None:
        return invalid(
            Sentence(
                "{unit} is read as bits; write {wanted} for bytes.",
                unit=f"`{plain(words)}`",
                wanted=f"`{wanted}`",
            )
        )
    return invalid(
        Sentence(
            "{unit} is not a unit of this question; enter a number such as 1024, with or without its unit.",
            unit=f"`{plain(words)}`",
        )
    )
