"""The contests of RAPIDS against what runs on a CPU; nothing is imported or made yet."""

from certlab.compute.contest import Contest
from certlab.labs.rapids.real.comparison import contest as comparison
from certlab.labs.rapids.real.etl import contest as etl
from certlab.labs.rapids.real.graphs import contest as graphs
from certlab.labs.rapids.real.learning import contest as learning


def contests() -> list[Contest]:
    """Those of the labs on tables, graphs, learning and fair comparison."""
    brought = (comparison, etl, graphs, learning)
    return [one for part in brought for one in part.contests().values()]
