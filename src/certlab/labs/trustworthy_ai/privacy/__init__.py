"""Private data: masking, k-anonymity, membership inference, and noise with a budget."""

from certlab.labs.trustworthy_ai.privacy.anonymity import (
    classes,
    coarser,
    linked,
    smallest,
)
from certlab.labs.trustworthy_ai.privacy.budget import Budget, laplace
from certlab.labs.trustworthy_ai.privacy.masking import PATTERNS, mask
from certlab.labs.trustworthy_ai.privacy.membership import (
    advantage,
    confidences,
    sample,
)
from certlab.labs.trustworthy_ai.privacy.patients import Patient, drawn, register

__all__ = [
    "PATTERNS",
    "Budget",
    "Patient",
    "advantage",
    "classes",
    "coarser",
    "confidences",
    "drawn",
    "laplace",
    "linked",
    "mask",
    "register",
    "sample",
    "smallest",
]
