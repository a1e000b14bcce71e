"""The calls that the lab times: what they keep, and that they answer alike."""

from types import ModuleType

import pytest

from certlab.labs.rapids.real import graphs
from certlab.labs.rapids.real.graphs import csr_backend, networkx_side, race


@pytest.mark.parametrize("question", race.QUESTIONS)
def test_every_call_gives_the_same_answer(nx: ModuleType, question: str) -> None:
    graph = networkx_side.build(graphs.rmat(8, weighted=True))
    start = race.hub(graph)
    assert race.differs(question, graph, start, "csr") == ""
    found = race.calls(question, graph, start, ["csr"])
    assert list(found) == ["NetworkX", "csr, kept", "csr, fresh"]
    plain, kept, fresh = (call() for call in found.values())
    reached = plain < 1e9
    assert abs(plain[reached] - kept[reached]).max() < 1e-6
    assert (kept == fresh).all()


def test_a_fresh_call_converts_each_time_and_a_kept_one_once(
    nx: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = networkx_side.build(graphs.rmat(8))
    converted = []
    convert = csr_backend.convert_from_nx

    def counted(*args: object, **kwargs: object) -> object:
        converted.append(1)
        return convert(*args, **kwargs)

    monkeypatch.setattr(csr_backend, "convert_from_nx", counted)
    _, kept, fresh = race.calls("steps", graph, 0, ["csr"]).values()
    for _ in range(3):
        kept()
    assert len(converted) == 1
    for _ in range(3):
        fresh()
    assert len(converted) == 4
    kept()
    assert len(converted) == 4, "what was kept before is still there"


def test_another_answer_is_told(
    nx: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = networkx_side.build(graphs.rmat(6))
    monkeypatch.setattr(
        csr_backend,
        "single_source_shortest_path_length",
        lambda *_: dict.fromkeys(range(64), 1),
    )
    assert "distances differ" in race.differs("steps", graph, 0, "csr")


def test_no_such_question(nx: ModuleType) -> None:
    with pytest.raises(
        graphs.Refusal, match="'colours' is not a question; ask for Pag"
    ):
        race.ask("colours", nx.path_graph(3), 0)
