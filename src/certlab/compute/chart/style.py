"""matplotlib's settings for the course: our colours, SVG text, nothing that changes by date."""

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
# Stand for what a theme decides; `theme` puts the theme's own in their place.
INK, QUIET, LINE, PAPER = "#1c1e23", "#5f6168", "#d2d2d3", "#ffffff"
LIMIT = "limit"  # the gid of every line that shows a limit; `picture` looks for it

STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": QUIET,
    "axes.facecolor": PAPER,
    "axes.labelcolor": INK,
    "axes.prop_cycle": f"cycler('color', {[one[1:] for one in COLOURS]})",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "figure.facecolor": PAPER,
    "figure.figsize": (7.2, 4.2),
    "font.family": "sans-serif",
    "font.size": 11,
    "grid.color": LINE,
    "legend.frameon": False,
    "lines.linewidth": 2,
    "svg.fonttype": "none",  # letters stay letters: they can be read out and searched
    "svg.hashsalt": "certlab",  # ids in the SVG are the same at every run
    "text.color": INK,
    "xtick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.color": QUIET,
    "ytick.labelcolor": INK,
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
