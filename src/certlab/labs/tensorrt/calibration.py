"""Where a calibrator cuts off: a scale for INT8 from a histogram of absolute values.

The values themselves are gone when a calibrator decides; it has counted how many fell into
each bin. What it chooses is the number of bins that are kept. A larger value becomes the end
of the last one, and the scale is that end by the largest integer.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from certlab.errors import Refusal

LEVELS = {8: 127, 4: 7}  # largest integer of a symmetric scale, by bits
SMALLEST = 1e-9  # stands for an empty bin in a logarithm


@dataclass(frozen=True)
class Histogram:
    """How many absolute values fell into each bin of one width, from zero on."""

    counts: tuple[float, ...]
    width: float

    def __post_init__(self) -> None:
        if not self.counts or sum(self.counts) <= 0:
            raise Refusal(
                "A calibration set holds no values: run at least one input through the "
                "model before a scale is asked for."
            )

    @property
    def total(self) -> float:
        return sum(self.counts)


@dataclass(frozen=True)
class Loss:
    """Mean squared error of a value, by what caused it."""

    rounding: float
    clipping: float

    @property
    def root(self) -> float:
        """The error in the unit of the values."""
        return math.sqrt(self.rounding + self.clipping)


def loss(histogram: Histogram, kept: int, bits: int) -> Loss:
    """What quantising costs when the first `kept` bins are kept; a bin stands for its middle."""
    end = kept * histogram.width
    step = end / LEVELS[bits]
    rounding = clipping = 0.0
    for n, count in enumerate(histogram.counts):
        value = (n + 0.5) * histogram.width
        if value > end:
            clipping += count * (value - end) ** 2
        else:
            rounding += count * (value - step * math.floor(value / step + 0.5)) ** 2
    return Loss(rounding / histogram.total, clipping / histogram.total)


def by_max(histogram: Histogram) -> int:
    """MinMax: every bin is kept up to the last one that holds a value."""
    return max(n for n, count in enumerate(histogram.counts, 1) if count)


def by_percentile(histogram: Histogram, share: float) -> int:
    """As many bins as hold `share` of all values, such as 0.9999."""
    wanted = share * histogram.total
    return next(
        n for n, below in enumerate(accumulate(histogram.counts), 1) if below >= wanted
    )


def by_error(histogram: Histogram, bits: int) -> int:
    """The number of bins with the least squared error."""
    return min(
        range(1, by_max(histogram) + 1), key=lambda n: loss(histogram, n, bits).root
    )


def by_entropy(histogram: Histogram, bits: int) -> int:
    """The number of bins whose quantised distribution tells least apart from the clipped one.

    It is the rule of TensorRT's entropy calibrator as NVIDIA presented it in 2017 and as
    onnxruntime.quantization.calibrate has it: the Kullback-Leibler divergence of the kept
    bins, with all that was cut off added to the last, from the same bins after they were
    merged into as many as there are integers.
    """
    groups = LEVELS[bits] + 1
    last = by_max(histogram)
    if last <= groups:
        return last
    return min(range(groups, last + 1), key=lambda n: _divergence(histogram, n, groups))


def _divergence(histogram: Histogram, kept: int, groups: int) -> float:
    inside = list(histogram.counts[:kept])
    clipped = [*inside]
    clipped[-1] += sum(histogram.counts[kept:])
    return _kullback_leibler(clipped, _merged(inside, groups))


def _merged(counts: Sequence[float], groups: int) -> list[float]:
    """Each group's count, spread evenly over those of its bins that held something."""
    size = len(counts) / groups
    merged = [0.0] * len(counts)
    for group in range(groups):
        bins = range(round(group * size), round((group + 1) * size))
        held = [n for n in bins if counts[n]]
        for n in held:
            merged[n] = sum(counts[m] for m in bins) / len(held)
    return merged


def _kullback_leibler(ours: Sequence[float], theirs: Sequence[float]) -> float:
    one, other = sum(ours), sum(theirs)
    return sum(
        p / one * math.log((p / one) / max(q / other, SMALLEST))
        for p, q in zip(ours, theirs, strict=True)
        if p
    )
