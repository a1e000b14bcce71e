"""Grading: a key and a response in, one of three outcomes out.

`widgets/static/grading.js` grades by the same rules; `tests/vectors/grading.json` holds
the two equal.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# An optional sign, digits with optional thousands groups, an optional fraction and an
# optional power of ten. Anything else is not understood, and costs nothing.
_NUMBER = re.compile(
    r"[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?([eE][+-]?\d{1,3})?", re.ASCII
)
_ROUNDING = 1e-9  # relative: what binary fractions lose


@dataclass(frozen=True)
class Verdict:
    """What is said of one response.

    Attributes:
        outcome: "correct", "wrong", or "invalid": not an answer, and never recorded.
        score: from 0 to 1.
        say: one sentence more, "" when there is none.
    """

    outcome: str
    score: float
    say: str = ""


def invalid(say: str) -> Verdict:
    """The verdict on what is no answer."""
    return Verdict("invalid", 0, say)


def parse_number(text: str) -> float | None:
    """The number a learner typed, None when it is not one."""
    text = text.strip().replace("\u2212", "-")
    match = _NUMBER.fullmatch(text)
    if not match or not (match.group(1) or match.group(3)):
        return None
    value = float(text.replace(",", ""))
    return value if math.isfinite(value) else None


def grade(key: dict[str, Any], response: object) -> Verdict:
    """Grade one response by its key.

    Args:
        key: of a compiled question.
        response: an option id (single), option ids (multi), {"number", "unit"}
            (numeric), "known" or "forgotten" (card).
    """
    return _GRADERS[key["kind"]](key, response)


def _single(key: dict[str, Any], response: Any) -> Verdict:
    if response not in key["options"]:
        return invalid("Choose one option.")
    right = response in key["correct"]
    return Verdict("correct" if right else "wrong", float(right))


def _multi(key: dict[str, Any], response: Any) -> Verdict:
    if not isinstance(response, list | tuple):
        return invalid("Choose the options that are right.")
    chosen, wanted = set(response), len(key["correct"])
    if len(chosen) != wanted or not chosen <= set(key["options"]):
        return invalid(f"Choose {wanted} options.")
    right = chosen == set(key["correct"])
    return Verdict("correct" if right else "wrong", float(right))


def _numeric(key: dict[str, Any], response: Any) -> Verdict:
    response = response if isinstance(response, dict) else {}
    value = parse_number(str(response.get("number", "")))
    if value is None:
        return invalid("Enter a number, such as 1024 or 1,024.5 or 3e8.")
    factors = key["factors"]
    unit = response.get("unit") or ("" if len(factors) > 1 else key["unit"])
    if unit not in factors:
        return invalid("Choose a unit as well.")
    value *= factors[unit]
    if _close(value, key["answer"], key["tolerance"]):
        return Verdict("correct", 1)
    for trap in key["traps"]:
        if _close(value, trap["answer"], key["tolerance"]):
            return Verdict("wrong", 0, trap["why"])
    return Verdict("wrong", 0)


def _close(value: float, wanted: float, tolerance: float) -> bool:
    return abs(value - wanted) <= max(tolerance, _ROUNDING) * abs(wanted)


def _card(_key: dict[str, Any], response: Any) -> Verdict:
    if response not in ("known", "forgotten"):
        return invalid("Say whether you knew it.")
    known = response == "known"
    return Verdict("correct" if known else "wrong", float(known))


_GRADERS: dict[str, Callable[[dict[str, Any], Any], Verdict]] = {
    "single": _single,
    "multi": _multi,
    "numeric": _numeric,
    "card": _card,
}
