"""One look for every measured chart: colours that follow the theme, units, a limit, words.

    compute.chart.use()
    figure, axes = plt.subplots()
    ...
    compute.chart.limit(axes, "peak, 66.9 TFLOPS", y=66.9)
    compute.chart.picture(figure, "What the chart shows, in words.")

`picture` refuses a chart that lacks a unit, a limit or its words.
"""

from certlab.compute.chart.labels import (
    byte_sizes,
    end_labels,
    limit,
    plain_numbers,
    point_labels,
)
from certlab.compute.chart.picture import Picture, picture
from certlab.compute.chart.style import COLOURS, INK, LIMIT, QUIET, STYLE, use

__all__ = [
    "COLOURS",
    "INK",
    "LIMIT",
    "QUIET",
    "STYLE",
    "Picture",
    "byte_sizes",
    "end_labels",
    "limit",
    "picture",
    "plain_numbers",
    "point_labels",
    "use",
]
