"""What counts as the same answer: laws and NetworkX's own numbers."""

from types import ModuleType

import numpy as np
import pytest

from certlab.labs.rapids.real import graphs
from certlab.labs.rapids.real.graphs import agreement, networkx_side


@pytest.mark.parametrize("epsilon", [1e-2, 1e-4, 1e-8])
@pytest.mark.parametrize("directed", [True, False])
def test_ranks_that_stop_early_keep_within_the_bound(
    nx: ModuleType, epsilon: float, directed: bool
) -> None:
    edges = graphs.rmat(9, directed=directed)
    graph = networkx_side.build(edges)
    exact = networkx_side.pagerank(graph, epsilon=1e-14, max_iter=1000)
    early = networkx_side.pagerank(graph, epsilon=epsilon)
    assert 0 < np.abs(early - exact).sum() <= agreement.rank_bound(epsilon) / 2
    assert agreement.ranks(exact, early, epsilon=epsilon) == ""


def test_networkxs_own_tolerance_loosens_with_the_graph(nx: ModuleType) -> None:
    """It is for a node: a graph of 2^14 nodes stops four orders earlier than cuGraph."""
    graph = networkx_side.build(graphs.rmat(12, directed=True))
    loose = np.array(list(nx.pagerank(graph).values()))
    exact = networkx_side.pagerank(graph, epsilon=1e-12, max_iter=1000)
    assert "apart in all" in agreement.ranks(exact, loose, epsilon=1e-6)
    assert agreement.ranks(exact, loose, epsilon=1e-6 * len(graph)) == ""


def test_ranks_that_differ_are_told() -> None:
    old = np.array([0.5, 0.5])
    assert "0.02 apart in all, and 1.1e-05" in agreement.ranks(
        old, np.array([0.51, 0.49]), epsilon=1e-6
    )
    assert agreement.ranks(old, old[:1], epsilon=1.0) == "2 ranks against 1"


def test_distances_are_compared_exactly() -> None:
    inf = float("inf")
    old = np.array([0.0, 3.0, inf])
    assert agreement.distances(old, np.array([0, 3, inf])) == ""
    assert agreement.distances(old, np.array([0, 3.000001, inf])).startswith(
        "1 distances differ, at node 1 3 and 3"
    )
    assert "at node 2 inf and 7" in agreement.distances(old, np.array([0, 3, 7]))
    assert agreement.distances(old, old[:2]) == "3 distances against 2"


@pytest.mark.parametrize("weighted", [True, False])
def test_modularity_is_networkxs_own(nx: ModuleType, weighted: bool) -> None:
    edges = graphs.rmat(8, weighted=weighted)
    loop = np.int32(9)
    edges = graphs.Edges(
        edges.nodes,
        np.append(edges.source, loop),
        np.append(edges.target, loop),
        np.append(edges.weight, 4.0) if weighted else None,
    )
    found = networkx_side.louvain(networkx_side.build(edges))
    assert agreement.modularity(edges, found.labels) == pytest.approx(found.modularity)
    one = np.zeros(edges.nodes, np.int64)
    assert agreement.modularity(edges, one) == pytest.approx(0)
    assert agreement.modularity(graphs.Edges(3, one[:0], one[:0]), one[:3]) == 0


def test_communities_are_compared_by_what_they_are_worth(nx: ModuleType) -> None:
    edges = graphs.rmat(10)
    graph = networkx_side.build(edges)
    first, *others = (networkx_side.louvain(graph, seed=n).labels for n in range(4))
    for other in others:
        assert (first != other).any(), "labels differ"
        assert agreement.communities(edges, first, other) == ""
    alone = np.arange(edges.nodes)
    assert "more than 0.02 apart" in agreement.communities(edges, first, alone)


def test_steps_are_the_fewest_that_do(
    nx: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = networkx_side.build(graphs.rmat(8, directed=True))
    steps = networkx_side.pagerank_steps(graph, backend="csr")
    networkx_side.pagerank(graph, max_iter=steps)
    with pytest.raises(nx.PowerIterationFailedConvergence):
        networkx_side.pagerank(graph, max_iter=steps - 1)
    monkeypatch.setattr(networkx_side, "MAX_ITER", steps - 1)
    with pytest.raises(nx.PowerIterationFailedConvergence):
        networkx_side.pagerank_steps(graph)
