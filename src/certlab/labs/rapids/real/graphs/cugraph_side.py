"""The same four questions put to cuGraph, answered as the same arrays by node.

cuGraph's calls and what they return were read from its wheel, cugraph-cu13 26.10.0. A
vertex that cannot be reached has the largest number of the column's type as its distance.
"""

from importlib import import_module
from types import ModuleType
from typing import Any

from certlab.compute.host import to_host
from certlab.errors import BackendError, Refusal
from certlab.labs.rapids.real.graphs.edges import Edges, refuse_negative
from certlab.labs.rapids.real.graphs.networkx_side import ALPHA, MAX_ITER, Communities

MOST_EDGES = 2_147_483_100  # rows of an edge list that a graph on one GPU takes


def build(edges: Edges, *, transposed: bool = False) -> Any:
    """A graph on the GPU.

    Args:
        edges: weights of float64 make cuGraph compute in float64; without weights it
            computes in float32.
        transposed: keep it by target. PageRank wants it so, and warns otherwise.

    Raises:
        BackendError: cuGraph is not installed.
        Refusal: there are more edges than a graph on one GPU takes.
    """
    cugraph, cudf = _module("cugraph"), _module("cudf")
    import numpy as np

    if len(edges) > MOST_EDGES:
        raise Refusal(
            f"{len(edges):,} edges are more than the {MOST_EDGES:,} that cuGraph takes on "
            "one GPU; use from_dask_cudf_edgelist and several."
        )
    columns = {"source": edges.source, "destination": edges.target}
    if edges.weight is not None:
        columns["weight"] = edges.weight
    graph = cugraph.Graph(directed=edges.directed)
    graph.from_cudf_edgelist(
        cudf.DataFrame(columns),
        source="source",
        destination="destination",
        edge_attr=None if edges.weight is None else "weight",
        store_transposed=transposed,
        vertices=cudf.Series(np.arange(edges.nodes, dtype=np.int32)),
    )
    return graph


def pagerank_frame(
    graph: Any, *, epsilon: float = 1e-6, max_iter: int = MAX_ITER
) -> Any:
    """What cuGraph returns: a frame on the GPU with the columns vertex and pagerank.

    `epsilon` is cuGraph's `tol`: the change of all ranks together, whatever their number.
    """
    return _module("cugraph").pagerank(
        graph, alpha=ALPHA, max_iter=max_iter, tol=epsilon
    )


def pagerank(graph: Any, *, epsilon: float = 1e-6, max_iter: int = MAX_ITER) -> Any:
    """Ranks by node, as float64, on the host."""
    frame = pagerank_frame(graph, epsilon=epsilon, max_iter=max_iter)
    return _by_vertex(frame, "pagerank")


def louvain(graph: Any) -> Communities:
    """Communities of an undirected graph; cuGraph takes no seed."""
    frame, modularity = louvain_frame(graph)
    return Communities(_by_vertex(frame, "partition", "int64"), float(modularity))


def louvain_frame(graph: Any) -> tuple[Any, float]:
    """What cuGraph returns: a frame on the GPU, vertex and partition, and a modularity."""
    frame, modularity = _module("cugraph").louvain(graph)
    return frame, modularity


def bfs(graph: Any, source: int) -> Any:
    """Steps from a node to each, as int64; -1 where none leads."""
    import numpy as np

    frame = _module("cugraph").bfs(graph, start=source)
    steps = _by_vertex(frame, "distance", "int64")
    far = np.iinfo(to_host(frame)["distance"].dtype).max
    return np.where(steps == far, -1, steps)


def sssp(graph: Any, source: int) -> Any:
    """Lengths from a node to each, as float64; inf where no way leads.

    Raises:
        Refusal: the graph has no weights; cuGraph raises RuntimeError then.
    """
    import numpy as np

    if not graph.is_weighted():
        raise Refusal(
            "cuGraph's sssp takes no graph without weights; use bfs, which counts steps."
        )
    frame = _module("cugraph").sssp(graph, source=source)
    kind = to_host(frame)["distance"].dtype
    found = _by_vertex(frame, "distance", kind)
    return np.where(found == np.finfo(kind).max, np.inf, found).astype(np.float64)


def lengths(edges: Edges, source: int) -> Any:
    """`sssp` from an edge list, refused where a weight is negative: cuGraph does not look."""
    refuse_negative(edges, "cuGraph's sssp")
    return sssp(build(edges), source)


def _by_vertex(frame: Any, column: str, kind: Any = "float64") -> Any:
    import numpy as np

    host = to_host(frame)
    values = np.empty(len(host), kind)
    values[host["vertex"].to_numpy()] = host[column].to_numpy()
    return values


def _module(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise BackendError(
            f"{name} is not installed; RAPIDS comes with environment.yml, on Linux with "
            "an NVIDIA GPU."
        ) from error
