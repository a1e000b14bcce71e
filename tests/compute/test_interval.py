"""The interval of a median, against published ranks and against the binomial law."""

from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.compute.interval import Interval, of_median


# Ranks from the sign-test table in textbooks of nonparametric statistics.
@pytest.mark.parametrize(
    ("count", "rank"), [(6, 1), (8, 1), (9, 2), (10, 2), (20, 6), (25, 8), (30, 10)]
)
def test_the_ends_are_the_ranks_of_the_sign_test(count: int, rank: int) -> None:
    values = list(range(1, count + 1))
    Random(0).shuffle(values)
    found = of_median(values)
    assert (found.low, found.high) == (rank, count + 1 - rank)


@pytest.mark.parametrize("count", [6, 7, 50, 333, 1000])
def test_it_covers_95_percent_and_a_narrower_one_would_not(count: int) -> None:
    rank = of_median(list(range(1, count + 1))).low

    def missed(rank: int) -> float:
        return 2 * sum(comb(count, i) for i in range(rank)) / 2**count

    assert missed(int(rank)) <= 0.05 < missed(int(rank) + 1)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60))
def test_the_median_lies_in_its_interval(values: list[float]) -> None:
    found = of_median(values)
    assert min(values) <= found.low <= found.value <= found.high <= max(values)


def test_few_values_have_their_whole_range() -> None:
    assert of_median([3, 1, 2]) == Interval(2, 1, 3)
    assert of_median([4.0]) == Interval(4.0, 4.0, 4.0)
    assert of_median([1, 2]).value == 1.5


def test_no_values_have_no_median() -> None:
    with pytest.raises(ValueError, match="nothing"):
        of_median([])


def test_its_text() -> None:
    assert str(Interval(1.2345, 1, 2)) == "1.23 (95 % interval 1 to 2)"
