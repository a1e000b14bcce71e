"""Readers of what real systems print: nvidia-smi topo -m and nvlink -s, ibstat, NCCL's log.

Text in, values and findings out. What NCCL does by default with a topology follows its
source; what a set of its variables does follows its documentation.
"""

from certlab.finding import Finding
from certlab.labs.systems.topology.captures import Capture, capture, captures
from certlab.labs.systems.topology.comparison import compare
from certlab.labs.systems.topology.distances import Way, islands, ways
from certlab.labs.systems.topology.findings import Report
from certlab.labs.systems.topology.reading import (
    KINDS,
    Context,
    Kind,
    kind_of,
    parts,
    read,
    told,
)
from certlab.labs.systems.topology.topo_matrix import Matrix
from certlab.labs.systems.topology.variables import Variable, variables

__all__ = [
    "KINDS",
    "Capture",
    "Context",
    "Finding",
    "Kind",
    "Matrix",
    "Report",
    "Variable",
    "Way",
    "capture",
    "captures",
    "compare",
    "islands",
    "kind_of",
    "parts",
    "read",
    "told",
    "variables",
    "ways",
]
