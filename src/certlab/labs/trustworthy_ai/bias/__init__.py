"""Loans with a proxy column: people, a model, three measures, three repairs."""

from certlab.labs.trustworthy_ai.bias.loans import COLUMNS, Loan, drawn, split
from certlab.labs.trustworthy_ai.bias.logistic import Model, fit
from certlab.labs.trustworthy_ai.bias.measures import (
    MEASURES,
    Audit,
    audit,
    calibration,
)

__all__ = [
    "COLUMNS",
    "MEASURES",
    "Audit",
    "Loan",
    "Model",
    "audit",
    "calibration",
    "drawn",
    "fit",
    "split",
]
