"""One look for every measured chart: our colours, SVG text, nothing that changes by date."""

from collections.abc import Mapping
from typing import Any

# Okabe and Ito's palette, in the order of the course: safe for colour-blind readers.
COLOURS = (
    "#0072b2",
    "#e69f00",
    "#009e73",
    "#cc79a7",
    "#56b4e9",
    "#d55e00",
    "#f0e442",
)
_INK, _QUIET, _LINE, _PAPER = "#1c1e23", "#5f6168", "#d2d2d3", "#ffffff"

STYLE: dict[str, Any] = {
    "axes.edgecolor": _QUIET,
    "axes.facecolor": _PAPER,
    "axes.labelcolor": _INK,
    "axes.prop_cycle": f"cycler('color', {[one[1:] for one in COLOURS]})",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "figure.facecolor": _PAPER,
    "figure.figsize": (7.2, 4.2),
    "font.family": "sans-serif",
    "font.size": 11,
    "grid.color": _LINE,
    "lines.linewidth": 2,
    "svg.fonttype": "none",  # letters stay letters: they can be read out and searched
    "svg.hashsalt": "certlab",  # ids in the SVG are the same at every run
    "text.color": _INK,
    "xtick.color": _QUIET,
    "xtick.labelcolor": _INK,
    "ytick.color": _QUIET,
    "ytick.labelcolor": _INK,
}


def use() -> None:
    """Draw the charts of this notebook in our style and as SVG.

    Raises:
        ImportError: matplotlib or IPython is not installed.
    """
    import matplotlib as mpl
    from IPython.core.getipython import get_ipython
    from matplotlib_inline.backend_inline import set_matplotlib_formats

    mpl.rcParams.update(STYLE)  # type: ignore[arg-type]  # its stubs list every key
    if get_ipython() is not None:
        # With a date in its metadata a chart would differ at every run.
        set_matplotlib_formats("svg", metadata={"Date": None})  # type: ignore[no-untyped-call]  # it has no types


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
