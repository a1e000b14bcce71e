"""Links that are read: error rates and their time, what a code still repairs, and cabling."""

from certlab.labs.networking.links.cabling import Link, compare, moves, read
from certlab.labs.networking.links.code import Code
from certlab.labs.networking.links.port import (
    Port,
    ethtool,
    histogram,
    mlxlink,
    perfquery,
)

__all__ = [
    "Code",
    "Link",
    "Port",
    "compare",
    "ethtool",
    "histogram",
    "mlxlink",
    "moves",
    "perfquery",
    "read",
]
