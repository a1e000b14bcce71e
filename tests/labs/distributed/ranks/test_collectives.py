"""Collectives on real ranks: right, and counted by the system."""

from pathlib import Path

import pytest

from certlab.errors import BackendError, RankError
from certlab.labs.distributed.collectives import (
    KINDS,
    Collective,
    bus_factor,
    by_gloo,
    expected,
    on_links,
)
from certlab.labs.distributed.real import ranks
from certlab.labs.distributed.real.ranks import collectives, operations, traffic
from tests.bound import BOUND

KIB = 2**10
NUMBERS = [[10 * rank + place for place in range(6)] for rank in range(3)]


def test_kinds_have_the_simulators_names() -> None:
    assert operations.KINDS == KINDS


def test_results_and_bytes_on_every_link_are_the_simulators(runs: Path) -> None:
    data = dict.fromkeys(KINDS, NUMBERS) | {"all-gather": [row[:2] for row in NUMBERS]}
    size = 3 * 256 * KIB
    seen = ranks.traffic.observe(data, size, timeout=BOUND)
    assert list(seen) == list(KINDS)
    for kind, one in seen.items():
        paper = by_gloo(kind, 3, size)
        meant = Collective(
            kind, "direct" if kind == "all-to-all" else "ring", 3, 24, paper.link
        )
        assert one.result == expected(meant, data[kind]), kind
        assert len(one.links) == 6, "every rank has a connection to every other"
        large = {way: count for way, count in one.links.items() if count > 64 * KIB}
        if kind in ("all-gather", "broadcast"):  # gloo's other ring runs the other way
            assert large.keys() == on_links(paper).keys(), kind
        counted, told = sorted(large.values()), sorted(on_links(paper).values())
        assert len(counted) == len(told), kind
        assert all(0 <= a - b < 16 * KIB for a, b in zip(counted, told, strict=True)), (
            kind
        )


def test_each_point_is_timed(runs: Path) -> None:
    sizes = [12 * KIB, 192 * KIB]
    rows = collectives.measure(
        sizes, (2, 3), ("all-reduce",), repeats=5, timeout=BOUND, backend="gloo"
    )
    assert [(row.ranks, row.bytes) for row in rows] == [
        (count, size) for count in (2, 3) for size in sizes
    ]
    for row in rows:
        assert 0 < row.seconds == min(row.samples)
        assert len(row.samples) == 5


def test_a_time_runs_from_the_first_begin_to_the_last_end() -> None:
    point = ("broadcast", 2, 24)
    told = [{point: [(1.0, 1.5), (9.0, 9.1)]}, {point: [(1.1, 1.75), (8.5, 9.0)]}, {}]
    row = collectives._row(point, told, 2)
    assert row.samples == pytest.approx((0.75, 0.6))
    assert row.seconds == pytest.approx(0.6)


def test_bandwidths_are_those_of_nccl_tests() -> None:
    row = collectives.Row("all-reduce", 8, 10**9, 0.005, (0.005, 0.007))
    assert row.algorithm_bandwidth == pytest.approx(200e9)
    factor = float(bus_factor("all-reduce", 8))
    assert row.bus_bandwidth(factor) == pytest.approx(350e9)


@pytest.mark.parametrize(
    ("sizes", "counts", "kinds", "says"),
    [
        (
            [100],
            (2, 3),
            ("all-gather",),
            "100 bytes cannot be divided equally among 2 ranks .* 96 or 104",
        ),
        ([4], (4,), ("all-to-all",), "use 16 or 32"),
        ([6], (2,), ("all-reduce",), "elements of 4 bytes; use 4 or 8"),
        ([0], (2,), ("broadcast",), "use 4 or 8"),
        (
            [24],
            (2,),
            ("gather",),
            "no collective gather; choose one of all-reduce, all-gather",
        ),
    ],
)
def test_what_cannot_be_measured_is_refused(
    sizes: list[int],
    counts: tuple[int, ...],
    kinds: tuple[str, ...],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(collectives, "run", lambda *_, **__: pytest.fail("started"))
    with pytest.raises(RankError, match=says):
        collectives.measure(sizes, counts, kinds)


def test_traffic_is_refused_where_it_cannot_be_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(traffic, "run", lambda *_, **__: pytest.fail("started"))
    with pytest.raises(
        RankError, match="40 bytes cannot be divided equally among 3 ranks"
    ):
        traffic.observe({"all-to-all": [[1, 2, 3, 4, 5]] * 3}, 24 * KIB)
    with pytest.raises(RankError, match="cannot be divided"):
        traffic.observe({"all-gather": [[1]] * 3}, 25)
    with pytest.raises(RankError, match="as many numbers as"):
        traffic.observe({"all-reduce": [[1], [1, 2]]}, 24)
    with pytest.raises(RankError, match="one list of numbers for each rank"):
        traffic.observe({"all-reduce": [[1]] * 2, "all-gather": [[1]] * 3}, 24)
    monkeypatch.setattr("sys.platform", "darwin")
    with pytest.raises(BackendError, match="Only Linux counts"):
        traffic.observe({"all-reduce": NUMBERS}, 24 * KIB)
