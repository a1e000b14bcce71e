"""One number drawn: a box for each bit, in its group, and what the groups make.

Position is the data: the highest bit on the left. Colour is the group: sign, exponent,
mantissa, Okabe-Ito.
"""

import math
from html import escape

from certlab.labs.gpu_architecture.numbers.fields import Fields, fields
from certlab.labs.gpu_architecture.numbers.format import Format

__all__ = ["GROUPS", "plain", "shown", "sum_of", "svg", "words"]

GROUPS = (("sign", "#d55e00"), ("exponent", "#0072b2"), ("mantissa", "#009e73"))
_BOX, _GAP, _LEFT, _TOP = 18, 10, 8, 34
_HEIGHT = 104
_DIGITS = 12  # a value of no more is shown whole
_FINE = 15  # bits of mantissa that six digits do not tell apart
_STYLE = (
    "color: var(--cl-ink, #1c1e23); "
    "font-family: system-ui, 'DejaVu Sans', sans-serif; font-size: 12px"
)


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
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}"',
        f'role="img" style="{_STYLE}">',
        f"<title>{escape(format.name)}: {found.bits}</title>",
        f"<desc>{escape(words(found))}</desc>",
        f'<rect width="{width}" height="{_HEIGHT}" fill="var(--cl-paper, #ffffff)"/>',
    ]
    x = _LEFT
    for bits, (name, colour) in zip(groups, GROUPS, strict=True):
        lines += _group(x, bits, name, colour)
        x += _BOX * len(bits) + _GAP
    equation = f"{sum_of(found)} = {shown(found)}"
    says = equation if found.kind in ("normal", "subnormal") else shown(found)
    lines.append(
        f'<text x="{_LEFT}" y="{_TOP + 58}" fill="currentColor" font-weight="600">{escape(says)}</text>'
    )
    return "\n".join([*lines, "</svg>"])


def _group(left: int, bits: str, name: str, colour: str) -> list[str]:
    lines = []
    if bits:
        label = name if len(bits) > 3 else name[0]
        lines.append(
            f'<text x="{left}" y="{_TOP - 10}" fill="currentColor">{label}</text>'
        )
    for n, bit in enumerate(bits):
        x = left + n * _BOX
        shade = "0.35" if bit == "1" else "0.08"
        lines.append(
            f'<rect x="{x}" y="{_TOP}" width="{_BOX - 2}" height="26" fill="{colour}" '
            f'fill-opacity="{shade}" stroke="{colour}" stroke-width="1.5"/>'
        )
        weight = ' font-weight="600"' if bit == "1" else ""
        lines.append(
            f'<text x="{x + (_BOX - 2) / 2:g}" y="{_TOP + 18}" text-anchor="middle"{weight} '
            f'fill="currentColor">{bit}</text>'
        )
    return lines
