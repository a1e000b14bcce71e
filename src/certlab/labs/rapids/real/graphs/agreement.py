"""Whether two engines gave the same answer, which is asked before any clock runs.

Each function says "" or what differs, as a clause. What counts as the same is said here,
with its reason; it is not chosen after the result.
"""

from typing import Any

from certlab.labs.rapids.real.graphs.edges import Edges

# Over twelve seeds NetworkX alone is 0.018 apart on the karate club, 0.008 on R-MAT of
# scale 10: the order of the nodes is drawn, and each order ends somewhere else.
MODULARITY_MARGIN = 0.02


def rank_bound(epsilon: float, alpha: float = 0.85) -> float:
    """How far two PageRanks that stopped at `epsilon` can be apart, summed over all nodes.

    One step draws any two vectors together by the factor alpha. So who stops at a step
    smaller than epsilon is within epsilon * alpha / (1 - alpha) of the exact ranks, and
    two of them are within twice that.
    """
    return 2 * epsilon * alpha / (1 - alpha)


def ranks(old: Any, new: Any, *, epsilon: float, alpha: float = 0.85) -> str:
    """Compare PageRanks, both stopped at a step smaller than epsilon."""
    import numpy as np

    if len(old) != len(new):
        return f"{len(old):,} ranks against {len(new):,}"
    apart, bound = float(np.abs(old - new).sum()), rank_bound(epsilon, alpha)
    if apart > bound:
        return f"the ranks are {apart:.2g} apart in all, and {bound:.2g} are allowed"
    return ""


def distances(old: Any, new: Any) -> str:
    """Compare distances, exactly: steps are whole numbers, and our lengths are too."""
    import numpy as np

    if len(old) != len(new):
        return f"{len(old):,} distances against {len(new):,}"
    unlike = np.flatnonzero(np.asarray(old) != np.asarray(new))
    if len(unlike):
        first = int(unlike[0])
        return (
            f"{len(unlike):,} distances differ, at node {first} {old[first]:g} and "
            f"{new[first]:g}"
        )
    return ""


def communities(edges: Edges, old: Any, new: Any) -> str:
    """Compare partitions by their modularity, which is computed here for both.

    Labels are compared nowhere: each engine numbers communities as it likes, and the
    result hangs on the order in which nodes are visited.
    """
    first, second = modularity(edges, old), modularity(edges, new)
    if abs(first - second) > MODULARITY_MARGIN:
        return (
            f"the modularities are {first:.3f} and {second:.3f}, more than "
            f"{MODULARITY_MARGIN} apart"
        )
    return ""


def modularity(edges: Edges, labels: Any) -> float:
    """Share of weight inside communities, less what chance alone would put there.

    For an undirected graph: sum over communities of L / m - (d / 2m)², with L the weight
    inside, d the weighted degrees in it (a loop counts twice), and m the weight of all.
    """
    import numpy as np

    weight = np.ones(len(edges)) if edges.weight is None else edges.weight
    total = float(weight.sum())
    if total == 0:
        return 0.0
    start, end = labels[edges.source], labels[edges.target]
    count = int(np.max(labels)) + 1
    inside = float(weight[start == end].sum())
    degrees = np.bincount(start, weight, count) + np.bincount(end, weight, count)
    return inside / total - float(((degrees / (2 * total)) ** 2).sum())
