"""What rounding does to a dot product: inputs in one format, the sum in another."""

import math
from collections.abc import Sequence

from certlab.labs.gpu_architecture.numbers.codes import rounded
from certlab.labs.gpu_architecture.numbers.format import Format
from certlab.labs.gpu_architecture.numbers.formats import FORMATS


def dot(
    left: Sequence[float],
    right: Sequence[float],
    inputs: Format | None = None,
    sums: Format = FORMATS["fp32"],
) -> float:
    """A dot product, added from left to right.

    Args:
        inputs: the format the factors are rounded to first, saturating; None leaves them.
        sums: the format in which the sum is kept; the running sum is rounded after each
            product is added. Products themselves are exact, as in a Tensor Core.

    A Tensor Core adds several products at once and in an order of its own, so its last
    bits differ; how the error grows does not.
    """

    def kept(value: float) -> float:
        return value if inputs is None else rounded(inputs, value, saturate=True)

    total = 0.0
    for one, other in zip(left, right, strict=True):
        total = rounded(sums, total + kept(one) * kept(other))
    return total


def exact_dot(left: Sequence[float], right: Sequence[float]) -> float:
    """The dot product rounded once, at the end: to a Python float."""
    return math.fsum(one * other for one, other in zip(left, right, strict=True))
