"""The engine against what it did not write: numba's simulator, a brute-force race rule, laws."""

import json
import os
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.errors import CourseError
from certlab.labs.cuda import kernels
from certlab.labs.cuda.kernels import Access, Race, draw, launch, races
from certlab.labs.cuda.kernels.races import first, races_with
from tests.labs.cuda.kernels.written import RIGHT, cuda, float32, smooth, total

# numba decides for the whole process, so it gets one of its own.
NUMBA = """
import json, sys
from certlab.labs.cuda.real import numba_kernels as here
from certlab.labs.cuda import kernels
from tests.labs.cuda.kernels import written
import numpy as np
written.cuda, written.float32 = here.numba().cuda, np.float32
found = {}
for name, kernel in written.RIGHT.items():
    found[name] = [
        here.run(kernel, one.grid, one.block, *one.arguments)
        for one in kernels.COLLECTION[name].cases
    ]
print(json.dumps([str(here.numba()), found]))
"""


def flat(values: object) -> list[float]:
    if isinstance(values, list):
        return [one for row in values for one in flat(row)]
    return [values]


def test_numbas_simulator_computes_the_same() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", NUMBA],
        env=os.environ | {"CERTLAB_BACKEND": "cpu"},
        capture_output=True,
        text=True,
        check=True,
    )
    says, found = json.loads(run.stdout)
    assert says == "numba-cuda in its simulator: CERTLAB_BACKEND=cpu was asked for."
    for name, kernel in RIGHT.items():
        for case, theirs in zip(
            kernels.COLLECTION[name].cases, found[name], strict=True
        ):
            trace = launch(kernel, case.grid, case.block, *case.arguments)
            ours = flat(next(iter(trace.output.values())))
            assert ours == pytest.approx(flat(theirs), rel=1e-5)


ACCESSES = st.builds(
    Access,
    block=st.sampled_from([(0, 0, 0), (1, 0, 0)]),
    thread=st.sampled_from([(n, 0, 0) for n in range(4)]),
    shared=st.just(False),
    array=st.just("x"),
    index=st.just((0,)),
    kind=st.sampled_from(["read", "write", "atomic"]),
    phase=st.integers(0, 2),
    line=st.just(1),
)


@given(st.lists(ACCESSES, max_size=12))
def test_a_race_is_found_where_any_two_accesses_race(accesses: list[Access]) -> None:
    every = [races_with(a, b) for a in accesses for b in accesses]
    found = first(accesses)
    assert (found is not None) is any(every)
    if found:
        assert races_with(found.first, found.second)
        assert races_with(found.second, found.first)


def test_the_second_of_two_readers_races_with_a_writer() -> None:
    """The writer is the first reader, so only the other one is in its way."""
    made = [(0, "read"), (1, "read"), (0, "write")]
    one, other, write = (
        Access((0, 0, 0), (n, 0, 0), True, "x", (0,), kind, 0, 1) for n, kind in made
    )
    assert first([one, write]) is None
    assert first([one, other, write]) == Race(other, write)


