"""How far the cuGraph backend of NetworkX reaches.

The names are those its wheel states to NetworkX; where the backend is installed it is
asked itself. The limits are in our own words, from the `can_run` of each function.
"""

import sys
from functools import cache
from importlib import resources

from certlab.labs.rapids.real.graphs.entry_point import any_networkx

WHEEL = "nx-cugraph-cu13 26.10.0"

# What a covered function does not take. "falls back" holds for graphs of NetworkX with
# the backend in `backend_priority`; `backend="cugraph"` raises NotImplementedError.
LIMITS = {
    "pagerank": "`dangling`: falls back",
    "louvain_communities": (
        "directed graphs: falls back; `seed` is ignored; self-loops are not handled"
    ),
    "betweenness_centrality": "`weight`: falls back; another sample for the same `seed`",
    "clustering": "`weight` and directed graphs: falls back",
    "average_clustering": "`weight` and directed graphs: falls back",
    "core_number": "directed graphs: falls back",
    "hits": "a `method` other than power iteration: falls back",
    "katz_centrality": "`normalized=False`: falls back",
    "leiden_communities": "a `metric` other than modularity: falls back",
    "bfs_edges": "`sort_neighbors`: falls back",
    "shortest_path": "negative weights and a function as `weight`: falls back",
    "shortest_path_length": "negative weights and a function as `weight`: falls back",
    "single_source_dijkstra_path_length": (
        "a function as `weight`: falls back; negative weights: raises, then falls back"
    ),
    "single_source_bellman_ford_path_length": (
        "negative weights and a function as `weight`: falls back"
    ),
}


@cache
def stated() -> frozenset[str]:
    """The functions of the wheel `WHEEL`, by NetworkX's names for them."""
    text = resources.files("certlab.labs.rapids.real.graphs").joinpath("nx_cugraph.txt")
    lines = text.read_text("utf-8").splitlines()
    return frozenset(one for one in lines if one and not one.startswith("#"))


def covered() -> tuple[frozenset[str], str]:
    """The functions that the cuGraph backend implements, and where that was read."""
    backends = sys.modules.get("networkx.utils.backends")
    info = getattr(backends, "backend_info", {}).get("cugraph", {})
    if "functions" in info:
        return frozenset(info["functions"]), "the backend installed here"
    return stated(), f"the wheel {WHEEL}"


def dispatched() -> int:
    """How many functions NetworkX hands over at all, graph classes included."""
    return len(any_networkx().utils.backends._registered_algorithms)


def reach(name: str) -> str:
    """What the cuGraph backend does with a function, in a phrase."""
    names, _ = covered()
    if name not in names:
        return "not covered"
    return f"covered, but {LIMITS[name]}" if name in LIMITS else "covered"
