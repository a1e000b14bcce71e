"""Four questions put to NetworkX, or to any backend of it, answered as arrays by node."""

from dataclasses import dataclass
from typing import Any

from certlab.labs.rapids.real.graphs.edges import Edges, refuse_negative
from certlab.labs.rapids.real.graphs.entry_point import any_networkx

ALPHA, MAX_ITER = 0.85, 100  # the defaults of NetworkX and of cuGraph


@dataclass(frozen=True, slots=True)
class Communities:
    """A partition of the nodes.

    Attributes:
        labels: of each node; which number a community has says nothing.
        modularity: as the engine gives it.
    """

    labels: Any
    modularity: float


def build(edges: Edges) -> Any:
    """A graph of NetworkX: a dict of dicts, of Python numbers."""
    nx = any_networkx()
    graph = nx.DiGraph() if edges.directed else nx.Graph()
    graph.add_nodes_from(range(edges.nodes))
    ends = edges.source.tolist(), edges.target.tolist()
    if edges.weight is None:
        graph.add_edges_from(zip(*ends, strict=True))
    else:
        graph.add_weighted_edges_from(zip(*ends, edges.weight.tolist(), strict=True))
    return graph


def pagerank(
    graph: Any, *, epsilon: float = 1e-6, max_iter: int = MAX_ITER, **backend: str
) -> Any:
    """Ranks by node, as float64.

    Args:
        graph: from `build`.
        epsilon: stop when one step changes the ranks by less than this in all. NetworkX's
            own `tol` is for a node: it stops at `len(graph) * tol`.
        max_iter: steps at the most.
        backend: `backend="csr"`, as NetworkX takes it.

    Raises:
        networkx.PowerIterationFailedConvergence: it takes more steps.
    """
    nx = any_networkx()
    tol = epsilon / max(len(graph), 1)
    found = nx.pagerank(graph, alpha=ALPHA, tol=tol, max_iter=max_iter, **backend)
    return by_node(found, len(graph), 0.0)


def pagerank_steps(graph: Any, *, epsilon: float = 1e-6, **backend: str) -> int:
    """Steps until `pagerank` stops, which NetworkX does not tell: the fewest that do."""
    nx = any_networkx()
    for steps in range(1, MAX_ITER + 1):
        try:
            pagerank(graph, epsilon=epsilon, max_iter=steps, **backend)
        except nx.PowerIterationFailedConvergence:
            continue
        return steps
    raise nx.PowerIterationFailedConvergence(MAX_ITER)


def louvain(graph: Any, *, seed: int = 7, **backend: str) -> Communities:
    """Communities of an undirected graph."""
    import numpy as np

    found = louvain_sets(graph, seed=seed, **backend)
    labels = np.empty(len(graph), np.int64)
    for number, community in enumerate(found):
        labels[list(community)] = number
    return Communities(labels, float(any_networkx().community.modularity(graph, found)))


def louvain_sets(graph: Any, *, seed: int = 7, **backend: str) -> list[set[int]]:
    """What NetworkX returns: a set of nodes for each community."""
    found = any_networkx().community.louvain_communities(graph, seed=seed, **backend)
    return list(found)


def bfs(graph: Any, source: int, **backend: str) -> Any:
    """Steps from a node to each, as int64; -1 where none leads."""
    nx = any_networkx()
    found = nx.single_source_shortest_path_length(graph, source, **backend)
    return by_node(found, len(graph), -1)


def sssp(graph: Any, source: int, **backend: str) -> Any:
    """Lengths from a node to each, as float64; inf where no way leads.

    The edges must have been held to `refuse_negative`: Dijkstra's algorithm does not
    notice every negative weight.
    """
    nx = any_networkx()
    found = nx.single_source_dijkstra_path_length(graph, source, **backend)
    return by_node(found, len(graph), float("inf"))


def lengths(edges: Edges, source: int, **backend: str) -> Any:
    """`sssp` from an edge list, refused where a weight is negative."""
    refuse_negative(edges, "Dijkstra's algorithm")
    return sssp(build(edges), source, **backend)


def by_node(found: dict[int, Any], count: int, missing: float) -> Any:
    """A dict of NetworkX's as an array, with `missing` where it says nothing."""
    import numpy as np

    values = np.full(count, missing)
    values[list(found)] = list(found.values())
    return values
