"""One number drawn: a box for each bit, in its group, and what the groups make.

Position is the data: the highest bit on the left. Colour is the group: sign, exponent,
mantissa, Okabe-Ito.
"""

import math
from collections.abc import Iterator

from certlab.drawing.marks import box, picture, text
from certlab.labs.gpu_architecture.numbers.fields import Fields, fields
from certlab.labs.gpu_architecture.numbers.format import Format

__all__ = ["GROUPS", "plain", "shown", "sum_of", "svg", "words"]

GROUPS = (("sign", "#d55e00"), ("exponent", "#0072b2"), ("mantissa", "#009e73"))
_BOX, _GAP, _LEFT, _TOP = 18, 10, 8, 34
_HEIGHT = 104
_DIGITS = 12  # a value of no more is shown whole
_FINE = 15  # bits of mantissa that six digits do not tell apart


def plain(value: float, digits: int = 6) -> str:
    """A value for reading: all its digits where they are few, else those that count."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "infinity" if value > 0 else "−infinity"
    short, exact = f"{value:.{digits}g}", f"{value:.17g}"
    brief = float(short) != value and len(exact.lstrip("-")) <= _DIGITS
    return (exact if brief else short).replace("-", "−")


def shown(found: Fields, value: float | None = None) -> str:
    """A number, or a value beside it, with the digits that its format tells apart."""
    digits = 9 if found.format.mantissa > _FINE else 6
    return plain(found.value if value is None else value, digits)


def sum_of(found: Fields) -> str:
    """How the value comes of its fields: "2^(5 − 7) × (1 + 5/8)"."""
    format, minus = found.format, "−" if found.sign else ""
    if found.power is None or found.kind == "zero":
        return f"{minus}{found.kind}"
    first = 1 if found.kind == "normal" else 0
    field = found.exponent if first else 1
    part = f"{found.mantissa}/{1 << format.mantissa}"
    return f"{minus}2^({field} − {format.bias}) × ({first} + {part})"


def words(found: Fields) -> str:
    """One line on the number, for those who do not see the picture."""
    kind = (
        "" if found.kind in ("zero", "infinity", "NaN") else f", a {found.kind} number"
    )
    says = f"{found.format.name} {found.bits} is {shown(found)}{kind}."
    if kind:
        says += f" {sum_of(found)}."
    return says


def svg(format: Format, code: int) -> str:
    """The code's bits as SVG text."""
    found = fields(format, code)
    groups = found.bits.split(" ")
    width = max(_LEFT * 2 + _BOX * format.bits + _GAP * 2, 360)
    marks: list[str] = []
    x = _LEFT
    for bits, (name, colour) in zip(groups, GROUPS, strict=True):
        marks += _group(x, bits, name, colour)
        x += _BOX * len(bits) + _GAP
    equation = f"{sum_of(found)} = {shown(found)}"
    says = equation if found.kind in ("normal", "subnormal") else shown(found)
    marks.append(text(_LEFT, _TOP + 58, says, bold=True))
    title = f"{format.name}: {found.bits}"
    return picture(width, _HEIGHT, title, words(found), marks)


def _group(left: int, bits: str, name: str, colour: str) -> Iterator[str]:
    if bits:
        yield text(left, _TOP - 10, name if len(bits) > 3 else name[0])
    for n, bit in enumerate(bits):
        x, one = left + n * _BOX, bit == "1"
        edge = f'fill-opacity="{0.35 if one else 0.08}" stroke="{colour}" stroke-width="1.5"'
        yield box(x, _TOP, _BOX - 2, 26, colour, edge)
        yield text(x + (_BOX - 2) / 2, _TOP + 18, bit, at="middle", bold=one)
