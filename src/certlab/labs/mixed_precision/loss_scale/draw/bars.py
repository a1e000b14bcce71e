"""Gradients by size, over the range of a format. What is lost is hatched as well."""

import math
from collections.abc import Iterator

from certlab.drawing.marks import HATCH, box, text
from certlab.labs.mixed_precision.loss_scale.draw.shapes import (
    BASE,
    BLURRED,
    KEPT,
    LEFT,
    LOST,
    OVER,
    RIGHT,
    TOP,
    power,
    sheet,
    tick,
)
from certlab.labs.mixed_precision.loss_scale.rounding import FP16, Format
from certlab.labs.mixed_precision.loss_scale.spectrum import Spectrum


def spectrum(one: Spectrum, scale: float = 1.0, format: Format = FP16) -> str:
    """Bars of gradients by size, over the range of the format."""
    counts, end = one.counts(scale), math.frexp(format.largest)[1]
    first = min([*counts, format.smallest - 8]) - 1
    last = max([*counts, end]) + 1
    unit = (RIGHT - LEFT) / (last - first + 1)
    tall = (BASE - TOP - 30) / max(counts.values())
    zones = (
        # What is over half of the smallest number rounds up to it.
        (first, format.smallest - 1, LOST, "becomes zero"),
        (format.smallest - 1, format.normal, BLURRED, "fewer digits"),
        (format.normal, end, KEPT, "full precision"),
        (end, last + 1, OVER, "infinite"),
    )
    title = f"Gradients times {scale:,.0f}" if scale != 1 else "Gradients, not scaled"
    marks = []
    for low, high, colour, says in zones:
        x, width = LEFT + (low - first) * unit, (high - low) * unit
        shade = 'fill-opacity="0.14"'
        marks.append(box(x, TOP, width, BASE - TOP, colour, shade))
        if width > 7 * len(says):
            marks.append(text(x + width / 2, TOP + 16, says, at="middle"))
    for exponent, count in counts.items():
        colour = next(c for low, high, c, _ in zones if low <= exponent < high)
        x, height = LEFT + (exponent - first) * unit + 0.5, count * tall
        fills = (colour, HATCH)[: 1 + (colour in {LOST, OVER})]
        marks += [box(x, BASE - height, unit - 1, height, fill) for fill in fills]
    marks += _exponents(first, last, unit)
    under = f"size of a gradient, {format.name}'s range behind it"
    return sheet(title, described(one, scale, format), under, marks)


def described(one: Spectrum, scale: float = 1.0, format: Format = FP16) -> str:
    """The same in a sentence."""
    count = len(one.values)
    lost, blurred, over = (
        round(share(scale, format) * count)
        for share in (one.lost, one.blurred, one.overflow)
    )
    return (
        f"Of {count} gradients times {scale:,.0f}, {format.name} makes {lost} zero, keeps "
        f"{blurred} with fewer digits and makes {over} infinite."
    )


def _exponents(first: int, last: int, unit: float) -> Iterator[str]:
    """Ticks at powers of two, each fourth of them."""
    for exponent in range(first, last + 2):
        if exponent % 4 == 0:
            x = LEFT + (exponent - first) * unit
            yield tick(x)
            yield power(x, BASE + 18, exponent)
