"""The days before an exam: one policy, one learner, a hard cap of seconds a day."""

from collections import Counter
from dataclasses import dataclass
from random import Random

from benchmarks.simulate.interfaces import (
    REPEATS,
    Behaviour,
    Case,
    Cost,
    Learner,
    Policy,
)
from certlab.errors import CourseError

WEEK = 7
_DAY = 86_400


@dataclass(frozen=True)
class Outcome:
    """What one run came to.

    Attributes:
        forgotten: share of the exam's weight that is not recalled on the day, expected.
        week_after: the same a week later, with nothing done in between.
        minutes: used in all.
        answers: given in all.
        unseen: how many items were never met.
        full: share of the days on which the cap cut the work off.
    """

    forgotten: float
    week_after: float
    minutes: float
    answers: int
    unseen: int
    full: float


def run(
    case: Case,
    policy: Policy,
    learner: Learner,
    behaviour: Behaviour,
    cost: Cost,
    seed: int,
) -> Outcome:
    """Live all days, then sit the exam.

    Whether the n-th answer to an item is right hangs on the seed, the item and n only, so
    two policies with one seed meet the same luck.

    Raises:
        CourseError: the policy picked what may not be asked.
    """
    luck = [Random(f"luck/{seed}/{item}") for item in range(case.items)]
    seen: set[int] = set()
    spent, answers, full = 0.0, 0, 0
    for day in range(case.days):
        used, given, cut = _day(
            policy,
            learner,
            cost,
            luck,
            seen,
            day,
            behaviour.seconds(day, case.seconds),
        )
        spent, answers, full = spent + used, answers + given, full + cut
    exam = float(case.days)
    return Outcome(
        forgotten=_forgotten(case, learner, exam),
        week_after=_forgotten(case, learner, exam + WEEK),
        minutes=spent / 60,
        answers=answers,
        unseen=case.items - len(seen),
        full=full / case.days,
    )


def _day(
    policy: Policy,
    learner: Learner,
    cost: Cost,
    luck: list[Random],
    seen: set[int],
    day: int,
    cap: float,
) -> tuple[float, int, bool]:
    """Seconds used, answers given, and whether there was more to do."""
    asked: Counter[int] = Counter()
    spent = 0.0
    while spent < cap:
        now = day + spent / _DAY
        item = policy.pick(now, cap - spent)
        if item is None:
            return spent, asked.total(), False
        if asked[item] > REPEATS:
            raise CourseError(f"The policy asks item {item} too often on day {day}.")
        new = item not in seen
        # Nothing is begun that might not end in time: the cap is hard.
        if spent + max(cost.seconds(new, True), cost.seconds(new, False)) > cap:
            return spent, asked.total(), True
        right = luck[item].random() < learner.recall(item, now)
        learner.study(item, now, right)
        policy.saw(item, now, right)
        seen.add(item)
        asked[item] += 1
        spent += cost.seconds(new, right)
    return spent, asked.total(), cap > 0


def _forgotten(case: Case, learner: Learner, when: float) -> float:
    return sum(
        case.weight(item) * (1 - learner.recall(item, when))
        for item in range(case.items)
    )
