"""The ETL on workers: the answer of one process, and where rows go on the way."""

import dask
import numpy as np
import pandas as pd
import pytest

from certlab.labs.rapids.real import partitions
from certlab.labs.rapids.real.etl import dataset, rules, tables
from certlab.labs.rapids.real.etl.store import Files
from certlab.labs.rapids.real.etl.tables import Answer
from certlab.labs.rapids.real.partitions import Workers, holdings, steps


@pytest.mark.parametrize("row_groups", [1, 3])
@pytest.mark.parametrize("program", ["separate", "together", "even"])
def test_every_program_gives_the_answer_of_one_process(
    workers: Workers, files: Files, right: Answer, program: str, row_groups: int
) -> None:
    jobs, users = steps.load(files.jobs, files.users, row_groups=row_groups)
    lazy = {
        "separate": lambda: steps.separate(jobs, users),
        "together": lambda: steps.together(jobs, users),
        "even": lambda: steps.together(steps.bucketed(jobs), users, on="bucket"),
    }[program]()
    run = partitions.watch(workers, lambda: dask.persist(*lazy))
    assert tables.differs(right, steps.answer(*run.result)) == ""


def test_an_answer_that_is_not_the_same_is_seen(
    workers: Workers, files: Files, right: Answer
) -> None:
    """Without a shuffle before it, a history misses what other partitions hold."""
    jobs, users = steps.load(files.jobs, files.users)
    daily, _ = steps.together(jobs, users)
    torn = steps.frames.join(steps.frames.clean(jobs), users)
    answer = steps.answer(daily, torn.map_partitions(steps.frames.window))
    assert tables.differs(right, answer).startswith("history.")


def test_one_shuffle_is_less_than_three(workers: Workers, files: Files) -> None:
    jobs, users = steps.load(files.jobs, files.users)
    runs = [
        partitions.watch(workers, lambda lazy=lazy: dask.persist(*lazy(jobs, users)))
        for lazy in (steps.separate, steps.together)
    ]
    # What moves hangs on who read what; what is cut into pieces does not.
    assert runs[1].shuffled < 0.5 * runs[0].shuffled
    assert len(runs[1].keys) < 0.7 * len(runs[0].keys)


def test_row_groups_of_other_months_are_left_out(files: Files) -> None:
    jobs, users = steps.load(files.jobs, files.users)
    assert jobs.npartitions < dataset.GROUPS
    assert users.npartitions == 1
    assert list(jobs.columns) == rules.COLUMNS


def test_only_the_columns_that_a_query_needs_are_read(files: Files) -> None:
    jobs, _ = steps.load(files.jobs, files.users)
    assert steps.columns_read(jobs) == sorted(rules.COLUMNS)
    query = jobs[jobs["gpus"] > 4].groupby("queue")["seconds"].sum()
    assert steps.columns_read(query) == ["gpus", "queue", "seconds"]
    opaque = jobs.map_partitions(len)
    assert steps.columns_read(opaque) == sorted(rules.COLUMNS)


def test_neighbours_that_float64_cannot_tell_apart_share_a_partition(
    workers: Workers, files: Files
) -> None:
    """What the lab says of Dask's hash: it is that of the float64, not of the number."""
    jobs, _ = steps.load(files.jobs, files.users)
    parts = dask.compute(*jobs.shuffle("user").to_delayed())
    users = [set(part["user"]) for part in parts]
    floats = [{float(user) for user in one} for one in users]
    whole = set().union(*users)
    lumps = set().union(*floats)
    assert len(lumps) < len(whole) / 20
    assert sum(map(len, floats)) == len(lumps), "a float64 is in one partition only"
    first = [n for n, one in enumerate(users) if dataset.FIRST_USER in one]
    near = {dataset.FIRST_USER + n for n in range(100)} & whole
    assert near <= users[first[0]]


def test_buckets_tell_every_user_apart_and_are_more_even(
    workers: Workers, files: Files
) -> None:
    jobs, _ = steps.load(files.jobs, files.users)
    bucketed = steps.bucketed(jobs)
    found = bucketed[["user", "bucket"]].compute()
    assert found["bucket"].nunique() == found["user"].nunique()
    assert found["bucket"].max() < 2**53
    by_user, by_bucket = (
        holdings.rows(one) for one in (jobs.shuffle("user"), bucketed.shuffle("bucket"))
    )
    assert sum(by_user) == sum(by_bucket) == len(found)
    assert max(by_bucket) < 0.6 * max(by_user)


def test_blocks_are_as_large_as_was_asked_and_all_different(workers: Workers) -> None:
    blocks = steps.blocks(3, mib=1)
    found = blocks["value"].compute().to_numpy()
    assert holdings.size(blocks) == pytest.approx(3 * 2**20, rel=0.01)
    assert len(np.unique(found)) == 3 * 2**17
    pd.testing.assert_frame_equal(blocks.compute(), steps.blocks(3, mib=1).compute())
