"""Intervals and chances against scipy's, and against laws they must keep."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.study.exams.interval import chance, interval
from certlab.study.exams.score import CUTS, curve, whole


@pytest.mark.parametrize(
    ("right", "total", "low", "high"),
    # scipy.stats.beta.ppf([0.1, 0.9], right + 0.5, total - right + 0.5), scipy 1.16
    [
        (1, 2, 0.156475586934, 0.843524413066),
        (2, 4, 0.224568602410, 0.775431397590),
        (6, 8, 0.525600403158, 0.894375835723),
        (17, 22, 0.643674674477, 0.867755181353),
        (50, 70, 0.641327818714, 0.778607601289),
        (1, 70, 0.004180351605, 0.043824591719),
        (69, 70, 0.956175408281, 0.995819648395),
        (300, 400, 0.721399290184, 0.776819303097),
    ],
)
def test_an_interval_is_that_of_scipy(
    right: int, total: int, low: float, high: float
) -> None:
    assert interval(right, total) == pytest.approx((low, high), abs=1e-10)


@pytest.mark.parametrize(
    ("right", "total", "questions", "cut", "wanted"),
    # scipy.stats.betabinom.sf(ceil(cut * questions / 100) - 1, questions, ...)
    [
        (50, 70, 70, 60, 0.934646007275),
        (50, 70, 70, 70, 0.609227151060),
        (50, 70, 70, 80, 0.140330436083),
        (0, 10, 50, 50, 0.000479580631),
        (10, 10, 50, 90, 0.866742387354),
        (14, 27, 50, 61, 0.218712971203),
    ],
)
def test_a_chance_is_that_of_scipy(
    right: int, total: int, questions: int, cut: int, wanted: float
) -> None:
    assert chance(right, total, questions, cut) == pytest.approx(wanted, abs=1e-10)


def test_nothing_known_is_the_whole_range() -> None:
    assert interval(0, 0) == (0, 1)


def test_the_ends_of_the_range_are_reached() -> None:
    assert interval(0, 5)[0] == 0
    assert interval(5, 5)[1] == 1


@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_share_lies_in_its_interval_and_mirrors(case: tuple[int, int]) -> None:
    right, total = case
    low, high = interval(right, total)
    assert 0 <= low <= right / total <= high <= 1
    assert interval(total - right, total) == pytest.approx(
        (1 - high, 1 - low), abs=1e-9
    )


@given(st.integers(1, 90).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_higher_cut_is_never_easier(case: tuple[int, int]) -> None:
    right, total = case
    chances = [one for _, one in curve(right, total, 60)]
    assert len(chances) == len(CUTS)
    assert all(one >= other for one, other in pairwise(chances))
    assert chance(right, total, 60, 0) == pytest.approx(1)


def test_halves_of_a_percent_are_rounded_up() -> None:
    assert [whole(1, 8), whole(3, 8), whole(1, 3), whole(0, 0)] == [13, 38, 33, 0]
