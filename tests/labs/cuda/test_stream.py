"""Streams return at once, keep the order and hand errors over late, as CUDA's do."""

import json
import threading
from types import ModuleType

import numpy as np
import pytest

from certlab.errors import BackendError
from certlab.labs.cuda.real import cold_start
from certlab.labs.cuda.real.simulated_stream import PaperStream, paper_arrays
from certlab.labs.cuda.real.stream import CudaStream, ThreadStream, stream


def test_the_thread_has_not_begun_when_launch_returns() -> None:
    found, gate, done = stream(), threading.Event(), []
    found.launch(lambda: done.append(gate.wait(30)))
    found.launch(lambda: done.append("second"))
    assert done == []
    gate.set()
    found.synchronise()
    assert done == [True, "second"]
    assert isinstance(found, ThreadStream)
    assert str(found).startswith("A stand-in: ")
    assert found.clock() <= found.clock()


def test_an_error_comes_when_somebody_waits() -> None:
    found = ThreadStream()
    found.launch(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        found.synchronise()
    found.synchronise()


def test_with_cupy_it_is_the_gpus_own(cupy: ModuleType, waits: list[str]) -> None:
    found, done = stream(), []
    assert isinstance(found, CudaStream)
    found.launch(lambda: done.append("launched"))
    found.synchronise()
    assert (done, waits) == (["launched"], ["waited"])
    assert "queue" in str(found)
    assert found.clock() <= found.clock()


def test_on_paper_work_waits_for_the_work_before_it() -> None:
    found = PaperStream(launch_seconds=0.5)
    found.launch(lambda: 10.0)
    found.launch(lambda: 1.0)
    assert found.clock() == 1.0
    found.synchronise()
    assert found.clock() == 11.5


def test_arrays_on_paper_are_a_library_of_their_own() -> None:
    xp = paper_arrays()
    moved = xp.asarray(np.arange(3.0))
    assert isinstance(moved, xp.ndarray)
    assert isinstance(moved + 1, xp.ndarray)
    assert type(moved.get()) is np.ndarray
    assert moved.get().tolist() == [0, 1, 2]


def test_the_same_seed_gives_other_numbers_on_paper() -> None:
    xp = paper_arrays()
    theirs = xp.random.default_rng(7).standard_normal(4)
    assert isinstance(theirs, xp.ndarray)
    assert theirs.tolist() == xp.random.default_rng(7).standard_normal(4).tolist()
    assert theirs.tolist() != np.random.default_rng(7).standard_normal(4).tolist()


def test_a_cold_start_is_measured_in_a_new_process() -> None:
    taken = cold_start.matmuls("numpy", 4, 3)
    assert len(taken) == 3
    assert all(seconds > 0 for seconds in taken)


def test_a_cold_start_on_a_gpu_waits_for_each_product(
    cupy: ModuleType, waits: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    cupy.matmul = lambda a, b: a @ b
    cold_start.run("cupy", 4, 3)
    assert len(json.loads(capsys.readouterr().out)) == 3
    assert len(waits) == 4  # and once for the data


def test_a_cold_start_that_fails_says_why() -> None:
    with pytest.raises(BackendError, match="No module named 'no_such_library'"):
        cold_start.matmuls("no_such_library", 4)
