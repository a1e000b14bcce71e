"""What `certlab bench` runs of graphs: NetworkX against cuGraph, where there is a GPU.

Both sides have their graph already: NetworkX its dicts, cuGraph its rows on the device.
NetworkX then makes a matrix of the dicts at each call of PageRank, which is a good part of
its time and belongs to it. Both compute in float64 and stop at the same step.
"""

from collections.abc import Callable

from certlab.compute.contest import Contest, Prepared, Side
from certlab.compute.graphs import agreement, cugraph_side, networkx_side
from certlab.compute.graphs.edges import Edges
from certlab.compute.graphs.recursive_matrix import rmat

EPSILON = 1e-6
PAGERANK_SCALE, LOUVAIN_SCALE = 16, 12


def contests() -> dict[str, Contest]:
    """The contests by id."""
    each = (
        _against_cugraph(
            "pagerank-cugraph",
            f"PageRank of a directed graph, to a step of {EPSILON:g}",
            PAGERANK_SCALE,
            _pagerank,
        ),
        _against_cugraph(
            "louvain-cugraph",
            "communities of an undirected graph, by Louvain",
            LOUVAIN_SCALE,
            _louvain,
        ),
    )
    return {one.id: one for one in each}


def _against_cugraph(
    id: str, what: str, scale: int, make: Callable[[], Prepared]
) -> Contest:
    size = f"R-MAT, {2**scale:,} nodes, 8 edges drawn for each"
    return Contest(
        id=id,
        what=what,
        old=Side(
            name="NetworkX, one thread",
            engine="networkx",
            device="cpu",
            dtype="float64",
            threads=1,
            size=size,
        ),
        new=Side(
            name="cuGraph, graph on the GPU",
            engine="cugraph",
            device="gpu",
            dtype="float64",
            size=size,
        ),
        make=make,
        needs=("cugraph", "cudf"),
    )


def _pagerank() -> Prepared:
    edges = _weighing_one(rmat(PAGERANK_SCALE, directed=True))
    old = networkx_side.build(edges)
    new = cugraph_side.build(edges, transposed=True)
    return Prepared(
        old=lambda: networkx_side.pagerank(old, epsilon=EPSILON, backend="networkx"),
        new=lambda: cugraph_side.pagerank_frame(new, epsilon=EPSILON),
        same=lambda: agreement.ranks(
            networkx_side.pagerank(old, epsilon=EPSILON, backend="networkx"),
            cugraph_side.pagerank(new, epsilon=EPSILON),
            epsilon=EPSILON,
        ),
    )


def _louvain() -> Prepared:
    edges = _weighing_one(rmat(LOUVAIN_SCALE))
    old, new = networkx_side.build(edges), cugraph_side.build(edges)
    return Prepared(
        old=lambda: networkx_side.louvain_sets(old, backend="networkx"),
        new=lambda: cugraph_side.louvain_frame(new),
        same=lambda: agreement.communities(
            edges,
            networkx_side.louvain(old, backend="networkx").labels,
            cugraph_side.louvain(new).labels,
        ),
    )


def _weighing_one(edges: Edges) -> Edges:
    """Weights of 1.0: without any, cuGraph would compute in float32."""
    import numpy as np

    ones = np.ones(len(edges))
    return Edges(edges.nodes, edges.source, edges.target, ones, edges.directed)
