"""Our backend of NetworkX's: the same answers, and what NetworkX does with it."""

import importlib.metadata
import logging
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

from certlab.labs.rapids.real import graphs
from certlab.labs.rapids.real.graphs import coverage, csr_backend, networkx_side


def told(call: graphs.Dispatched) -> str:
    return str(call)


def made(nx: ModuleType, seed: int, directed: bool) -> Any:
    """A random graph with loops, nodes that lead nowhere, and labels of all kinds."""
    graph = nx.gnm_random_graph(60, 110, seed=seed, directed=directed)
    graph.add_edge(3, 3)
    graph.add_nodes_from(["alone", (1, 2)])
    for n, (u, v) in enumerate(graph.edges):
        if n % 3:
            graph[u][v]["weight"] = 1 + n % 7
    return graph


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_answers_are_networkxs_own(nx: ModuleType, seed: int, directed: bool) -> None:
    graph = made(nx, seed, directed)
    for named in (
        {},
        {"weight": None},
        {"alpha": 0.6, "tol": 1e-10},
        {"personalization": {3: 2, "alone": 1}, "nstart": {5: 1}},
    ):
        old = nx.pagerank(graph, **named, backend="networkx")
        new = nx.pagerank(graph, **named, backend="csr")
        assert new == pytest.approx(old, abs=1e-12)
    for named in ({}, {"cutoff": 2}, {"cutoff": 0}):
        lengths = nx.single_source_shortest_path_length
        assert lengths(graph, 3, **named, backend="csr") == lengths(graph, 3, **named)
    for named in ({}, {"cutoff": 4}, {"weight": "none such"}):
        lengths = nx.single_source_dijkstra_path_length
        assert lengths(graph, 3, **named, backend="csr") == lengths(graph, 3, **named)


def test_errors_are_networkxs_own(nx: ModuleType) -> None:
    graph = nx.path_graph(4)
    for function in (
        nx.single_source_shortest_path_length,
        nx.single_source_dijkstra_path_length,
    ):
        with pytest.raises(nx.NodeNotFound) as old:
            function(graph, 9)
        with pytest.raises(nx.NodeNotFound) as new:
            function(graph, 9, backend="csr")
        assert str(new.value) == str(old.value)
    with pytest.raises(nx.PowerIterationFailedConvergence):
        nx.pagerank(nx.star_graph(5), max_iter=1, tol=1e-12, backend="csr")
    with pytest.raises(ZeroDivisionError):
        nx.pagerank(graph, personalization={0: 0}, backend="csr")
    assert nx.pagerank(nx.Graph(), backend="csr") == {}


@pytest.fixture
def large(nx: ModuleType) -> Any:
    return networkx_side.build(graphs.rmat(8, edges_per_node=16, weighted=True))


def test_without_a_priority_networkx_does_the_work(nx: ModuleType, large: Any) -> None:
    assert told(graphs.dispatched(nx.pagerank, large)) == "networkx, graph as it was"


def test_a_graph_is_converted_once_and_kept(nx: ModuleType, large: Any) -> None:
    nx.config.backend_priority = ["csr"]
    assert told(graphs.dispatched(nx.pagerank, large)) == "csr, graph converted"
    again = graphs.dispatched(nx.single_source_shortest_path_length, large, 0)
    assert told(again) == "csr, graph converted before"
    assert again.result[0] == 0
    large.add_edge(0, 1, weight=2.0)  # a method of the graph's clears what was kept
    assert told(graphs.dispatched(nx.pagerank, large)) == "csr, graph converted"
    with nx.config(cache_converted_graphs=False):
        assert told(graphs.dispatched(nx.pagerank, large)) == "csr, graph converted"


def test_an_edge_changed_behind_its_back_leaves_the_old_answer(
    nx: ModuleType, large: Any
) -> None:
    u, v = next(iter(large.edges))
    lengths = nx.single_source_dijkstra_path_length
    before = lengths(large, u, backend="csr")
    large[u][v]["weight"] = 0.25
    assert lengths(large, u, backend="csr") == before, "the trap the lab shows"
    assert lengths(large, u)[v] == 0.25
    large.__networkx_cache__.clear()
    assert lengths(large, u, backend="csr")[v] == 0.25


def test_the_warning_of_the_cache(nx: ModuleType, large: Any) -> None:
    nx.config.warnings_to_ignore = set()
    nx.pagerank(large, backend="csr")
    with pytest.warns(UserWarning, match="saved to cache"):
        nx.pagerank(large, backend="csr")


PASSED = [
    (
        lambda nx, G: graphs.dispatched(nx.pagerank, G, dangling={0: 1}),
        "csr cannot run it so: `dangling` is not covered",
    ),
    (
        lambda nx, G: graphs.dispatched(
            nx.single_source_dijkstra_path_length, G, 0, weight=lambda *_: 1
        ),
        "csr cannot run it so: a weight that is a function is not covered",
    ),
    (
        lambda nx, G: graphs.dispatched(nx.number_connected_components, G),
        "csr does not implement it",
    ),
    (
        lambda nx, _: graphs.dispatched(nx.pagerank, nx.karate_club_graph()),
        "csr should not run it: 78 edges are fewer than 1000",
    ),
]


@pytest.mark.parametrize(("call", "why"), PASSED)
def test_what_is_not_covered_falls_back(
    nx: ModuleType, large: Any, call: Any, why: str
) -> None:
    nx.config.backend_priority = ["csr"]
    assert told(call(nx, large)) == f"networkx, graph as it was; {why}"


