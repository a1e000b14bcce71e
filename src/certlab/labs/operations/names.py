"""What `from certlab.labs import operations` gives."""

from certlab.labs.operations.dashboard import svg
from certlab.labs.operations.fleet import FIELDS, MINUTES, NODES, Fleet
from certlab.labs.operations.history import History, Row
from certlab.labs.operations.rules import Alert, firing, read
from certlab.labs.operations.text import page

__all__ = [
    "FIELDS",
    "MINUTES",
    "NODES",
    "Alert",
    "Fleet",
    "History",
    "Row",
    "firing",
    "page",
    "read",
    "svg",
]
