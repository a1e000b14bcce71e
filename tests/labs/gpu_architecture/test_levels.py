"""Caches as systems list them, chains, strides; on a GPU by the kernels' own text."""

import struct
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from certlab.errors import BackendError
from certlab.labs.gpu_architecture.real import caches, chase, strides
from certlab.labs.gpu_architecture.real.caches import Cache
from tests.device_arrays import COMPILER

COMPILED = pytest.mark.skipif(not COMPILER, reason="no C++ compiler")


def test_linux_lists_caches_in_files(tmp_path: Path) -> None:
    rows = [
        ("Data", "1", "48K", "64"),
        ("Instruction", "1", "64K", "64"),
        ("Unified", "3", "32M", "64"),
        ("Unified", "2", "2048K", ""),
        ("Unified", "4", "odd", "64"),
    ]
    for number, row in enumerate(rows):
        folder = tmp_path / f"index{number}"
        folder.mkdir()
        names = ("type", "level", "size", "coherency_line_size")
        for name, text in zip(names, row, strict=True):
            (folder / name).write_text(f"{text}\n")
    (tmp_path / "index9").mkdir()  # a row that says nothing
    assert sorted(caches._linux(tmp_path), key=lambda one: one.level) == [
        Cache(1, 48 * 2**10, 64),
        Cache(2, 2**21, 0),
        Cache(3, 2**25, 64),
    ]
    assert caches._linux(tmp_path / "none") == []


def test_macos_lists_caches_by_name() -> None:
    apple = {
        "hw.cachelinesize": "128",
        "hw.perflevel0.l1dcachesize": "131072",
        "hw.perflevel0.l2cachesize": "12582912",
        "hw.l1dcachesize": "65536",
    }
    assert caches._apples(lambda name: apple.get(name, "")) == [
        Cache(1, 131072, 128),
        Cache(2, 12582912, 128),
    ]
    assert caches._apples(lambda _name: "") == []


def test_windows_lists_caches_in_a_table() -> None:
    """Rows of 32 bytes as the documentation of CACHE_DESCRIPTOR has them."""

    def row(relation: int, level: int, line: int, size: int, kind: int) -> bytes:
        return struct.pack("<QI4xBBHII4x", 1, relation, level, 8, line, size, kind)

    table = b"".join(
        (
            row(0, 0, 0, 0, 0),  # a core
            row(2, 1, 64, 32768, 1),  # of instructions
            row(2, 1, 64, 49152, 2),
            row(2, 2, 64, 2097152, 0),
            row(2, 1, 64, 49152, 2),  # the next core's
        )
    )
    assert len(table) == 160
    assert caches._windows(table) == [Cache(1, 49152, 64), Cache(2, 2097152, 64)]
    assert caches._windows(b"") == []


def test_caches_here_grow() -> None:
    found = caches.caches()
    assert list(found) == sorted(found, key=lambda one: one.bytes)


def test_the_gpus_cache_is_asked_for(computing_cupy: ModuleType) -> None:
    assert caches.gpu_cache(computing_cupy) == Cache(2, 50 * 2**20, 128)


@pytest.mark.parametrize(
    ("bytes", "label"),
    [(48 * 2**10, "L2, 48 KiB"), (3 * 2**19, "L2, 1.5 MiB"), (2**30, "L2, 1 GiB")],
)
def test_a_cache_is_labelled_with_its_size(bytes: int, label: str) -> None:
    assert Cache(2, bytes, 64).label == label


@pytest.mark.parametrize("shuffled", [True, False])
@pytest.mark.parametrize("line", [64, 128])
def test_a_ring_visits_every_line_once(line: int, shuffled: bool) -> None:
    chain, words = chase.ring(line * 50, line=line, shuffled=shuffled), line // 4
    seen = [chase.follow(chain, 0, n) for n in range(50)]
    assert sorted(seen) == [n * words for n in range(50)]
    assert chase.follow(chain, 0, 50) == 0
    assert chain.nbytes == line * 50
    assert (seen == sorted(seen)) is not shuffled


