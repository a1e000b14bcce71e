"""Policies that are told everything, as the bound of what a policy can reach."""

from random import Random
from statistics import fmean

import pytest

from benchmarks.simulate import contestants, oracle, told
from benchmarks.simulate.interfaces import Case
from benchmarks.simulate.memories import memories
from benchmarks.simulate.trial import Trial

CASE = Case(80, 6, 8)
SEEDS = range(1, 7)


def _planner(name: str) -> float:
    return fmean(
        Trial(name, "planner", CASE, seed).outcome().forgotten for seed in SEEDS
    )


def test_who_is_told_everything_forgets_less() -> None:
    found = fmean(oracle.forgotten(CASE, seed) for seed in SEEDS)
    assert found < _planner("fsrs") * 0.97


@pytest.mark.parametrize("name", ["act-r", "half-life"])
def test_who_is_told_of_another_family_forgets_less(name: str) -> None:
    assert told.told(name, CASE, SEEDS) < _planner(name) * 0.97


@pytest.mark.parametrize("name", ["act-r", "half-life"])
def test_the_told_memories_are_the_learners_own(name: str) -> None:
    case = Case(20, 5, 5)
    learner, rng = contestants.learner(name, case, 3), Random(5)
    times = sorted(rng.uniform(0, 5) for _ in range(60))
    for now in times:
        learner.study(rng.randrange(15), now, rng.random() < 0.6)
    have = memories(learner, case.items)
    for now in (5.0, 5.5, 12.0):
        own = [learner.recall(item, now) for item in range(case.items)]
        assert list(have.recall(now)) == pytest.approx(own)


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("name", ["act-r", "half-life"])
def test_a_told_future_is_what_becomes_of_it(name: str, *, right: bool) -> None:
    case = Case(6, 5, 5)
    learner = contestants.learner(name, case, 4)
    for item in range(3):
        learner.study(item, 0.5 * item, right)
    ahead = memories(learner, case.items).after(2.0)
    future = ahead[0 if right else -1][1]
    for item in range(case.items):
        learner.study(item, 2.0, right)
    own = [learner.recall(item, 6.0) for item in range(case.items)]
    assert list(future.recall(6.0)) == pytest.approx(own)


def test_only_known_families_can_be_told_of() -> None:
    with pytest.raises(TypeError, match="FsrsLearner"):
        memories(contestants.learner("fsrs", CASE, 1), CASE.items)


def test_what_it_prints_is_what_came_out() -> None:
    row = list(oracle.rows([CASE], ["fsrs"], 1))[-1]
    ours = Trial("fsrs", "planner", CASE, 1).outcome().forgotten
    assert row == (
        f"| fsrs | 80/6/8 | {100 * oracle.forgotten(CASE, 1):.2f} % | - "
        f"| {100 * ours:.2f} % |"
    )
