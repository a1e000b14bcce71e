"""The chart of a report: what is claimed as a bar, what was measured as a point."""

from collections.abc import Sequence
from typing import Any

from certlab.bench import wording
from certlab.bench.entries import Entry
from certlab.compute.chart import COLOURS, INK, LIMIT, STYLE, Picture, picture
from certlab.compute.chart.style import PAPER
from certlab.compute.interval import Interval

TITLE = "What is claimed, and what this machine measures"
# A file of its own is seen in the reader's theme too; a page sets these variables itself.
_DARK = "--cl-ink: #e4e6ea; --cl-paper: #15171c"
_BAR, _DOT = COLOURS[4], COLOURS[5]  # sky and vermilion: apart in both themes
_THEMES = f"<style>@media (prefers-color-scheme: dark) {{ svg {{ {_DARK} }} }}</style>"


def drawn(entries: Sequence[Entry]) -> Picture:
    """The claims from top to bottom, ratios from left to right.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: there are no claims.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    if not entries:
        raise ValueError("A chart of no claims.")
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]  # its stubs list every key
        figure = Figure(figsize=(7.2, 1.7 + 0.3 * len(entries)), layout="constrained")
        axes = figure.subplots()
        axes.set_xscale("log")
        for place, entry in enumerate(entries):
            _row(axes, place, entry)
        axes.axvline(1, color=INK, linewidth=0.8)
        axes.set_yticks(range(len(entries)), [one.row.id for one in entries])
        axes.set_ylim(len(entries) - 0.4, -0.6)
        axes.set_xlim(*_range(entries))
        axes.set_xlabel("better than the old side (times)")
        _ticks(axes)
        _legend(axes)
        figure.suptitle(TITLE, x=0.01, ha="left", weight="bold", size=12)
    why = "" if any(one.limit for one in entries) else "no figure is known"
    return picture(figure, words(entries), no_limit=why)


def standalone(found: Picture) -> str:
    """The chart as the text of a file, which follows a dark theme by itself."""
    return found.svg.replace("<title>", f"{_THEMES}\n<title>", 1) + "\n"


def words(entries: Sequence[Entry]) -> str:
    """The chart for who cannot see it: every measured row in words."""
    told = [
        f"{one.row.id}: claimed {one.row.claimed}, measured "
        f"{wording.interval(one.trial.found)}, limit {wording.limit(one)}"
        for one in entries
        if one.trial.found
    ]
    left = len(entries) - len(told)
    head = (
        "A row for each claim, on a logarithmic axis: the claimed range as a bar, what "
        "was measured as a point with its interval, the limit as a dashed line. "
    )
    tail = f" {left} of {len(entries)} claims were not measured here."
    return f"{head}{'; '.join(told)}{'.' * bool(told)}{tail * bool(left)}".strip()


def _range(entries: Sequence[Entry]) -> tuple[float, float]:
    """What the axis shows: all of it, and half and one hundred fifty at the least."""
    seen = [one.row.high for one in entries]
    seen += [one.limit for one in entries if one.limit]
    found = [trial.found for one in entries for trial in one.trials if trial.found]
    low = min([0.5, *(one.low / 1.3 for one in found)])
    return low, max(
        [150.0, *(1.3 * one for one in seen), *(1.3 * o.high for o in found)]
    )


def _row(axes: Any, place: int, entry: Entry) -> None:
    low, high = entry.row.low or 1, entry.row.high
    if low == high:  # one number is a bar too narrow to see
        low, high = low / 1.04, high * 1.04
    left = 0.01 if entry.row.low is None else low
    axes.barh(place, high - left, 0.5, left=left, color=_BAR, alpha=0.55)
    if entry.limit is not None:
        ends = (place - 0.42, place + 0.42)
        line = {"color": INK, "linewidth": 1.6, "linestyle": (0, (2, 1)), "gid": LIMIT}
        axes.plot([entry.limit] * 2, ends, **line)
    for _, trial in entry.beside:
        if trial.found:
            _point(axes, place, trial.found, PAPER)
    if entry.trial.found:
        _point(axes, place, entry.trial.found, _DOT)


def _point(axes: Any, place: int, found: Interval, fill: str) -> None:
    axes.plot([found.low, found.high], [place] * 2, color=_DOT, linewidth=1.6)
    axes.plot(
        *([found.value], [place], "o"),
        color=fill,
        markeredgecolor=_DOT,
        markersize=6.5,
    )


def _ticks(axes: Any) -> None:
    from matplotlib.ticker import FixedLocator, NullFormatter, StrMethodFormatter

    ticks = [one * 10.0**n for n in range(-3, 5) for one in (1, 2, 5)]
    low, high = axes.get_xlim()
    axes.xaxis.set_major_locator(FixedLocator([x for x in ticks if low <= x <= high]))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.xaxis.set_tick_params(which="minor", length=0)
    axes.grid(visible=True, axis="x")


def _legend(axes: Any) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    def dot(fill: str, label: str) -> Line2D:
        return Line2D(
            *([], []),
            linestyle="none",
            marker="o",
            color=fill,
            markeredgecolor=_DOT,
            label=label,
        )

    axes.legend(
        handles=[
            Patch(facecolor=_BAR, alpha=0.55, label="claimed"),
            dot(_DOT, "measured here"),
            dot(PAPER, "next to it"),
            Line2D([], [], color=INK, linestyle=(0, (2, 1)), label="limit"),
        ],
        loc="lower center",
        bbox_to_anchor=(0.45, 1.0),
        ncols=4,
    )
