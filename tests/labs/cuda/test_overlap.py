"""Overlap measured: on threads here, and on a stand-in GPU that keeps the time on paper."""

import itertools
import sys
from types import ModuleType, SimpleNamespace
from typing import Any, Self

import numpy as np
import pytest

from certlab.errors import BackendError
from certlab.labs.cuda.real import overlap
from tests.gpu_stand_ins import Install


@pytest.mark.parametrize("streams", [1, 2, 4])
def test_on_threads_the_laws_hold(streams: int) -> None:
    rows = overlap.measure(4, streams, elements=40_000, steps=3)
    assert len(rows) == 12
    assert {row[1] for row in rows} == {str(n + 1) for n in range(streams)}
    for key in (1, 2):  # neither a stream nor an engine does two things at once
        for name in {row[key] for row in rows}:
            spans = sorted((row[4], row[5]) for row in rows if row[key] == name)
            assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))
    assert all(queued <= start <= end for *_, queued, start, end in rows)
    assert set(overlap.alone(rows)) == set(overlap.ENGINES)


def test_a_wrong_result_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(np, "add", lambda *_, **__: None)
    with pytest.raises(BackendError, match="came back from the streams is wrong"):
        overlap.measure(2, 1, elements=100, steps=1)


def test_no_chunk_is_refused() -> None:
    with pytest.raises(BackendError, match="at least one chunk"):
        overlap.measure(0, 1)


class Paper:
    """A CuPy whose streams keep their own clock: a piece of work takes a second."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.now: dict[int, float] = {}
        self.streams = 0
        paper = self

        class Stream:
            def __init__(self, non_blocking: bool = False) -> None:
                assert non_blocking, "a blocking stream waits for the default one"
                paper.streams += 1
                self.id = paper.streams
                paper.now[self.id] = 0.0

            def __enter__(self) -> Self:
                paper.current = self
                return self

            def __exit__(self, *_: object) -> None:
                paper.current = None

        class Event:
            at = 0.0

            def record(self, stream: Stream) -> None:
                self.at = paper.now[stream.id]

        class Array(np.ndarray):
            def set(self, host: Any, stream: Stream) -> None:
                assert isinstance(host, Pinned)
                paper.did("in", stream)
                self[:] = np.asarray(host)

            def get(self, stream: Stream, out: Any, blocking: bool) -> None:
                assert isinstance(out, Pinned)
                assert not blocking
                paper.did("out", stream)
                out[:] = np.asarray(self)

        class Pinned(np.ndarray):
            pass

        def kernel(x: Any, steps: int, y: Any) -> None:
            paper.did("kernel", paper.current)
            for _ in range(steps):
                y[:] = x * np.float32(0.5) + np.float32(1)

        self.current: Any = None
        self.cupy = {
            "empty": lambda shape, dtype: np.zeros(shape, dtype).view(Array),
            "ElementwiseKernel": lambda *_: kernel,
            "cuda": SimpleNamespace(
                Stream=Stream,
                Event=Event,
                get_elapsed_time=lambda a, b: (b.at - a.at) * 1e3,
                runtime=SimpleNamespace(
                    deviceSynchronize=lambda: self.log.append("wait")
                ),
            ),
        }
        self.empty_pinned = lambda shape, dtype: np.zeros(shape, dtype).view(Pinned)

    def did(self, what: str, stream: Any) -> None:
        self.log.append(f"{what} {stream.id}")
        self.now[stream.id] += 1


@pytest.fixture
def paper(install: Install, cupy: ModuleType) -> Paper:
    found = Paper()
    for name, part in found.cupy.items():
        setattr(cupy, name, part)
    install("cupyx", empty_pinned=found.empty_pinned)
    return found


def test_on_a_gpu_each_chunk_runs_in_its_stream_between_events(paper: Paper) -> None:
    rows = overlap.measure(4, 2, elements=8, steps=1)
    once = [f"{what} {n}" for n in (1, 2, 1, 2) for what in ("in", "kernel", "out")]
    assert paper.log == ["wait", *once, "wait", "wait", *once, "wait"]
    (first, *_) = rows
    assert first[:3] == ("in 1", "1", "copy in")
    # On paper each stream runs by itself: 3 pieces a chunk, 2 chunks, of the second turn.
    assert sorted({row[4] for row in rows}) == [0, 1, 2, 3, 4, 5]
    assert all(row[5] - row[4] == 1 for row in rows)


def test_a_lost_copy_is_noticed_on_a_gpu(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = lambda *_: lambda *_: None
    monkeypatch.setattr(sys.modules["cupy"], "ElementwiseKernel", nothing)
    with pytest.raises(BackendError, match="is wrong"):
        overlap.measure(2, 2, elements=8, steps=1)
