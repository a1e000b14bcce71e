"""Numeric questions: the drawn values, the answer computed from them, the grading."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from certlab.course.expression import evaluate
from certlab.course.facts import Numbers, format_number, format_result, with_unit
from certlab.course.items import Item
from certlab.course.items.numeric import Numeric
from certlab.course.template import Values, fill
from certlab.course.units import UNITS, same_dimension
from certlab.study.kinds.asking import Asking
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


def nouns(body: Numeric, ask: str) -> list[str]:
    """Words that may stand with the number, since the question counts by them.

    A plain number that is wanted about so may be a percentage too.
    """
    if body.unit and len(same_dimension(body.unit)) > 1:
        return []
    words = " ".join(_COUNTED.findall(ask)).lower().split()
    share = ["%"] if not body.unit and body.tolerance else []
    return [*share, *dict.fromkeys(words)]


def compile_numeric(body: Numeric, asking: Asking) -> Parts:
    """What to show, the key and the feedback of a numeric question.

    Raises:
        TemplateError, ExpressionError: a fact or a number is missing.
    """
    values = asking.values
    facts = Numbers(values.facts)
    answer = evaluate(body.answer, values.given, facts)
    offered = same_dimension(body.unit) if body.unit else ("",)
    size = UNITS[body.unit].factor if body.unit else 1
    counted = nouns(body, asking.ask)
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


def numeric_faults(item: Item, askings: Sequence[Parts]) -> Iterator[str]:
    """Names in a working that have no value, and traps that nobody can fall into."""
    assert isinstance(item.body, Numeric)
    body = item.body
    for _, _, feedback in askings:
        working = feedback["working"]
        letters = _letters(body, working)
        if letters:
            yield f"its working {working!r} shows the name {letters[0]}, not its value."
            break
    collide = Counter(says for _, key, _ in askings for says in _collisions(body, key))
    for says, n in collide.items():
        yield f"{says} in {n} of its variants; choose other givens or drop the trap."


def _letters(body: Numeric, working: str) -> list[str]:
    """Names of given values that stand in a working, left of what comes out."""
    words = set(re.findall(r"[^\W\d]\w*", working.rpartition(" = ")[0]))
    return [given.name for given in body.given if given.name in words]


def _collisions(body: Numeric, key: dict[str, Any]) -> Iterator[str]:
    """Traps whose reason is never shown: graded right, or told an earlier trap's."""
    seen = [("the answer", key["answer"])]
    for trap, one in zip(body.traps, key["traps"], strict=True):
        named, value = f"the trap {trap.answer}", one["answer"]
        for other, at in seen:
            if near(value, at, body.tolerance) or near(at, value, body.tolerance):
                yield f"{named} is {other}, or within its tolerance,"
        seen.append((named, value))
