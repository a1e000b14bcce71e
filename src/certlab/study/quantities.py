"""Quantities: a number as a person writes it, and the words around it.

`app/static/grading/quantities.js` reads by the same rules; `tests/vectors/grading.json`
holds the two equal. What can be read in two ways is not read, and costs nothing.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from certlab.study.typed_text import plain

# Digits, the sign that groups thousands and the one before a fraction. A comma is a
# decimal one where it cannot group thousands, in 52,8 and 0,125 and not in 1,024.
_FORMS = tuple(
    (re.compile(rf"(?:{digits})(?!['_.,]?\d)", re.ASCII), groups, point)
    for digits, groups, point in (
        (r"\d{1,3}(?:\.\d{3})+,\d+", ".", ","),
        (r"\d{1,3}(?:\.\d{3}){2,}", ".", ""),
        (r"\d{1,3}(?: \d{3})+,\d+", " ", ","),
        (r"0?,\d+", "", ","),
        (r"\d+,(?:\d{1,2}|\d{4,})", "", ","),
        (r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?", ",", "."),
        (r"\d{1,3}(?: \d{3})+(?:\.\d+)?", " ", "."),
        (r"\d{1,3}(?:'\d{3})+(?:\.\d+)?", "'", "."),
        (r"\d{1,3}(?:_\d{3})+(?:\.\d+)?", "_", "."),
        (r"\d+(?:\.\d*)?|\.\d+", "", "."),
    )
)
# 3e8, 3*10^8, 2^16
_EXPONENT = re.compile(
    r"(?:[eE]| ?[x×*·] ?10(?:\^|\*\*))([+-]?\d{1,3})(?!\d)", re.ASCII
)
_POWER = re.compile(r"(?:\^|\*\*)([+-]?\d{1,3})(?!\d)", re.ASCII)
_OVER = re.compile(" ?/ ?(?=[0-9.])")
_RAISED = re.compile("(?<=[0-9])[⁺⁻]?[⁰¹²³⁴-⁹]+")
_PLAIN_RAISED = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")
_LETTERS = re.ASCII | re.IGNORECASE
_ABOUT = re.compile("^(?:[~≈=]|(?:about|approximately|roughly|around) ) ?", _LETTERS)
_MONEY = re.compile(r"^(?:US ?)?\$ ?")
_BEFORE = re.compile(r"^([a-z][a-z -]*?) ?[:=]? ?(?=[+-]?[.,]?[0-9])", _LETTERS)
_MORE = re.compile(
    r" ?(hundred|thousand|million|billion|trillion)s?(?![a-z])", _LETTERS
)
_MANY = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORD = re.compile(
    rf"(half|(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_SMALL[1:10])}))?"
    rf"|{'|'.join(reversed(_SMALL))})(?![a-z-])",
    _LETTERS,
)


@dataclass(frozen=True)
class Quantity:
    """What was read.

    Attributes:
        value: the number.
        words: what stands around it, "" when nothing does.
        scaled: the number had a word for a power of ten, as in 1.4 million.
    """

    value: float
    words: str
    scaled: bool


def read_quantity(text: str) -> Quantity | None:
    """A number and its words: "$10,220", "52,8 GB", "step 600"; None when it is none."""
    text = plain(_RAISED.sub(lambda one: "^" + one[0].translate(_PLAIN_RAISED), text))
    text = _ABOUT.sub("", text)
    if (number := _in_words(text)) is not None:
        value, rest = number
        return _quantity(value, rest, [])
    before = []
    if (head := _BEFORE.match(text)) is not None:
        before, text = [head[1]], text[head.end() :]
    sign, text = _sign(text)
    if (money := _MONEY.match(text)) is not None:
        before, text = ["$"], text[money.end() :]
        sign, text = (sign, text) if sign else _sign(text)
    if (number := _fraction(text)) is None:
        return None
    value, rest = number
    return _quantity(-value if sign == "-" else value, rest, before)


def read_amount(text: str) -> float | None:
    """A number without words around it, as a gap takes it."""
    read = read_quantity(text)
    return read.value if read is not None and not read.words else None


def _quantity(value: float, rest: str, before: list[str]) -> Quantity | None:
    scaled = False
    while (more := _MORE.match(rest)) is not None:
        value *= 10 ** _MANY[more[1].lower()]
        rest, scaled = rest[more.end() :], True
    rest = plain(rest)
    if not math.isfinite(value) or rest[:1] in tuple("0123456789.,'_^"):
        return None
    return Quantity(value, " ".join([*before, *([rest] if rest else [])]), scaled)


def scale_of(nouns: Iterable[str]) -> int:
    """What a question counts by that asks how many million there are."""
    return next((10 ** _MANY[one] for one in nouns if one in _MANY), 1)


def _sign(text: str) -> tuple[str, str]:
    return (text[0], text[1:]) if text[:1] in ("+", "-") else ("", text)


def _in_words(text: str) -> tuple[float, str] | None:
    """A number that is a word up to ninety-nine, or half, and what follows it."""
    word = _WORD.match(text)
    if word is None:
        return None
    value = 0.5 if word[1].lower() == "half" else 0.0
    for part in re.split("[- ]", word[1].lower()):
        if part in _SMALL:
            value += _SMALL.index(part)
        elif part in _TENS:
            value += 10 * _TENS.index(part) + 20
    return value, text[word.end() :]


def _fraction(text: str) -> tuple[float, str] | None:
    """One number, or one over another, and what follows it."""
    upper = _number(text)
    over = _OVER.match(upper[1]) if upper else None
    if upper is None or over is None:
        return upper
    lower = _number(upper[1][over.end() :])
    return (upper[0] / lower[0], lower[1]) if lower and lower[0] else None


def _number(text: str) -> tuple[float, str] | None:
    for form, groups, point in _FORMS:
        digits = form.match(text)
        if digits is None:
            continue
        written = digits[0].replace(groups, "") if groups else digits[0]
        written = written.replace(point, ".") if point else written
        rest = text[digits.end() :]
        if (exponent := _EXPONENT.match(rest)) is not None:
            value = float(f"{written}e{exponent[1]}")
            return value, rest[exponent.end() :]
        if (power := _POWER.match(rest)) is not None:
            return _raised(float(written), int(power[1])), rest[power.end() :]
        return float(written), rest
    return None


def _raised(base: float, exponent: int) -> float:
    try:
        return base**exponent
    except (OverflowError, ZeroDivisionError):
        return math.inf