def wrong_smooth(out, x):
    tile = cuda.shared.array(4, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    out[t] = tile[3 - t]


def test_a_race_is_found_though_the_result_is_right() -> None:
    """Alone on its turn each thread adds; on a GPU two read the same old count."""

    def histogram(counts, x):
        i = cuda.grid(1)
        counts[x[i]] += 1

    def with_atomics(counts, x):
        i = cuda.grid(1)
        cuda.atomic.add(counts, x[i], 1)

    drawn = [0, 1, 1, 2, 1, 0, 2, 1]
    plain = launch(histogram, 2, 4, [0, 0, 0], drawn)
    atomic = launch(with_atomics, 2, 4, [0, 0, 0], drawn)
    assert plain.output["counts"] == atomic.output["counts"] == [2, 4, 2]
    assert [one.cell for one in races(plain)] == ["counts[0]", "counts[1]", "counts[2]"]
    assert races(atomic) == ()


def test_the_order_of_threads_shows_in_a_race_and_only_there() -> None:
    x = [1.0, 2.0, 3.0, 4.0]
    outputs = [
        launch(wrong_smooth, 1, 4, [None] * 4, x, order=order).output["out"]
        for order in ("forward", "backward")
    ]
    assert str(outputs[0]) != str(outputs[1])  # as texts: NaN is not equal to itself
    right = [
        launch(smooth, 1, 4, [None] * 4, x, order=order).output["out"]
        for order in ("forward", "backward", "shuffled")
    ]
    assert right[0] == right[1] == right[2]


def test_a_race_is_said_with_both_threads() -> None:
    (race, *_) = races(launch(wrong_smooth, 1, 4, [None] * 4, [1.0] * 4))
    assert isinstance(race, Race)
    assert str(race) == (
        "thread 0 of block 0 writes tile[0] in line 4, thread 3 of block 0 reads it in "
        "line 5, and no barrier stands between."
    )


def test_barriers_and_accesses_are_counted() -> None:
    trace = launch(total, 2, 8, [None] * 2, [1.0] * 16)
    assert trace.output["out"] == [8, 8]
    assert trace.barriers == 3
    assert trace.count("read", shared=False) == 16
    assert trace.count("write", shared=False) == 2
    assert (
        trace.busiest("read", shared=True) == 7
    )  # thread 0: two a step, one at the end
    assert "16 threads, 3 barriers; global memory: 16 reads, 2 writes" in draw.words(
        trace
    )


def test_blocks_have_shared_memory_of_their_own() -> None:
    trace = launch(total, 3, 4, [None] * 3, [float(n) for n in range(12)])
    assert trace.output["out"] == [6, 22, 38]
    assert races(trace) == ()


def early(out, x):
    i = cuda.grid(1)
    if i >= x.size:
        return
    cuda.syncthreads()
    out[i] = x[i]


def test_a_thread_that_left_before_the_barrier_is_told() -> None:
    (fault,) = launch(early, 1, 4, [None] * 3, [1.0] * 3).faults
    assert (fault.kind, fault.thread) == ("barrier", (3, 0, 0))
    assert (
        fault.says == "is not at the barrier of line 5 where thread 0 of block 0 waits"
    )
    assert launch(early, 1, 3, [None] * 3, [1.0] * 3).faults == ()


@pytest.mark.parametrize(
    ("grid", "block", "arguments", "says"),
    [
        (0, 4, ([None], [1.0]), "sizes above 0"),
        ((1, 1, 1, 1), 4, ([None], [1.0]), "one to three sizes"),
        (1024, 1024, ([None], [1.0]), "too many to watch"),
        (1, 4, ([None],), "takes 2 arguments, not 1"),
        (1, 4, ([], [1.0]), "holds something"),
        (1, 4, ([[1, 2], [3]], [1.0]), "rows of different lengths"),
    ],
)
def test_a_launch_without_sense_is_refused(grid, block, arguments, says) -> None:
    with pytest.raises(CourseError, match=says):
        launch(early, grid, block, *arguments)


def test_an_order_there_is_not() -> None:
    with pytest.raises(CourseError, match="There is no order sideways"):
        launch(early, 1, 3, [None] * 3, [1.0] * 3, order="sideways")


def test_outside_a_kernel_cuda_has_no_meaning() -> None:
    with pytest.raises(CourseError, match=r"cuda\.grid has a meaning only inside"):
        kernels.outside.grid(1)
    assert kernels.outside.jit(early) is early


def test_the_picture_is_one_and_says_the_same_in_words() -> None:
    trace = launch(wrong_smooth, 1, 4, [None] * 4, [1.0] * 4)
    root = ET.fromstring(draw.svg(trace))
    assert root.attrib["role"] == "img"
    texts = ["".join(one.itertext()) for one in root.iter()]
    assert draw.words(trace) in texts
    assert "×" in texts
    with pytest.raises(CourseError, match="Draw a smaller launch"):
        draw.svg(launch(total, 1, 32, [None], [1.0] * 32))
