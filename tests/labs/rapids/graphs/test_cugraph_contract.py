"""cuGraph's side calls what the wheel has, and gives NetworkX's answers through it."""

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from certlab.errors import BackendError
from certlab.labs.rapids.real import graphs
from certlab.labs.rapids.real.graphs import (
    agreement,
    contest,
    csr_backend,
    cugraph_side,
    networkx_side,
)

from .stand_in import Contract

SOURCE = Path(cugraph_side.__file__)
# What stands between the modules and their names in our source.
OURS = {"_module('cugraph')": "cugraph", "cugraph": "cugraph", "cudf": "cudf"}
ON_A_GRAPH = {"graph": "cugraph.Graph"}


def names_used(text: str) -> set[str]:
    """Attributes of cuGraph, of cuDF and of their graph that a source text asks for."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute):
            owner = ast.unparse(node.value)
            head = OURS.get(owner) or ON_A_GRAPH.get(owner)
            if head:
                found.add(f"{head}.{node.attr}")
    return found


def test_the_source_asks_for_nothing_that_is_not_on_the_list() -> None:
    used = names_used(SOURCE.read_text("utf-8"))
    assert "cugraph.pagerank" in used
    assert "cugraph.Graph.from_cudf_edgelist" in used
    assert used <= Contract().signatures.keys()


def test_a_name_off_the_list_would_show() -> None:
    assert names_used("_module('cugraph').leiden(graph)") == {"cugraph.leiden"}


@pytest.fixture
def directed() -> graphs.Edges:
    return graphs.rmat(7, directed=True, weighted=True)


@pytest.fixture
def undirected() -> graphs.Edges:
    return graphs.rmat(7, weighted=True)


def test_pagerank_is_the_same(contract: Contract, directed: graphs.Edges) -> None:
    old = networkx_side.pagerank(networkx_side.build(directed), epsilon=1e-8)
    graph = cugraph_side.build(directed, transposed=True)
    new = cugraph_side.pagerank(graph, epsilon=1e-8)
    assert agreement.ranks(old, new, epsilon=1e-8) == ""
    assert abs(new.sum() - 1) < 1e-9
    assert contract.called.count("cugraph.pagerank") == 1


def test_pagerank_of_a_graph_kept_by_source_warns(
    contract: Contract, directed: graphs.Edges
) -> None:
    with pytest.warns(UserWarning, match="store_transposed"):
        cugraph_side.pagerank(cugraph_side.build(directed))


def test_louvain_is_as_good(contract: Contract, undirected: graphs.Edges) -> None:
    old = networkx_side.louvain(networkx_side.build(undirected))
    new = cugraph_side.louvain(cugraph_side.build(undirected))
    assert agreement.communities(undirected, old.labels, new.labels) == ""
    assert abs(new.modularity - agreement.modularity(undirected, new.labels)) < 1e-9


@pytest.mark.parametrize("which", ["directed", "undirected"])
def test_distances_are_the_same(
    contract: Contract, which: str, request: pytest.FixtureRequest
) -> None:
    edges = request.getfixturevalue(which)
    start = int(edges.source[0])
    old, new = networkx_side.build(edges), cugraph_side.build(edges)
    steps = cugraph_side.bfs(new, start)
    assert agreement.distances(networkx_side.bfs(old, start), steps) == ""
    far = cugraph_side.sssp(new, start)
    assert agreement.distances(networkx_side.sssp(old, start), far) == ""
    assert (steps == -1).any(), "a node that cannot be reached must be in the test"
    assert np.isinf(far[steps == -1]).all()


def test_shortest_paths_without_weights_are_refused(contract: Contract) -> None:
    edges = graphs.rmat(5)
    with pytest.raises(graphs.Refusal, match="use bfs, which counts steps"):
        cugraph_side.sssp(cugraph_side.build(edges), 0)
    assert "cugraph.sssp" not in contract.called


def test_negative_lengths_are_refused(contract: Contract) -> None:
    edges = graphs.rmat(5, weighted=True)
    edges.weight[3] = -2
    with pytest.raises(graphs.Refusal, match=r"row 3 has -2.*bellman_ford"):
        cugraph_side.lengths(edges, 0)
    with pytest.raises(graphs.Refusal, match=r"row 3 has -2.*bellman_ford"):
        networkx_side.lengths(edges, 0)


def test_more_edges_than_a_gpu_takes(
    contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cugraph_side, "MOST_EDGES", 3)
    with pytest.raises(graphs.Refusal, match="from_dask_cudf_edgelist"):
        cugraph_side.build(graphs.rmat(5))


def test_no_cugraph_is_one_sentence(nx: ModuleType) -> None:
    with pytest.raises(BackendError, match=r"^cugraph is not installed; RAPIDS comes"):
        cugraph_side.build(graphs.rmat(5))


@pytest.mark.parametrize("id", ["pagerank-cugraph", "louvain-cugraph"])
def test_a_contest_runs_and_finds_the_same(
    contract: Contract, id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest, "PAGERANK_SCALE", 7)
    monkeypatch.setattr(contest, "LOUVAIN_SCALE", 7)
    found = contest.contests()[id]
    assert found.needs == ("cugraph", "cudf")
    assert (found.old.dtype, found.old.threads, found.new.threads) == ("float64", 1, 0)
    ready = found.make()
    ready.old()
    ready.new()
    assert ready.same() == ""
    ready.close()
    (graph,) = contract.arguments("cugraph.Graph")
    assert graph.directed is (id == "pagerank-cugraph")
    (listed,) = contract.arguments("cugraph.Graph.from_cudf_edgelist")
    assert listed.edge_attr == "weight", "without one it would be float32"


@pytest.mark.parametrize("id", ["pagerank-scipy", "pagerank-scipy-converted"])
def test_a_contest_that_needs_no_gpu(
    nx: ModuleType, id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest, "SCIPY_SCALE", 7)
    converted = []
    convert = csr_backend.convert_from_nx

    def counted(*args: object, **kwargs: object) -> object:
        converted.append(1)
        return convert(*args, **kwargs)

    monkeypatch.setattr(csr_backend, "convert_from_nx", counted)
    found = contest.contests()[id]
    assert found.old.threads == found.new.threads == 1
    ready = found.make()
    assert ready.same() == ""
    before = len(converted)
    ready.new()
    ready.new()
    assert len(converted) - before == (2 if id.endswith("converted") else 0)


def test_a_networkx_that_was_there_before_runs_contests_too() -> None:
    """torch imports NetworkX for itself, and the bench runs in one process."""
    code = (
        "import networkx; from certlab.labs.rapids.real.graphs import contest; "
        "contest.SCIPY_SCALE = 6; print(repr(contest.contests()['pagerank-scipy']"
        ".make().same()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "''\n"


def test_a_contest_with_another_answer_says_so(
    contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest, "PAGERANK_SCALE", 7)
    right = cugraph_side.pagerank
    monkeypatch.setattr(
        cugraph_side, "pagerank", lambda *a, **k: right(*a, **k)[::-1].copy()
    )
    ready = contest.contests()["pagerank-cugraph"].make()
    assert "apart in all" in ready.same()


def test_the_same_questions_to_both(contract: Contract) -> None:
    edges = graphs.rmat(7, weighted=True)
    found = graphs.compare(edges, int(edges.source[0]), epsilon=1e-8)
    assert found == dict.fromkeys(["pagerank", "bfs", "sssp", "louvain"], "")
    directed = graphs.rmat(7, directed=True)
    assert graphs.compare(directed, 1, old="csr") == {"pagerank": "", "bfs": ""}


def test_another_answer_is_told(
    contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> None:
    edges = graphs.rmat(7, weighted=True)
    right = cugraph_side.bfs
    monkeypatch.setattr(cugraph_side, "bfs", lambda graph, at: right(graph, at) + 1)
    found = graphs.compare(edges, int(edges.source[0]))
    assert "distances differ" in found.pop("bfs")
    assert set(found.values()) == {""}


def test_a_question_about_no_node(nx: ModuleType) -> None:
    with pytest.raises(graphs.Refusal, match="no node 128: they go from 0 to 127"):
        graphs.compare(graphs.rmat(7), 128)
