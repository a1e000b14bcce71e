"""The course of a loss scale: in use, what would just fit, and the steps skipped."""

import math
from collections.abc import Iterator, Sequence

from certlab.drawing.marks import cross, path, text
from certlab.labs.mixed_precision.loss_scale.draw.shapes import (
    BASE,
    KEPT,
    LEFT,
    LOST,
    RIGHT,
    TOP,
    power,
    sheet,
    tick,
)
from certlab.labs.mixed_precision.loss_scale.rounding import FP16, Format
from certlab.labs.mixed_precision.loss_scale.training import Step

_WIDE = 'stroke-width="2"'
_DASHED = f'{_WIDE} stroke-dasharray="5 4"'


def course(steps: Sequence[Step], format: Format = FP16) -> str:
    """The scale by step, skipped steps crossed, and dashed the scale that just fits."""
    scales = [math.log2(one.scale) for one in steps]
    limits = [
        None if one.overflow else math.log2(one.limit(format)) for one in steps
    ]  # of a step that overflowed nobody knows
    known = [*scales, *(one for one in limits if one is not None)]
    low, high = math.floor(min(known)) - 1, math.ceil(max(known)) + 1
    rise, wide = (BASE - TOP) / (high - low), (RIGHT - LEFT) / len(steps)

    def place(exponent: float) -> float:
        return BASE - (exponent - low) * rise

    used, fits = [f"M{LEFT} {place(scales[0]):.1f}"], []
    for n, (scale, limit) in enumerate(zip(scales, limits, strict=True)):
        x = LEFT + n * wide
        used.append(f"V{place(scale):.1f}H{x + wide:.1f}")
        if limit is not None:
            pen = "M" if n == 0 or limits[n - 1] is None else "L"
            fits.append(f"{pen}{x:.1f} {place(limit):.1f}H{x + wide:.1f}")
    marks = [*_legend(), *_grid(low, high, rise)]
    marks.append(path("".join(fits), _DASHED, ink=LOST))
    marks.append(path("".join(used), _WIDE, ink=KEPT))
    for n, step in enumerate(steps):
        if step.overflow:
            x = LEFT + (n + 0.5) * wide
            marks.append(cross(x, place(scales[n]), 4, LOST))
    marks += _numbers(len(steps), wide)
    return sheet("Loss scale", told(steps), "step", marks)


def told(steps: Sequence[Step]) -> str:
    """The same in a sentence."""
    skipped = sum(one.overflow for one in steps)
    return (
        f"The scale begins at {steps[0].scale:,.0f} and ends at {steps[-1].scale:,.0f}; "
        f"{skipped} of {len(steps)} steps were skipped."
    )


def _grid(low: int, high: int, rise: float) -> Iterator[str]:
    """Lines at powers of two, at most nine."""
    for exponent in range(low, high + 1, math.ceil((high - low) / 8)):
        y = BASE - (exponent - low) * rise
        yield path(f"M{LEFT} {y:.1f}H{RIGHT}", 'stroke-opacity="0.15"')
        yield power(LEFT - 8, y + 4, exponent, "end")


def _legend() -> Iterator[str]:
    yield path("M330 16h26", _WIDE, ink=KEPT)
    yield text(362, 20, "in use")
    yield path("M420 16h26", _DASHED, ink=LOST)
    yield text(452, 20, "would just fit")
    yield cross(568, 16, 4, LOST)
    yield text(580, 20, "step skipped")


def _numbers(count: int, wide: float) -> Iterator[str]:
    """Ticks under the steps, at most seven."""
    for n in range(0, count + 1, max(1, math.ceil(count / 60) * 10)):
        yield tick(LEFT + n * wide)
        yield text(LEFT + n * wide, BASE + 18, str(n), at="middle")