def test_a_backend_that_raises_is_passed_over(nx: ModuleType, large: Any) -> None:
    nx.config.backend_priority = ["csr"]
    u, v = next(iter(large.edges))
    directed = nx.DiGraph(large)
    directed.add_edge(u, v, weight=-0.5)
    directed.remove_edge(v, u)
    where = graphs.dispatched(
        nx.single_source_dijkstra_path_length, directed, u, cutoff=0
    )
    assert told(where).startswith("networkx, graph as it was; csr raised: negative")


def test_parallel_edges_fall_back(nx: ModuleType, large: Any) -> None:
    nx.config.backend_priority = ["csr"]
    many = nx.MultiGraph(large)
    where = graphs.dispatched(nx.pagerank, many)
    assert where.backend == "networkx"
    assert "parallel edges" in told(where)


def test_a_backend_asked_for_by_name_never_falls_back(nx: ModuleType) -> None:
    karate = nx.karate_club_graph()
    assert graphs.dispatched(nx.pagerank, karate, backend="csr").backend == "csr"
    with pytest.raises(NotImplementedError, match="No other backends"):
        nx.pagerank(karate, dangling={0: 1}, backend="csr")
    with pytest.raises(NotImplementedError, match="not implemented by 'csr'"):
        nx.closeness_centrality(karate, backend="csr")
    with pytest.raises(ImportError, match="'cugraph' backend is not installed"):
        nx.pagerank(karate, backend="cugraph")


@pytest.mark.parametrize("directed", [True, False])
def test_a_graph_of_the_backend_comes_back_for_the_rest(
    nx: ModuleType, directed: bool
) -> None:
    graph = made(nx, 1, directed)
    held = csr_backend.convert_from_nx(graph, edge_attrs={"weight": 1})
    with pytest.raises(NotImplementedError, match="not implemented by"):
        nx.closeness_centrality(held)
    with nx.config(fallback_to_nx=True):
        found = nx.closeness_centrality(held)
    assert found == nx.closeness_centrality(graph)
    back = csr_backend.convert_to_nx(held)
    assert nx.utils.edges_equal(
        back.edges(data="weight"),
        graph.edges(data="weight", default=1),
        directed=directed,
    )
    assert csr_backend.convert_to_nx(3) == 3


def test_fewest_edges_is_a_setting_of_networkxs(nx: ModuleType) -> None:
    nx.config.backend_priority = ["csr"]
    with nx.config.backends.csr(fewest_edges=10):
        where = graphs.dispatched(nx.pagerank, nx.karate_club_graph())
    assert where.backend == "csr"


def test_watching_leaves_the_log_as_it_was(nx: ModuleType) -> None:
    logger = logging.getLogger("networkx.utils.backends")
    logger.setLevel(logging.ERROR)
    before = logger.level, logger.propagate, list(logger.handlers)
    graphs.dispatched(nx.pagerank, nx.path_graph(3))
    with pytest.raises(nx.NodeNotFound):
        graphs.dispatched(nx.single_source_shortest_path_length, nx.path_graph(3), 9)
    assert (logger.level, logger.propagate, list(logger.handlers)) == before
    logger.setLevel(logging.NOTSET)


def test_the_entry_points_are_ordinary_ones(nx: ModuleType) -> None:
    (found,) = [
        one
        for one in importlib.metadata.entry_points(group="networkx.backends")
        if one.name == "csr"
    ]
    assert found.load().__name__ == "certlab.labs.rapids.real.graphs.csr_backend"
    assert importlib.metadata.version("certlab-csr-backend") == "1"


BEFORE = (
    "import networkx; from certlab.labs.rapids.real import graphs; graphs.networkx()"
)
MISSING = (
    "import sys; sys.modules['{0}'] = None\n"
    "from certlab.labs.rapids.real import graphs; graphs.networkx()"
)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (BEFORE, "NetworkX was imported before our backend was stated"),
        (
            MISSING.format("networkx"),
            "networkx is not installed; run certlab lab pre",
        ),
        (MISSING.format("scipy"), "scipy is not installed; run certlab lab prepare "),
    ],
)
def test_what_is_amiss_at_the_start_is_one_sentence(code: str, says: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    last = done.stderr.strip().splitlines()[-1]
    assert says in last
    assert done.returncode == 1


def test_what_cugraph_covers_are_functions_of_networkxs(nx: ModuleType) -> None:
    every = set(nx.utils.backends._registered_algorithms)
    names, where = coverage.covered()
    assert where == "the wheel nx-cugraph-cu13 26.10.0"
    assert len(names) == 134
    assert names <= every
    assert coverage.dispatched() == len(every) > len(names)
    assert coverage.LIMITS.keys() <= names


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("pagerank", "covered, but `dangling`: falls back"),
        ("connected_components", "covered"),
        ("closeness_centrality", "not covered"),
        ("strongly_connected_components", "not covered"),
        ("greedy_modularity_communities", "not covered"),
    ],
)
def test_how_far_cugraph_reaches(name: str, says: str) -> None:
    assert coverage.reach(name) == says


def test_an_installed_backend_is_asked_itself(
    nx: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = {"functions": {"astar_path": {}}}
    monkeypatch.setitem(nx.utils.backends.backend_info, "cugraph", says)
    assert coverage.covered() == (
        frozenset({"astar_path"}),
        "the backend installed here",
    )
    assert coverage.reach("pagerank") == "not covered"
