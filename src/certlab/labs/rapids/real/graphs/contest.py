"""What `certlab bench` runs of graphs: NetworkX against cuGraph, and against SciPy beside.

NetworkX has its dicts already. At each call of PageRank it makes a matrix of them, which
is a good part of its time and belongs to it. The other side has its rows already, cuGraph
on the device; only "pagerank-scipy-converted" makes them of the dicts inside the time.
All compute in float64 and stop at the same step.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from certlab.compute.contest import Contest, Prepared, Side
from certlab.labs.rapids.real.graphs import (
    agreement,
    csr_backend,
    cugraph_side,
    networkx_side,
)
from certlab.labs.rapids.real.graphs.edges import Edges
from certlab.labs.rapids.real.graphs.race import EPSILON
from certlab.labs.rapids.real.graphs.recursive_matrix import rmat

PAGERANK_SCALE, SCIPY_SCALE, LOUVAIN_SCALE = 16, 14, 12
PAGERANK = f"PageRank of a directed graph, to a step of {EPSILON:g}"
LOUVAIN = "communities of an undirected graph, by Louvain"
CUGRAPH = Side(
    name="cuGraph, graph on the GPU", engine="cugraph", device="gpu", dtype="float64"
)
SCIPY = Side(
    name="SciPy, one thread, graph converted before",
    engine="scipy",
    device="cpu",
    dtype="float64",
    threads=1,
)
CONVERTED = replace(SCIPY, name="SciPy, one thread, conversion in the time")


def contests() -> dict[str, Contest]:
    """The contests by id."""
    gpu, host = ("cugraph", "cudf"), ("networkx", "scipy")
    each = (
        _contest("pagerank-cugraph", PAGERANK, CUGRAPH, PAGERANK_SCALE, _pagerank, gpu),
        _contest("louvain-cugraph", LOUVAIN, CUGRAPH, LOUVAIN_SCALE, _louvain, gpu),
        _contest("pagerank-scipy", PAGERANK, SCIPY, SCIPY_SCALE, _scipy, host),
        _contest(
            "pagerank-scipy-converted",
            PAGERANK,
            CONVERTED,
            SCIPY_SCALE,
            partial(_scipy, fresh=True),
            host,
        ),
    )
    return {one.id: one for one in each}


def _contest(
    id: str,
    what: str,
    new: Side,
    scale: int,
    make: Callable[[], Prepared],
    needs: tuple[str, ...],
) -> Contest:
    size = f"R-MAT, {2**scale:,} nodes, 8 edges drawn for each"
    old = Side(
        name="NetworkX, one thread",
        engine="networkx",
        device="cpu",
        dtype="float64",
        threads=1,
        size=size,
    )
    new = replace(new, size=size)
    return Contest(id=id, what=what, old=old, new=new, make=make, needs=needs)


def _pagerank() -> Prepared:
    edges = _weighing_one(rmat(PAGERANK_SCALE, directed=True))
    graph = networkx_side.build(edges)
    new = cugraph_side.build(edges, transposed=True)
    return Prepared(
        old=partial(_networkx, graph),
        new=lambda: cugraph_side.pagerank_frame(new, epsilon=EPSILON),
        same=lambda: agreement.ranks(
            _networkx(graph),
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


def _scipy(*, fresh: bool = False) -> Prepared:
    graph = networkx_side.build(_weighing_one(rmat(SCIPY_SCALE, directed=True)))

    def convert() -> Any:
        return csr_backend.convert_from_nx(graph, edge_attrs={"weight": 1})

    kept = convert()

    def new() -> Any:
        rows = convert() if fresh else kept
        found = csr_backend.pagerank(rows, tol=EPSILON / len(rows))
        return networkx_side.by_node(found, len(rows), 0.0)

    return Prepared(
        old=partial(_networkx, graph),
        new=new,
        same=lambda: agreement.ranks(_networkx(graph), new(), epsilon=EPSILON),
    )


def _networkx(graph: Any) -> Any:
    return networkx_side.pagerank(graph, epsilon=EPSILON, backend="networkx")


def _weighing_one(edges: Edges) -> Edges:
    """Weights of 1.0: without any, cuGraph would compute in float32."""
    import numpy as np

    ones = np.ones(len(edges))
    return Edges(edges.nodes, edges.source, edges.target, ones, edges.directed)
