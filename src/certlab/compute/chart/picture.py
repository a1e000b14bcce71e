"""A finished chart: refused while it lacks a unit, a limit or its words."""

import io
import re
import sys
from dataclasses import dataclass, field
from typing import Any

from certlab.compute.chart.style import LIMIT, STYLE
from certlab.compute.chart.theme import themed

_UNIT = re.compile(r"\S \([^()]+\)$")  # "rate (GFLOP/s)"
_FEWEST_WORDS = 12


@dataclass(frozen=True)
class Picture:
    """A chart as a notebook shows it: inline, so that it follows the theme.

    Attributes:
        words: what it shows; also its text where nothing can be drawn.
        svg: the drawing.
    """

    words: str
    svg: str = field(repr=False)

    def __repr__(self) -> str:
        return self.words

    def _repr_mimebundle_(self, **_asked: object) -> dict[str, str]:
        """HTML first: JupyterLab shows an SVG of its own as an image without a theme."""
        return {
            "text/html": self.svg,
            "image/svg+xml": self.svg,
            "text/plain": self.words,
        }


def picture(figure: Any, words: str, *, no_limit: str = "") -> Picture:
    """The chart to end a cell with.

    Args:
        figure: matplotlib's, drawn in our style.
        words: what it shows, in at least a sentence: axes, lines, what to see.
        no_limit: why nothing limits what is shown, where that is so.

    Raises:
        ValueError: an axis has no unit in brackets, there is no title, no limit and no
            reason for that, or the words are too few.
    """
    title = _title(figure)
    for axes in figure.axes:
        _check_units(axes, title)
    if len(words.split()) < _FEWEST_WORDS or not words.endswith("."):
        raise ValueError(f"Chart {title!r}: say in a sentence or more what it shows.")
    if not no_limit and not figure.findobj(lambda one: one.get_gid() == LIMIT):
        raise ValueError(
            f"Chart {title!r}: draw what limits it with chart.limit, or say in no_limit "
            "why nothing does."
        )
    svg = themed(_drawn(figure), title, words)
    if "matplotlib.pyplot" in sys.modules:  # or the notebook would show it once more
        sys.modules["matplotlib.pyplot"].close(figure)
    return Picture(words, svg)


def _title(figure: Any) -> str:
    titles = [figure.get_suptitle(), *(one.get_title("left") for one in figure.axes)]
    titles += [one.get_title() for one in figure.axes]
    found = next((one for one in titles if one), "")
    if not found:
        raise ValueError("A chart needs a title: axes.set_title(...).")
    return str(found)


def _check_units(axes: Any, title: str) -> None:
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        label = axis.get_label_text()
        if not axes.axison or not axis.get_visible() or _has_names(axis):
            continue
        if not _UNIT.search(label):
            raise ValueError(
                f"Chart {title!r}: the {name} axis says {label!r}; end it with its unit "
                "in brackets, as in 'rate (GFLOP/s)'."
            )


def _has_names(axis: Any) -> bool:
    """Whether what stands at the ticks is names and not numbers."""
    texts = [one.get_text() for one in axis.get_ticklabels()]
    return bool(texts) and not any(re.search(r"^[−-]?\d", one) for one in texts)


def _drawn(figure: Any) -> str:
    import matplotlib as mpl

    file = io.StringIO()
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]  # its stubs list every key
        figure.savefig(file, format="svg", metadata={"Date": None}, bbox_inches="tight")
    return file.getvalue()
