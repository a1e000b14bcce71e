"""A/B tests: their size against simulated trials, their p-value against scipy."""

from collections.abc import Callable

import pytest

from certlab.errors import Refusal

stats = pytest.importorskip("scipy.stats")

from certlab.labs.mlops.real.trial import (
    peeks,
    played,
    sample_size,
    two_proportions,
)


@pytest.mark.parametrize(("before", "after"), [(0.30, 0.27), (0.1, 0.13), (0.5, 0.45)])
def test_a_trial_of_that_size_finds_four_of_five(before: float, after: float) -> None:
    size = sample_size(before, after)
    found = [
        two_proportions(a, size, b, size) < 0.05
        for a, b in (played(before, after, size, seed) for seed in range(1000))
    ]
    assert sum(found) / len(found) == pytest.approx(0.8, abs=0.04)


def test_half_the_difference_takes_four_times_as_many() -> None:
    assert sample_size(0.3, 0.285) / sample_size(0.3, 0.27) == pytest.approx(
        4, rel=0.05
    )


def test_more_power_and_less_error_take_more() -> None:
    usual = sample_size(0.3, 0.27)
    assert sample_size(0.3, 0.27, power=0.9) > usual
    assert sample_size(0.3, 0.27, alpha=0.01) > usual
    assert sample_size(0.27, 0.3) == usual


@pytest.mark.parametrize(
    "given", [(30, 100, 45, 100), (300, 1000, 270, 900), (5, 50, 5, 50), (0, 9, 3, 9)]
)
def test_the_p_value_is_that_of_scipy(given: tuple[int, int, int, int]) -> None:
    hits_a, a, hits_b, b = given
    counts = [[hits_a, a - hits_a], [hits_b, b - hits_b]]
    theirs = stats.chi2_contingency(counts, correction=False).pvalue
    assert two_proportions(*given) == pytest.approx(float(theirs))


@pytest.mark.parametrize("hits", [0, 7])
def test_nobody_or_everybody_is_no_difference(hits: int) -> None:
    assert two_proportions(hits, 7, hits, 7) == 1


def test_peeking_finds_more_than_it_was_promised_and_one_look_does_not() -> None:
    found = peeks(10, each_day=100, runs=1500)
    at_the_end = sum(one[-1] < 0.05 for one in found) / len(found)
    some_day = sum(min(one) < 0.05 for one in found) / len(found)
    assert at_the_end == pytest.approx(0.05, abs=0.02)
    assert some_day > 2.5 * at_the_end
    assert sum(min(one) < 0.05 / 10 for one in found) / len(found) < 0.05


def test_each_trial_has_a_p_value_for_each_day_of_all_people_so_far() -> None:
    found = peeks(3, each_day=40, runs=5)
    assert [len(one) for one in found] == [3] * 5
    assert all(0 <= p <= 1 for one in found for p in one)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: sample_size(30, 27), "30 is no share; write 30 % as 0.3"),
        (lambda: sample_size(0.3, 0.0), "0 is no share"),
        (lambda: sample_size(0.3, 0.3), "a difference of 0"),
        (lambda: two_proportions(3, 0, 1, 5), "3 of 0"),
        (lambda: two_proportions(6, 5, 1, 5), "6 of 5"),
        (lambda: peeks(0), "at least one trial"),
    ],
)
def test_what_is_no_trial_is_refused(call: Callable[[], object], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        call()
