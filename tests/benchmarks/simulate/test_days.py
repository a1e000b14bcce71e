"""The day loop: a hard cap, the same luck for all, nothing asked too often."""

from random import Random

import pytest

from benchmarks.simulate import contestants
from benchmarks.simulate.behaviours import EveryDay, MissesDays
from benchmarks.simulate.costs import FixedCost
from benchmarks.simulate.days import run
from benchmarks.simulate.interfaces import REPEATS, Behaviour, Case, Cost
from benchmarks.simulate.trial import Trial, outcomes
from certlab.errors import CourseError

CASE = Case(40, 6, 5)


# ruff: noqa: ARG002 - parts take what the interface gives, and these need little of it


class Stuck:
    """A policy that knows one item only."""

    def __init__(self, case: Case, cost: Cost, rng: Random, times: int = 99) -> None:
        self.times, self.asked, self.day = times, 0, -1

    def pick(self, now: float, left: float) -> int | None:
        if int(now) != self.day:
            self.day, self.asked = int(now), 0
        self.asked += 1
        return 0 if self.asked <= self.times else None

    def saw(self, item: int, now: float, right: bool) -> None:
        """It learns nothing."""


class Certain:
    """A learner who knows everything."""

    def __init__(self, case: Case, rng: Random) -> None:
        self.times: list[float] = []

    def recall(self, item: int, now: float) -> float:
        return 1.0

    def study(self, item: int, now: float, right: bool) -> None:
        assert right
        self.times.append(now)


def lived(
    policy: Stuck, behaviour: Behaviour, case: Case = CASE
) -> tuple[float, Certain]:
    learner = Certain(case, Random(0))
    return run(case, policy, learner, behaviour, FixedCost(), 1).minutes, learner


@pytest.mark.parametrize("name", contestants.POLICIES)
def test_no_policy_uses_more_than_the_cap(name: str) -> None:
    found = Trial("fsrs", name, CASE, 3).outcome()
    assert 0 < found.minutes <= CASE.days * CASE.minutes
    assert 0 < found.forgotten < found.week_after < 1


@pytest.mark.parametrize("name", contestants.POLICIES)
@pytest.mark.parametrize("learner", ["fsrs", "act-r"])
def test_a_seed_is_a_run(name: str, learner: str) -> None:
    trial = Trial(learner, name, CASE, 5)
    assert trial.outcome() == trial.outcome()
    assert trial.outcome() != Trial(learner, name, CASE, 6).outcome()


def test_processes_change_nothing() -> None:
    trials = [Trial("fsrs", "sweep", CASE, seed) for seed in range(4)]
    assert outcomes(trials, 2) == outcomes(trials, 1)


def test_an_item_is_not_asked_beyond_the_repeats() -> None:
    with pytest.raises(CourseError, match="asks item 0 too often on day 0"):
        lived(Stuck(CASE, FixedCost(), Random(0)), EveryDay())
    minutes, _ = lived(Stuck(CASE, FixedCost(), Random(0), REPEATS + 1), EveryDay())
    assert minutes == pytest.approx((24 + 17 * 8) / 60)


def test_what_might_not_end_in_time_is_not_begun() -> None:
    case = Case(1, 2, 24 / 60)
    minutes, learner = lived(Stuck(case, FixedCost(), Random(0), 1), EveryDay(), case)
    assert len(learner.times) == 2
    short = Case(1, 2, 23.9 / 60)
    minutes, learner = lived(Stuck(short, FixedCost(), Random(0), 1), EveryDay(), short)
    assert minutes == 0
    assert learner.times == []


def test_on_a_missed_day_nothing_is_asked() -> None:
    policy = Stuck(CASE, FixedCost(), Random(0), 1)
    _, learner = lived(policy, MissesDays(seed=1, chance=0.5))
    studied = {int(at) for at in learner.times}
    missed = {day for day in range(CASE.days) if not MissesDays(1, 0.5).seconds(day, 9)}
    assert 0 < len(missed) < CASE.days
    assert studied == set(range(CASE.days)) - missed


def test_with_days_missed_the_planner_plans_on() -> None:
    found = Trial("fsrs", "planner", CASE, 2, misses=0.4).outcome()
    assert found.unseen < CASE.items
