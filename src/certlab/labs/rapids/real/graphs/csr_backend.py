"""A backend of NetworkX's that computes on SciPy's sparse matrices; this module is it.

It implements three functions. NetworkX finds them by their names, asks `can_run` and
`should_run`, converts the graph by `convert_from_nx`, keeps the converted graph with the
original, and calls. Whatever is not here runs in NetworkX.

PageRank and both distances give NetworkX's own answers; dicts may be in another order.
"""

from typing import Any

from certlab.labs.rapids.real.graphs.csr import CsrGraph

NOT_COVERED = "a weight that is a function is not covered"


def get_info() -> dict[str, Any]:
    """What NetworkX is told without loading the backend."""
    return {
        "backend_name": "csr",
        "project": "certlab",
        "package": "certlab.labs.rapids.real.graphs",
        "short_summary": "SciPy's sparse matrices, for three functions.",
        "functions": {
            "pagerank": {"additional_docs": "`dangling` is not covered."},
            "single_source_shortest_path_length": {},
            "single_source_dijkstra_path_length": {
                "additional_docs": "A function as `weight` and negative weights are not "
                "covered."
            },
        },
        "default_config": {"fewest_edges": 1000},
    }


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or the reason why these arguments are not covered."""
    if name == "pagerank" and _given("dangling", 7, args, kwargs) is not None:
        return "`dangling` is not covered"
    if callable(_given("weight", 3, args, kwargs)) and "dijkstra" in name:
        return NOT_COVERED
    return True


def should_run(_name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or the reason why converting would take longer than the work."""
    import networkx as nx  # type: ignore[import-untyped,unused-ignore]  # it has no types

    graph = args[0] if args else kwargs["G"]
    fewest = nx.config.backends.csr.fewest_edges
    edges = graph.number_of_edges()
    return edges >= fewest or f"{edges} edges are fewer than {fewest}"


def convert_from_nx(
    graph: Any,
    *,
    edge_attrs: dict[str, Any] | None = None,
    preserve_edge_attrs: bool = False,
    **_not_needed: Any,
) -> CsrGraph:
    """The graph as CSR, with the edge attributes that the call needs.

    Raises:
        NotImplementedError: there are parallel edges, or all attributes are wanted.
            NetworkX then tries the next backend.
    """
    if graph.is_multigraph():
        raise NotImplementedError("parallel edges are not covered")
    if preserve_edge_attrs:
        raise NotImplementedError("only named edge attributes are covered")
    rows = (neighbours for _, neighbours in graph.adjacency())
    return CsrGraph(list(graph), rows, edge_attrs or {}, directed=graph.is_directed())


def convert_to_nx(result: Any, **_not_needed: Any) -> Any:
    """A NetworkX graph of a converted one; any other result as it is."""
    return result.to_networkx() if isinstance(result, CsrGraph) else result


def pagerank(
    G: CsrGraph,
    alpha: float = 0.85,
    personalization: dict[Any, float] | None = None,
    max_iter: int = 100,
    tol: float = 1e-6,
    nstart: dict[Any, float] | None = None,
    weight: str | None = "weight",
    dangling: None = None,  # noqa: ARG001 -- `can_run` refuses any other
) -> dict[Any, float]:
    """NetworkX's PageRank, on a matrix that is already there."""
    import networkx as nx
    import numpy as np

    if not len(G):
        return {}
    uniform = np.full(len(G), 1 / len(G))
    ranks = uniform if nstart is None else G.shares(nstart)
    jump = uniform if personalization is None else G.shares(personalization)
    pull, ends = G.pull(weight)
    for _ in range(max_iter):
        before = ranks
        ranks = alpha * (pull @ before + before[ends].sum() * jump) + (1 - alpha) * jump
        if np.abs(ranks - before).sum() < len(G) * tol:
            return dict(zip(G.nodes, ranks.tolist(), strict=True))
    raise nx.PowerIterationFailedConvergence(max_iter)


def single_source_shortest_path_length(
    G: CsrGraph, source: Any, cutoff: float | None = None
) -> dict[Any, int]:
    """Steps from a node to each that can be reached, by breadth-first search."""
    import numpy as np

    steps = G.levels(G.number(source, "Source {} is not in G"), cutoff)
    reached = np.flatnonzero(steps >= 0)
    return dict(zip(G.names(reached), steps[reached].tolist(), strict=True))


def single_source_dijkstra_path_length(
    G: CsrGraph,
    source: Any,
    cutoff: float | None = None,
    weight: str | None = "weight",
) -> dict[Any, float]:
    """Lengths from a node to each that can be reached, by Dijkstra's algorithm.

    Raises:
        NotImplementedError: a weight is negative; NetworkX then takes over.
    """
    import numpy as np
    from scipy.sparse.csgraph import (  # type: ignore[import-untyped,unused-ignore]  # it has no types
        dijkstra,
    )

    matrix = G.matrix(weight)
    if len(matrix.data) and matrix.data.min() < 0:
        raise NotImplementedError("negative weights are not covered")
    number = G.number(source, "Node {} not found in graph")
    limit = np.inf if cutoff is None else cutoff
    lengths = dijkstra(matrix, indices=number, limit=limit)
    reached = np.flatnonzero(np.isfinite(lengths))
    return dict(zip(G.names(reached), lengths[reached].tolist(), strict=True))


def _given(name: str, place: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return args[place] if len(args) > place else kwargs.get(name)
