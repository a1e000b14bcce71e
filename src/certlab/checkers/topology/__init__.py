"""Readers of what real systems print: nvidia-smi topo -m and nvlink -s, ibstat, NCCL's log.

Text in, values and findings out. What NCCL does by default with a topology follows its
source; what a set of its variables does follows its documentation.
"""

from certlab.checkers.topology.captures import Capture, capture, captures
from certlab.checkers.topology.comparison import compare
from certlab.checkers.topology.distances import Way, islands, ways
from certlab.checkers.topology.findings import Finding, Report
from certlab.checkers.topology.matrix import Matrix
from certlab.checkers.topology.reading import KINDS, Context, Kind, kind_of, read
from certlab.checkers.topology.variables import Variable, variables

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
    "read",
    "variables",
    "ways",
]