def test_the_compiled_loop_goes_where_the_plain_one_does() -> None:
    chain = chase.ring(64 * 99)
    fast = chase.compiled_follow()
    for steps in (0, 1, 7, 250):
        assert fast(chain, 16, steps) == chase.follow(chain, 16, steps)


def test_a_staircase_has_a_step_for_each_size() -> None:
    found = chase.staircase(np, [4096, 8192], steps=2000, samples=2)
    assert [one.bytes for one in found] == [4096, 8192]
    assert all(one.nanoseconds > 0 and one.cycles == 0 for one in found)


def test_nanoseconds_are_those_of_one_load(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr("certlab.compute.timing.now", lambda: next(ticks))
    (found,) = chase.staircase(np, [4096], steps=1000, samples=3)
    assert found.nanoseconds == pytest.approx(1e6)  # a second for a thousand loads


@COMPILED
def test_a_gpu_follows_the_same_chain_and_counts_cycles(
    computing_cupy: ModuleType,
) -> None:
    xp = computing_cupy
    chain = chase.ring(128 * 40, line=128)
    end, clock = xp.zeros(1, xp.int32), xp.zeros(1, xp.int64)
    kernel = xp.RawKernel(chase.CUDA, "chase")
    arguments = (xp.asarray(chain), xp.int32(0), xp.int32(11), end, clock)
    kernel((1,), (1,), arguments)
    assert int(end[0]) == chase.follow(chain, 0, 64 + 11)  # 64 come before the clock
    assert int(clock[0]) == 500
    (found,) = chase.staircase(xp, [128 * 40], steps=100, samples=2)
    assert found.cycles == 5  # the stand-in's clock says 500 for the 100 loads
    assert found.nanoseconds > 0


@pytest.mark.parametrize(
    ("addresses", "bytes", "line", "count"),
    [
        (range(0, 128, 4), 4, 32, 4),
        (range(4, 132, 4), 4, 32, 5),
        (range(0, 4096, 128), 4, 32, 32),
        ([0] * 32, 4, 32, 1),
        ([30], 4, 32, 2),
        ([0], 128, 32, 4),
    ],
)
def test_lines_touched(addresses: range, bytes: int, line: int, count: int) -> None:
    assert strides.lines_touched(addresses, bytes, line) == count


def test_a_stride_reads_every_so_many_th_number() -> None:
    data = np.arange(64, dtype=np.float32)
    total = strides.compiled_total()
    assert total(data, 4, 16) == data[::4].sum()
    assert total(data, 1, 64) == data.sum()
    big = np.full(4, 2.0**25, np.float32)
    big[0] = 1
    assert total(big, 1, 4) == 3 * 2.0**25  # in float32, where the one is lost


def test_strides_are_timed_for_a_number() -> None:
    found = strides.skips(np, [4, 64], count=1000)
    assert [one.stride for one in found] == [4, 64]
    assert all(one.nanoseconds > 0 for one in found)
    assert found[0].useful == pytest.approx(4e9 / found[0].nanoseconds)


def test_a_small_stride_moves_on_through_memory() -> None:
    places = strides._Places(np.arange(10), 4)
    assert [places.next()[0] for _ in range(4)] == [0, 4, 0, 4]


@COMPILED
def test_a_gpu_reads_every_so_many_th_number(computing_cupy: ModuleType) -> None:
    xp = computing_cupy
    data, to = xp.asarray(np.arange(64, dtype=np.float32)), xp.zeros(20, xp.float32)
    kernel = xp.RawKernel(strides.CUDA, "skip")
    kernel((2,), (8,), (data, to, xp.int32(4), xp.int32(14)))
    assert to.get().tolist() == [4.0 * n for n in range(14)] + [0.0] * 6
    found = strides.skips(xp, [4, 32], count=64)
    assert [one.stride for one in found] == [4, 32]


@pytest.mark.parametrize(
    "compiled", [chase.compiled_follow, strides.compiled_total], ids=["chase", "stride"]
)
def test_without_numba_it_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, compiled: Callable[[], object]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numba", None)
    with pytest.raises(BackendError, match="numba is not installed; run %pip install"):
        compiled.__wrapped__()  # type: ignore[attr-defined]  # past its cache
