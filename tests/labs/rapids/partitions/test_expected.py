"""What a run should cost: laws, and small cases tried out whole."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.labs.rapids.real.partitions import expected

parts = st.lists(st.floats(0.01, 1), min_size=1, max_size=8).map(
    lambda found: [one / sum(found) for one in found]
)


@given(parts, st.floats(1, 1e12))
def test_from_even_parts_it_does_not_matter_where_rows_end(after, total) -> None:
    even = [1 / len(after)] * len(after)
    assert expected.leaves(total, even, after) == pytest.approx(
        expected.shuffled(total, len(after)), abs=total * 1e-9
    )


@given(parts)
def test_no_more_leaves_than_there_is_and_nothing_leaves_one_worker(before) -> None:
    assert 0 <= expected.leaves(1, before, before) <= 1
    assert expected.leaves(7, [1], [1]) == expected.shuffled(7, 1) == 0
    assert expected.broadcast(7, 1) == 0


@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_rows_dealt_out_by_hand_leave_as_often(workers, random) -> None:
    """Every row of a table that is even before, to a worker that is drawn."""
    rows = [(n % workers, random.randrange(workers)) for n in range(workers * 500)]
    before = [1 / workers] * workers
    after = [sum(b == w for _, b in rows) / len(rows) for w in range(workers)]
    left = sum(a != b for a, b in rows)
    assert left == pytest.approx(expected.leaves(len(rows), before, after), rel=0.15)


@pytest.mark.parametrize(
    ("before", "after"), [([0.5, 0.5], [1.0]), ([0.5, 0.6], [0.5, 0.5])]
)
def test_parts_that_are_no_whole_are_refused(before, after) -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        expected.leaves(1, before, after)


@pytest.mark.parametrize("large", [10, 100, 1000])
@pytest.mark.parametrize("small", [1, 50, 500])
@pytest.mark.parametrize("workers", [2, 3, 16])
def test_the_join_that_moves_less_is_taken(large, small, workers) -> None:
    """They are even where small × (workers - 1) is large."""
    wanted = "broadcast" if small * (workers - 1) <= large else "shuffle"
    assert expected.joined(large, small, workers) == wanted


@given(st.lists(st.integers(1, 20), min_size=1, max_size=6), st.integers(1, 3))
def test_no_way_to_deal_out_partitions_beats_the_bound(rows, workers) -> None:
    least = min(
        max(
            sum(n for n, one in zip(rows, dealt, strict=True) if one == worker)
            for worker in range(workers)
        )
        for dealt in product(range(workers), repeat=len(rows))
    )
    assert sum(rows) / least <= expected.speedup(rows, workers) + 1e-9


@given(st.floats(1e-9, 1e-3), st.floats(0.001, 100), st.integers(2, 64))
def test_it_pays_from_the_size_where_both_take_the_same(row, overhead, workers) -> None:
    rows = expected.pays_from(row, overhead, workers)
    assert rows * row == pytest.approx(overhead + rows * row / workers)


def test_one_worker_never_pays_and_many_partitions_are_refused() -> None:
    assert expected.pays_from(1, 1, 1) == math.inf
    assert expected.splits(9) == 81
    with pytest.raises(ValueError, match="32"):
        expected.splits(33)


@given(
    st.floats(1, 1e6),
    st.floats(1, 1e3),
    st.sampled_from([1 / 8, 1 / 32]),
    st.integers(1, 9),
)
def test_partitions_are_small_enough_and_even(total, room, part, workers) -> None:
    count = expected.partitions(total, room, part, workers)
    assert count % workers == 0
    assert count >= workers
    assert total / count <= room * part * (1 + 1e-9)
