"""What a run is said to have done, held against what was worked out before it."""

from collections import Counter
from typing import Any

import dask.dataframe as dd
import numpy as np
import pandas as pd
import pytest

from certlab.labs.rapids.real import partitions
from certlab.labs.rapids.real.partitions import Workers, expected, holdings
from certlab.labs.rapids.real.partitions.run import COMPUTE, TRANSFER, Run, Span

PARTS, ROWS = 8, 50_000


def block(number: int) -> pd.DataFrame:
    """Rows whose key is another in each, so that a hash deals them out evenly."""
    key = np.arange(ROWS, dtype=np.int64) * PARTS + number
    return pd.DataFrame({"key": key, "value": key / 3.0})


def broken(number: int) -> pd.DataFrame:
    if number:
        raise ValueError("the third partition is broken")
    return block(0)


def shuffled(workers: Workers) -> tuple[Run, int]:
    """A shuffle of even parts, and the bytes of what was shuffled."""
    frame = holdings.spread(workers, dd.from_map(block, range(PARTS)))
    assert holdings.counts(workers, frame) == [PARTS // workers.count] * workers.count
    run = partitions.watch(workers, lambda: frame.shuffle("key").persist())
    # With the index, and a byte for the number of the new partition.
    return run, PARTS * ROWS * (8 + 8 + 8 + 1)


def test_half_of_a_shuffle_moves_between_two_workers(workers: Workers) -> None:
    run, bytes = shuffled(workers)
    assert run.moved == pytest.approx(expected.shuffled(bytes, 2), rel=0.05)
    assert run.shuffled == pytest.approx(bytes, rel=0.05)
    before, after = [0.5, 0.5], holdings.shares(workers, run.result)
    assert run.moved == pytest.approx(expected.leaves(bytes, before, after), rel=0.05)


def test_three_quarters_move_between_four() -> None:
    # Python and pandas alone take three quarters of the least, so that Dask would spill,
    # pause or kill a worker there, and more or less would move.
    with Workers(4, memory_gib=0.5, near_data=True) as four:
        run, bytes = shuffled(four)
    assert run.moved == pytest.approx(bytes * 3 / 4, rel=0.05)


def test_every_task_is_seen_once_and_in_its_time(workers: Workers) -> None:
    run, _ = shuffled(workers)
    assert run.tasks["split-taskshuffle"] == expected.splits(PARTS)
    assert max(Counter(run.keys).values()) == 1
    assert sum(run.tasks.values()) == len(run.keys)
    assert {one.worker for one in run.spans} == {0, 1}
    assert any(one.action == TRANSFER for one in run.spans)
    for one in run.spans:
        assert -0.01 <= one.start <= one.stop <= run.seconds + 0.01
    assert all(0 < busy <= run.seconds for busy in run.busy)


def test_bytes_that_stay_are_not_counted(workers: Workers) -> None:
    frame = holdings.spread(workers, dd.from_map(block, range(PARTS)))
    run = partitions.watch(workers, (frame["value"] * 2).persist)
    assert run.moved == 0


def test_a_run_has_nothing_of_the_one_before(workers: Workers) -> None:
    first = partitions.watch(workers, lambda: workers.client.map(abs, range(50)))
    second = partitions.watch(workers, lambda: workers.client.map(float, range(20)))
    assert (len(first.keys), len(second.keys)) == (50, 20)
    assert not set(first.keys) & set(second.keys)


def _late(dask_worker: Any) -> None:
    dask_worker.scheduler_delay = -1.0


def test_no_task_is_lost_to_dasks_guess_of_a_clock(workers: Workers) -> None:
    """Dask takes half of a message's way for a clock that is off; on a busy machine it errs."""
    workers.client.run(_late)
    run = partitions.watch(workers, lambda: workers.client.map(abs, range(20, 40)))
    assert len(run.keys) == 20
    assert all(0 <= one.start <= one.stop <= run.seconds for one in run.spans)


def test_the_peer_to_peer_shuffle_gives_the_same_with_fewer_tasks(
    workers: Workers,
) -> None:
    frame = holdings.spread(workers, dd.from_map(block, range(PARTS)))
    runs = {
        method: partitions.watch(
            workers,
            lambda method=method: frame.shuffle("key", shuffle_method=method).persist(),
        )
        for method in ("tasks", "p2p")
    }
    one, other = (
        run.result.compute().sort_values("key", ignore_index=True)
        for run in runs.values()
    )
    pd.testing.assert_frame_equal(one, other)
    assert len(runs["p2p"].keys) < 5 * PARTS < len(runs["tasks"].keys)


def test_an_error_of_a_task_is_raised(workers: Workers) -> None:
    lazy = dd.from_map(broken, range(3), meta=block(0))
    with pytest.raises(ValueError, match="third partition"):
        partitions.watch(workers, lazy.persist)


def test_the_time_a_worker_computed_is_the_sum_of_its_tasks() -> None:
    spans = (
        Span(0, "a", "a-1", COMPUTE, 0.0, 1.0),
        Span(0, "a", "a-2", TRANSFER, 1.0, 1.5),
        Span(0, "b", "b-1", COMPUTE, 1.5, 1.75),
    )
    run = Run(None, 2.0, spans, 0, 2)
    assert run.busy == [1.25, 0]
    assert run.tasks == {"a": 1, "b": 1}
