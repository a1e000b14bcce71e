"""Graphs: one edge list, NetworkX and its backends, cuGraph, and the same answer of all.

`nx = graphs.networkx()` comes before any other import of NetworkX: it states our backend
"csr" first, and NetworkX asks for backends only once. Importing this imports none of them.
"""

from certlab.errors import Refusal
from certlab.labs.rapids.real.graphs import (
    agreement,
    coverage,
    cugraph_side,
    memory,
    networkx_side,
    race,
)
from certlab.labs.rapids.real.graphs.dispatch import Dispatched, dispatched
from certlab.labs.rapids.real.graphs.edges import Edges, read
from certlab.labs.rapids.real.graphs.entry_point import networkx
from certlab.labs.rapids.real.graphs.questions import compare
from certlab.labs.rapids.real.graphs.recursive_matrix import rmat

__all__ = [
    "Dispatched",
    "Edges",
    "Refusal",
    "agreement",
    "compare",
    "coverage",
    "cugraph_side",
    "dispatched",
    "memory",
    "networkx",
    "networkx_side",
    "race",
    "read",
    "rmat",
]
