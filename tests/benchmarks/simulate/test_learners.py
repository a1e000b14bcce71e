"""Learners of every family keep the same few laws."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.simulate import contestants
from benchmarks.simulate.interfaces import Case, Learner
from benchmarks.simulate.learners.act_r import ActRLearner
from benchmarks.simulate.learners.half_life import HalfLifeLearner

CASE = Case(5, 30, 10)
ANSWERS = st.lists(st.tuples(st.floats(0.01, 20), st.booleans()), max_size=8)
FAMILIES = pytest.mark.parametrize("family", contestants.LEARNERS)


@FAMILIES
@given(seed=st.integers(0, 10**6), answers=ANSWERS, gap=st.floats(0.1, 50))
def test_recall_is_a_chance_that_falls_with_time_to_what_was_known_before(
    family: str, seed: int, answers: list[tuple[float, bool]], gap: float
) -> None:
    learner = contestants.learner(family, CASE, seed)
    before, now = learner.recall(0, 0.0), 0.0
    for days, right in answers:
        now += days
        learner.study(0, now, right)
    soon, late = learner.recall(0, now + gap), learner.recall(0, now + 2 * gap)
    assert 0 <= before <= late <= soon <= 1
    assert learner.recall(1, now) == contestants.learner(family, CASE, seed).recall(
        1, 0.0
    )


@FAMILIES
def test_a_seed_is_a_learner(family: str) -> None:
    one, same, other = (contestants.learner(family, CASE, seed) for seed in (1, 1, 2))
    for learner in (one, same, other):
        learner.study(0, 0.0, True)
    assert one.recall(0, 9.0) == same.recall(0, 9.0)
    assert one.recall(0, 9.0) != other.recall(0, 9.0)


@FAMILIES
def test_an_item_met_once_is_mostly_known_a_day_later(family: str) -> None:
    mean = averaged(lambda seed: contestants.learner(family, CASE, seed), 200)
    assert 0.65 < mean < 0.95


def averaged(make: Callable[[int], Learner], count: int) -> float:
    total = 0.0
    for seed in range(count):
        learner = make(seed)
        learner.study(0, 0.0, Random(seed).random() < 0.35)
        total += learner.recall(0, 1.0)
    return total / count


def test_in_act_r_spaced_meetings_last_longer_than_massed_ones() -> None:
    spaced, massed = (ActRLearner(CASE, Random(1)) for _ in range(2))
    for n in range(3):
        spaced.study(0, 3.0 * n, True)
        massed.study(0, 6 + 0.002 * n, True)
    assert spaced.recall(0, 40.0) > massed.recall(0, 40.0)


def test_in_half_life_only_the_counts_matter() -> None:
    spaced, massed = (HalfLifeLearner(CASE, Random(1)) for _ in range(2))
    for n in range(3):
        spaced.study(0, 3.0 * n, True)
        massed.study(0, 6 + 0.002 * n, True)
    assert spaced.recall(0, 40.0) == pytest.approx(massed.recall(0, 40.0), abs=1e-3)
