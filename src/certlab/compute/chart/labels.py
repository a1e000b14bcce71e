"""Words and limits in a chart, each beside what it names."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import cos, radians, sin
from typing import Any

from certlab.compute.chart.style import INK, LIMIT, QUIET

_LETTER, _LINE = 6.3, 15.0  # points: a letter's mean width, a line's height
# Where a point's label may stand, in the order it is tried: right, left, above, below.
_PLACES = (
    *((8, -4, "left"), (-8, -4, "right"), (0, 8, "center"), (0, -17, "center")),
    *((7, 7, "left"), (7, -16, "left"), (-7, 7, "right"), (-7, -16, "right")),
    *((8, 20, "left"), (8, -29, "left"), (-8, 20, "right"), (-8, -29, "right")),
)
Box = tuple[float, float, float, float]


def limit(
    axes: Any, text: str, *, y: float | None = None, x: float | None = None
) -> None:
    """A labelled line that the data cannot, or should not, pass.

    Args:
        axes: matplotlib's, with its scales set.
        text: stands at the line; with its unit.
        y: height of a line across, in the data's unit.
        x: place of a line upwards, instead.

    Raises:
        ValueError: not exactly one of x and y is given.
    """
    if (x is None) == (y is None):
        raise ValueError(f"The limit {text!r} needs x or y, and not both.")
    drawn = {"color": QUIET, "linestyle": "--", "linewidth": 1.2, "gid": LIMIT}
    if y is not None:
        axes.axhline(y, **drawn)
        place, aligned = axes.get_yaxis_transform(), {"va": "bottom", "ha": "left"}
        axes.annotate(
            text, (0, y), (6, 3), xycoords=place, textcoords="offset points", **aligned
        )
        return
    axes.axvline(x, **drawn)
    axes.annotate(
        text,
        (x, 1),
        (-4, -2),
        xycoords=axes.get_xaxis_transform(),
        textcoords="offset points",
        rotation=90,
        va="top",
        ha="right",
    )


def end_labels(axes: Any, heights: Mapping[str, float]) -> None:
    """Name lines at the right edge, each beside its end, none over another.

    Args:
        axes: matplotlib's, with its lines drawn and its scales set.
        heights: where each label belongs, in the data's unit.
    """
    axes.autoscale_view()
    place, points = axes.get_yaxis_transform(), 72 / axes.figure.dpi
    line, last = 16.0, float("-inf")  # points from one label to the next
    for text, height in sorted(heights.items(), key=lambda one: one[1]):
        there = float(place.transform((1, height))[1]) * points
        last = max(there, last + line)
        axes.annotate(
            text,
            (1, height),
            (8, last - there),
            xycoords=place,
            textcoords="offset points",
            verticalalignment="center",
        )


def point_labels(axes: Any, points: Mapping[str, tuple[float, float]]) -> None:
    """Name points, each label where it covers no point, no label and, if it can, no line.

    Args:
        axes: matplotlib's, with all drawn and its scales and limits set.
        points: where each point is, in the data's units.
    """
    scale = 72 / axes.figure.dpi
    at = {
        text: tuple(float(one) * scale for one in axes.transData.transform(point))
        for text, point in points.items()
    }
    taken: list[Box] = [(x - 5, y - 5, x + 5, y + 5) for x, y in at.values()]
    lines = [*_along_lines(axes, scale), *_along_words(axes, scale)]
    inside = float(axes.bbox.x0) * scale + 4, float(axes.bbox.x1) * scale + 60
    for text, (x, y) in at.items():
        boxes = list(_boxes(text, x, y))
        for avoided in ([*taken, *lines], taken, []):
            free = (n for n, one in enumerate(boxes) if _is_free(one, avoided, inside))
            if (chosen := next(free, None)) is not None:
                break
        chosen = chosen or 0
        taken.append(boxes[chosen])
        across, up, aligned = _PLACES[chosen]
        axes.annotate(
            text, points[text], (across, up), textcoords="offset points", ha=aligned
        )


def plain_numbers(axis: Any) -> None:
    """Write the ticks of a logarithmic axis as 1,000 and not as a power of ten.

    Call it when the axis has its limits: fewer than three decades have more ticks.
    """
    from matplotlib.ticker import LogLocator, NullFormatter

    axis.axes.autoscale_view()
    low, high = axis.get_view_interval()
    steps = (1, 2, 5) if high < 1000 * low else (1,)
    axis.set_major_locator(LogLocator(subs=steps, numticks=15))
    axis.set_major_formatter("{x:,g}")
    axis.set_minor_formatter(NullFormatter())
    axis.set_tick_params(labelcolor=INK)


def byte_sizes(axis: Any) -> None:
    """Write the ticks of a logarithmic axis of bytes as 8 KiB, 64 KiB, 512 KiB, 4 MiB.

    Call it when the axis has its limits.
    """
    low, high = axis.get_view_interval()
    ticks = [8**n for n in range(20) if low <= 8**n <= high]
    axis.set_ticks(ticks, [_binary(one) for one in ticks])
    axis.set_tick_params(which="minor", length=0)


def _binary(bytes: int) -> str:
    for power, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if bytes >= 2**power:
            return f"{bytes >> power} {unit}"
    return f"{bytes} B"


def _boxes(text: str, x: float, y: float) -> Iterator[Box]:
    width = _LETTER * len(text)
    for across, up, aligned in _PLACES:
        begin = {"left": 0.0, "right": -width, "center": -width / 2}[aligned]
        left, low = x + across + begin, y + up - 2
        yield left, low, left + width, low + _LINE


def _along_lines(axes: Any, scale: float) -> Iterator[Box]:
    """Small boxes along every line that joins its points."""
    for line in axes.lines:
        if line.get_linestyle() == "None":
            continue
        found = line.get_transform().transform(line.get_xydata()) * scale
        for (x0, y0), (x1, y1) in pairwise(found):
            steps = 1 + int(max(abs(x1 - x0), abs(y1 - y0)) // 4)
            for n in range(steps + 1):
                x, y = x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps
                yield x - 1, y - 1, x + 1, y + 1


def _along_words(axes: Any, scale: float) -> Iterator[Box]:
    """Small boxes along the words that are turned with a line."""
    for one in axes.texts:
        if one.get_rotation() in (0, 90):  # at the edge, where no point's label goes
            continue
        angle = radians(one.get_rotation())
        x, y = (float(part) * scale for part in axes.transData.transform(one.xy))
        for step in range(0, int(_LETTER * len(one.get_text())), 5):
            at, up = x + step * cos(angle), y + step * sin(angle)
            yield at - 8, up - 6, at + 2, up + 14


def _is_free(box: Box, taken: list[Box], inside: tuple[float, float]) -> bool:
    if box[0] < inside[0] or box[2] > inside[1]:
        return False
    return not any(_overlap(box, one) for one in taken)


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]
