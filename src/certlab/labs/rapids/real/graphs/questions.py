"""The same four questions to NetworkX and to cuGraph, and whether the answers agree."""

from collections.abc import Callable
from typing import Any

from certlab.errors import Refusal
from certlab.labs.rapids.real.graphs import agreement, cugraph_side, networkx_side
from certlab.labs.rapids.real.graphs.edges import Edges, refuse_negative


def compare(
    edges: Edges, source: int, *, epsilon: float = 1e-6, old: str = "networkx"
) -> dict[str, str]:
    """What differs, by question; "" where both give the same.

    Communities are asked for where the graph leads both ways, lengths where it has
    weights: cuGraph answers neither otherwise.

    Args:
        edges: the graph.
        source: where steps and lengths are counted from.
        epsilon: where both PageRanks stop; below 1e-5 the graph needs weights, since
            cuGraph computes in float32 without.
        old: NetworkX's backend on the other side.

    Raises:
        BackendError: cuGraph or NetworkX is not installed.
        Refusal: there is no such node, or a weight is negative.
    """
    if not 0 <= source < edges.nodes:
        raise Refusal(
            f"There is no node {source}: they go from 0 to {edges.nodes - 1}."
        )
    refuse_negative(edges, "PageRank, Louvain and shortest paths")
    plain, device = networkx_side.build(edges), cugraph_side.build(edges)
    asked: dict[str, Callable[[], str]] = {
        "pagerank": lambda: agreement.ranks(
            networkx_side.pagerank(plain, epsilon=epsilon, backend=old),
            cugraph_side.pagerank(
                cugraph_side.build(edges, transposed=True), epsilon=epsilon
            ),
            epsilon=epsilon,
        ),
        "bfs": lambda: agreement.distances(
            networkx_side.bfs(plain, source, backend=old),
            cugraph_side.bfs(device, source),
        ),
    }
    if edges.weight is not None:
        asked["sssp"] = lambda: agreement.distances(
            networkx_side.sssp(plain, source, backend=old),
            cugraph_side.sssp(device, source),
        )
    if not edges.directed:
        asked["louvain"] = lambda: _louvain(edges, plain, device)
    return {name: ask() for name, ask in asked.items()}


def _louvain(edges: Edges, plain: Any, device: Any) -> str:
    old = networkx_side.louvain(plain, backend="networkx")
    new = cugraph_side.louvain(device)
    return agreement.communities(edges, old.labels, new.labels)
