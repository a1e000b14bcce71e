"""The data set: the same values for ever, and as dirty and skewed as it says."""

from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from certlab.labs.rapids.real.etl import dataset, random_numbers
from certlab.labs.rapids.real.etl.dataset import Recipe


@pytest.fixture(scope="module")
def jobs() -> Any:
    return pa.concat_tables(dataset.jobs(Recipe(60_000)))


def test_splitmix64_gives_what_its_author_published() -> None:
    # The first outputs of splitmix64.c with the state 0.
    states = np.arange(3, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    assert [hex(one) for one in random_numbers.mixed(states)] == [
        "0xe220a8397b1dcdaf",
        "0x6e789e6aa1b965f4",
        "0x6c45d188009454f",
    ]


def test_one_seed_gives_the_same_values_for_ever() -> None:
    jobs = pa.concat_tables(dataset.jobs(Recipe(2000)))
    assert dataset.digest(jobs) == (
        "01319b3b3c52b6ae10085ffaee01327ca97dd97e48dc51c8be39ee1913313096"
    )
    assert dataset.digest(dataset.users(Recipe(2000))) == (
        "1048a67806848b3b4803caa1836b490190f39db158f05aeb60384c071f484de8"
    )


def test_another_seed_gives_others() -> None:
    one, other = (
        dataset.digest(pa.concat_tables(dataset.jobs(Recipe(500, seed))))
        for seed in (7, 8)
    )
    assert one != other


def test_a_digest_sees_every_value_and_every_null() -> None:
    told = {
        dataset.digest(pa.table({"a": pa.array(values, kind)}))
        for values, kind in [
            ([1, 0], pa.int64()),
            ([1, None], pa.int64()),
            ([0, 1], pa.int64()),
            (["a", ""], pa.string()),
            (["a", None], pa.string()),
            (["", "a"], pa.string()),
        ]
    }
    assert len(told) == 6


def test_no_generator_of_numpy_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(np, "random")
    assert sum(map(len, dataset.jobs(Recipe(500)))) == 500


def test_the_rows_are_those_asked_for_in_sixteen_groups() -> None:
    for rows in (1, 5, 16, 1000, 50_001):
        tables = list(dataset.jobs(Recipe(rows)))
        assert sum(map(len, tables)) == rows
        assert len(tables) == min(rows, dataset.GROUPS)


def test_it_is_as_dirty_as_it_says(jobs: Any) -> None:
    possible = pc.and_(pc.greater(jobs["gpus"], 0), pc.less(jobs["gpus"], 65))
    rows = len(jobs)
    shares = {
        "sent twice": (1 - pc.count_distinct(jobs["job"]).as_py() / rows, 1 / 100),
        "no user": (jobs["user"].null_count / rows, 1 / 200),
        "no queue": (jobs["queue"].null_count / rows, 1 / 150),
        "no seconds": (jobs["seconds"].null_count / rows, 1 / 100),
        "gpus": (1 - _share(possible), 3 / 300),
        "below 0 s": (_share(pc.less(jobs["seconds"], 0)), 1 / 200),
        "a billion s": (_share(pc.equal(jobs["seconds"], 1e9)), 1 / 200),
    }
    for what, (share, mean) in shares.items():  # within five standard errors
        assert abs(share - mean) < 5 * (mean / rows) ** 0.5, what


def _share(mask: Any) -> float:
    return float(pc.mean(mask.fill_null(False)).as_py())


def test_a_row_that_was_sent_twice_says_the_same_twice(jobs: Any) -> None:
    different = jobs.group_by(jobs.column_names).aggregate([])
    assert pc.count_distinct(jobs["job"]).as_py() == len(different)


def test_users_are_drawn_by_zipf(jobs: Any) -> None:
    counts = pc.value_counts(jobs["user"].drop_null())
    found = sorted((one["counts"].as_py() for one in counts), reverse=True)
    whole = sum(1 / k for k in range(1, dataset.USERS + 1))
    for rank in (1, 2, 5, 20):
        expected = sum(found) / rank / whole
        assert abs(found[rank - 1] - expected) < 5 * expected**0.5


def test_a_throw_at_the_end_of_a_share_is_the_next_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends = random_numbers._ends(3)
    throws = np.array([0, ends[0] - 1, ends[0], ends[1] - 1, ends[1], ends[2] - 1])
    monkeypatch.setattr(random_numbers, "below", lambda *_: throws)
    assert random_numbers.zipf(7, "x", throws, 3).tolist() == [0, 0, 1, 1, 2, 2]


def test_users_differ_by_less_than_a_float_can_tell(jobs: Any) -> None:
    known = pc.unique(jobs["user"].drop_null()).to_numpy()
    assert len(np.unique(known.astype(np.float64))) < len(known) / 100


def test_a_few_of_them_are_not_in_the_dimension_table(jobs: Any) -> None:
    users = dataset.users(Recipe(60_000))
    assert pc.count_distinct(users["user"]).as_py() == len(users)
    assert 0.003 < 1 - len(users) / dataset.USERS < 0.007
    known = pc.is_in(pc.unique(jobs["user"].drop_null()), users["user"])
    assert not pc.all(known).as_py()


def test_names_of_queues_are_six_written_in_many_ways(jobs: Any) -> None:
    written = pc.unique(jobs["queue"].drop_null())
    clean = pc.unique(pc.utf8_lower(pc.utf8_trim_whitespace(written)))
    assert sorted(clean.to_pylist()) == sorted(dataset.QUEUES)
    assert len(written) > 50


def test_row_groups_hardly_overlap_in_time(jobs: Any) -> None:
    ends = [len(jobs) * n // dataset.GROUPS for n in range(dataset.GROUPS + 1)]
    groups = [jobs["submitted"][begin:end] for begin, end in pairwise(ends)]
    # What was sent again comes at most a thousand rows late, about six days here.
    for one, other in pairwise(groups):
        late = pc.max(one).as_py() - pc.min(other).as_py()
        assert late.total_seconds() < 1002 * 365 * 86_400 / len(jobs) + 300


def test_durations_are_spread_over_their_fifteen_doublings() -> None:
    found = random_numbers.milliseconds(7, "seconds", np.arange(30_000))
    assert found.min() >= 4000
    assert found.max() < 4000 * 2**15
    doubling = np.log2(found / 4000).astype(int)
    counts = np.bincount(doubling, minlength=15)
    assert (abs(counts - 2000) < 5 * 2000**0.5).all()
    within = found / 4000 / 2.0**doubling - 1
    for one in range(15):
        assert abs(within[doubling == one].mean() - 0.5) < 0.04


def test_a_row_is_the_same_in_any_company() -> None:
    rows = np.arange(1000)
    some = random_numbers.bits(7, "x", rows[300:310])
    assert (random_numbers.bits(7, "x", rows)[300:310] == some).all()
