"""PSI and the test of Kolmogorov and Smirnov, against scipy and against laws of theirs."""

import math
import random
import statistics
from collections.abc import Callable

import pytest

from certlab.errors import Refusal
from certlab.labs.mlops.drift import (
    FLOOR,
    bin_edges,
    kolmogorov,
    ks,
    numbers,
    psi,
    psi_by_chance,
    psi_terms,
    shares,
)


def drawn(seed: int, size: int, *, shift: float = 0, step: float = 0) -> list[float]:
    """Numbers of a normal distribution; with a step, rounded to it."""
    rng = random.Random(seed)
    values = [rng.gauss(shift, 1) for _ in range(size)]
    return [round(value / step) * step for value in values] if step else values


def test_the_edges_cut_the_reference_into_equal_shares() -> None:
    reference = drawn(1, 1000)
    edges = bin_edges(reference, 10)
    assert len(edges) == 9
    assert list(edges) == sorted(edges)
    assert shares(reference, edges) == pytest.approx([0.1] * 10)


@pytest.mark.parametrize(
    "reference", [[0, 0, 0, 0, 1], [0, 1, 1, 1, 1], [0, 1], [1, 2, 2, 2, 2, 2, 3]]
)
def test_repeated_values_leave_fewer_bins_and_none_of_them_empty(
    reference: list[float],
) -> None:
    assert all(shares(reference, bin_edges(reference, 10)))


def test_values_outside_the_reference_fall_into_the_outer_bins() -> None:
    assert shares([-1e9, 1e9, 1e9], (1.0, 2.0)) == pytest.approx((1 / 3, 0, 2 / 3))


def test_a_value_on_an_edge_belongs_to_the_bin_below() -> None:
    assert shares([1.0], (1.0, 2.0)) == (1, 0, 0)


def test_psi_of_a_worked_example() -> None:
    """0.3 × ln 4 and -0.3 × ln (2 / 3), by hand."""
    assert psi_terms([0.1, 0.9], [0.4, 0.6]) == pytest.approx(
        (0.3 * math.log(4), -0.3 * math.log(2 / 3))
    )
    assert psi([0.1, 0.9], [0.4, 0.6]) == pytest.approx(0.5375, abs=5e-5)


def test_psi_is_nothing_for_equal_shares_and_the_same_both_ways() -> None:
    one, other = [0.2, 0.3, 0.5], [0.5, 0.25, 0.25]
    assert psi(one, one) == 0
    assert psi(one, other) == pytest.approx(psi(other, one))
    assert psi(one, other) > 0


def test_an_empty_bin_counts_as_the_floor_that_is_stated() -> None:
    given = psi([0.5, 0.5], [1.0, 0.0])
    by_hand = 0.5 * math.log(2) + (FLOOR - 0.5) * math.log(FLOOR / 0.5)
    assert given == pytest.approx(by_hand)
    assert psi([0.5, 0.5], [1.0, 0.0], floor=1e-2) < given


def test_psi_by_chance_is_the_mean_of_many_pairs_of_samples() -> None:
    before, now, bins, pairs = 1500, 500, 10, 300
    found = []
    for seed in range(pairs):
        reference = drawn(2 * seed, before)
        edges = bin_edges(reference, bins)
        found.append(
            psi(shares(reference, edges), shares(drawn(2 * seed + 1, now), edges))
        )
    expected = psi_by_chance(bins, before, now)
    assert statistics.mean(found) == pytest.approx(expected, rel=0.1)


@pytest.mark.parametrize("step", [0, 0.5], ids=["smooth", "with ties"])
@pytest.mark.parametrize("shift", [0, 0.05, 0.3, 3])
def test_ks_agrees_with_scipy(shift: float, step: float) -> None:
    stats = pytest.importorskip("scipy.stats")
    a, b = drawn(3, 900, step=step), drawn(4, 400, shift=shift, step=step)
    theirs = stats.ks_2samp(a, b, method="asymp")
    ours = ks(a, b)
    assert ours.statistic == pytest.approx(theirs.statistic)
    assert ours.at == pytest.approx(theirs.statistic_location)
    # scipy takes the distribution for its number of rows, and not the limit.
    assert ours.p == pytest.approx(theirs.pvalue, abs=0.02)
    rows = 900 * 400 / 1300
    exactly = stats.kstwobign.sf(math.sqrt(rows) * ours.statistic)
    assert ours.p == pytest.approx(exactly, rel=1e-6, abs=1e-15)


def test_the_limit_agrees_with_scipy_everywhere() -> None:
    special = pytest.importorskip("scipy.special")
    for one in range(400):
        distance = one / 100
        assert kolmogorov(distance) == pytest.approx(
            float(special.kolmogorov(distance)), rel=1e-9, abs=1e-12
        )


def test_equal_samples_are_no_distance_apart() -> None:
    a = drawn(5, 50)
    assert ks(a, a) == ks(a, list(reversed(a)))
    assert (ks(a, a).statistic, ks(a, a).p) == (0, 1)


def test_samples_that_do_not_meet_are_as_far_apart_as_can_be() -> None:
    assert ks([1, 2, 3], [4, 5]).statistic == 1


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: bin_edges([]), "the reference is empty"),
        (lambda: bin_edges([math.nan] * 3), "the reference has no number"),
        (lambda: bin_edges([1.0, math.nan]), "lacks 1 of its 2"),
        (lambda: bin_edges([7.0] * 9), "every value of the reference is 7"),
        (lambda: bin_edges([1, 2], bins=1), "at least 2"),
        (lambda: shares([], (1.0,)), "the column is empty"),
        (lambda: shares([math.nan], (1.0,)), "the column has no number"),
        (lambda: psi([0.5, 0.5], [0.5, 0.4]), "actual shares sum to 0.9"),
        (lambda: psi([5, 5], [0.5, 0.5]), "each expected share"),
        (lambda: psi([0.5, 0.5], [math.nan, 1.0]), "each actual share"),
        (lambda: psi([], []), "between 0 and 1"),
        (lambda: psi([1.0], [0.5, 0.5]), "same edges"),
        (lambda: psi([1.0], [1.0], floor=0), "above 0"),
        (lambda: psi_by_chance(10, 0, 5), "a row on each side"),
        (lambda: ks([], [1]), "the first sample is empty"),
        (lambda: ks([1], [math.nan]), "second sample has no number"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    call: Callable[[], object], says: str
) -> None:
    with pytest.raises(Refusal, match=says):
        call()


def test_what_is_fine_comes_back_as_it_is() -> None:
    values = [1.0, 2.0]
    assert numbers(values, "the values") is values
