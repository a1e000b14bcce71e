"""Readiness: what the answers so far say of one sitting of an exam on its day.

No pass mark is published, so there is none here: the score has a distribution, an 80 %
interval, and a chance for every cut one may think of. docs/readiness.md tells how.
"""

from certlab.readiness.assumptions import ASSUMED, Assumptions
from certlab.readiness.domains import DomainReadiness
from certlab.readiness.estimate import Readiness, Score, readiness

__all__ = [
    "ASSUMED",
    "Assumptions",
    "DomainReadiness",
    "Readiness",
    "Score",
    "readiness",
]
