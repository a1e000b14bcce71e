"""One job in several ways, and what makes the times of two ways comparable."""

from certlab.labs.rapids.real.comparison.first_call import FirstCall, first_call
from certlab.labs.rapids.real.comparison.nearest import (
    by_centre,
    by_lists,
    by_product,
    points,
    same_labels,
)
from certlab.labs.rapids.real.comparison.stages import Stages, stages
from certlab.labs.rapids.real.comparison.threads import with_threads

__all__ = [
    "FirstCall",
    "Stages",
    "by_centre",
    "by_lists",
    "by_product",
    "first_call",
    "points",
    "same_labels",
    "stages",
    "with_threads",
]
