"""Rooflines drawn: the slope of a memory, the level of a peak, the ridge between."""

from collections.abc import Mapping
from math import atan2, degrees
from typing import Any

from certlab.compute.chart.labels import end_labels, plain_numbers
from certlab.compute.chart.style import COLOURS, INK, LIMIT, PAPER
from certlab.labs.gpu_architecture.roofline import Roof


def roofs(
    axes: Any,
    lines: Mapping[str, Roof],
    *,
    x: tuple[float, float],
    y: tuple[float, float],
    unit: tuple[str, float],
    slopes: Mapping[str, float] | None = None,
    ridges: bool = False,
) -> None:
    """Draw roofs on logarithmic axes, each named at its right end.

    Args:
        axes: matplotlib's, empty.
        lines: the roofs by the names to show.
        x: least and greatest intensity shown, in operations a byte.
        y: least and greatest rate shown, in the unit.
        unit: of the rates, "GFLOP/s" and how many operations a second it is.
        slopes: memories by the names to show along their slopes, in bytes a second.
        ridges: whether to mark where each roof bends.
    """
    name, size = unit
    axes.set(xscale="log", yscale="log", xlim=x, ylim=y)
    axes.set(xlabel="arithmetic intensity (FLOP/byte)", ylabel=f"rate ({name})")
    for number, roof in enumerate(lines.values()):
        colour = COLOURS[number % len(COLOURS)] if len(lines) > 1 else INK
        at = [x[0], roof.ridge, x[1]]
        rates = [roof.at(one) / size for one in at]
        axes.plot(at, rates, color=colour, linewidth=1.6, gid=LIMIT)
        if ridges:
            axes.plot(at[1], rates[1], "o", color=colour, markeredgecolor=PAPER)
    top = max(roof.peak for roof in lines.values())
    for text, bandwidth in (slopes or {}).items():
        ends = [x[0], top / bandwidth]
        rates = [one * bandwidth / size for one in ends]
        axes.plot(ends, rates, color=INK, linewidth=1, linestyle=":", gid=LIMIT)
        above = bandwidth == max((slopes or {}).values())
        _along(axes, text, bandwidth / size, ends[1], above=above)
    plain_numbers(axes.xaxis)
    plain_numbers(axes.yaxis)
    end_labels(axes, {text: roof.peak / size for text, roof in lines.items()})


def _along(axes: Any, text: str, slope: float, end: float, *, above: bool) -> None:
    """Write above or below a slope, turned with it, a decade before it ends."""
    left, bottom = axes.get_xlim()[0], axes.get_ylim()[0]
    at = max(1.3 * left, 1.3 * bottom / slope, end / 12)
    (x0, y0), (x1, y1) = axes.transData.transform(
        [(at, at * slope), (2 * at, 2 * at * slope)]
    )
    axes.annotate(
        text,
        (at, at * slope),
        (-3, 5) if above else (10, -10),
        textcoords="offset points",
        rotation=degrees(atan2(y1 - y0, x1 - x0)),
        rotation_mode="anchor",
        zorder=1.5,  # below points, which are what is to be seen
    )
