"""Edge lists that are read, and those that are refused, each in one sentence."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from certlab.labs.rapids.real import graphs
from certlab.labs.rapids.real.graphs import memory, recursive_matrix


def frame(**columns: list[Any]) -> pd.DataFrame:
    return pd.DataFrame(columns)


def test_a_good_list_is_taken_as_it_is() -> None:
    found = graphs.read(
        frame(a=[0, 1.0, 4], b=[1, 2, 4], w=[1, 2, 3]),
        source="a",
        target="b",
        weight="w",
    )
    assert (found.nodes, len(found), found.stored) == (5, 3, 5), "a loop stands once"
    assert found.source.dtype == np.int32
    assert found.weight.tolist() == [1.0, 2.0, 3.0]


def test_nodes_without_edges_and_an_empty_list() -> None:
    assert graphs.read(frame(source=[0], target=[1]), nodes=9).nodes == 9
    assert graphs.read(frame(source=[0], target=[1]), directed=True).stored == 1
    empty = pd.DataFrame({"source": [], "target": []}, dtype="int64")
    assert graphs.read(empty).nodes == 0


REFUSED: list[tuple[dict[str, list[Any]], str]] = [
    ({"source": [0], "goal": [1]}, "no column 'target'; it has source, goal"),
    ({"source": ["a"], "target": [1]}, "number the nodes first, with pandas.factorize"),
    (
        {"source": [0, 1.5], "target": [1, 2]},
        r"Row 1: source is 1\.5; a node is a whole",
    ),
    ({"source": [0, 1], "target": [1, -2]}, "Row 1: target is -2"),
    ({"source": [0], "target": [2**31]}, "Row 0: target is 2147483648"),
    ({"source": [0, None], "target": [1, 2]}, "Row 1: source is empty"),
    (
        {"source": [0, 1], "target": [1, 0]},
        "Row 1: the edge 1, 0 stands there a second",
    ),
    ({"source": [True], "target": [1]}, "holds bool, not whole numbers"),
]


@pytest.mark.parametrize(("columns", "says"), REFUSED)
def test_a_broken_list_is_refused(columns: dict[str, list[Any]], says: str) -> None:
    with pytest.raises(graphs.Refusal, match=says):
        graphs.read(frame(**columns))


def test_both_directions_are_two_edges_of_a_directed_graph() -> None:
    twice = frame(source=[0, 1], target=[1, 0])
    assert len(graphs.read(twice, directed=True)) == 2


@pytest.mark.parametrize("weight", [float("inf"), None, "heavy"])
def test_a_weight_that_is_no_length(weight: Any) -> None:
    with pytest.raises(graphs.Refusal, match=r"not a length|is empty|not numbers"):
        graphs.read(frame(source=[0], target=[1], w=[weight]), weight="w")


def test_a_number_beyond_the_nodes() -> None:
    with pytest.raises(graphs.Refusal, match="names node 7, but nodes=3"):
        graphs.read(frame(source=[0], target=[7]), nodes=3)


def test_the_same_seed_is_the_same_graph_on_every_machine() -> None:
    one, two = graphs.rmat(10, weighted=True), graphs.rmat(10, weighted=True)
    assert (one.source == two.source).all()
    assert (len(one), int(one.source.sum()), one.weight[:4].tolist()) == (
        6100,
        int(two.source.sum()),
        two.weight[:4].tolist(),
    )
    other = graphs.rmat(10, seed=8)
    assert len(other) != len(one)


@pytest.mark.parametrize("directed", [True, False])
def test_the_drawn_graph_has_no_twins_no_loops_and_is_skewed(directed: bool) -> None:
    edges = graphs.rmat(12, directed=directed, weighted=True)
    table = frame(source=edges.source, target=edges.target)
    again = graphs.read(table, directed=directed, nodes=edges.nodes)
    assert len(again) == len(edges)
    assert (edges.source != edges.target).all()
    degrees = np.bincount(edges.target, minlength=edges.nodes)
    assert degrees.max() > 20 * degrees.mean(), "a few nodes have very many edges"
    assert degrees.argmax() != 0, "a number says nothing about a node"
    assert (edges.weight == np.round(edges.weight)).all()
    assert edges.weight.min() >= 1


def test_too_little_memory_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recursive_matrix, "available_bytes", lambda: 2**30)
    with pytest.raises(graphs.Refusal, match=r"scale 22 takes about 3\.1 GiB .*1\.0"):
        graphs.rmat(22)
    monkeypatch.setattr(recursive_matrix, "available_bytes", lambda: None)
    assert len(graphs.rmat(5)), "where it is not told, it is tried"


@pytest.mark.parametrize("scale", [0, 31, 2.5])
def test_a_scale_that_is_none(scale: Any) -> None:
    with pytest.raises(graphs.Refusal, match="whole number from 1 to 30"):
        graphs.rmat(scale)


@pytest.mark.parametrize("weight", [4, 8])
def test_bytes_are_those_of_scipy(weight: int) -> None:
    from scipy.sparse import csr_array

    edges = graphs.rmat(8, directed=True)
    ones = np.ones(len(edges), f"f{weight}")
    kept = csr_array((ones, (edges.source, edges.target)), shape=(256, 256))
    bytes_ = kept.indptr.nbytes + kept.indices.nbytes + kept.data.nbytes
    offset, index = kept.indptr.itemsize, kept.indices.itemsize
    assert bytes_ == memory.csr_bytes(
        256, edges.stored, weight=weight, index=index, offset=offset
    )


def test_building_holds_the_list_and_both_directions() -> None:
    assert memory.building_bytes(10, directed=True) == 10 * 8 * 2
    assert memory.building_bytes(10, directed=False, weight=8) == 10 * 16 * 3
