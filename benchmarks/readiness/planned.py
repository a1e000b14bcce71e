"""Whether what a plan is expected to bring comes out: learners who keep it to the exam.

    python -m benchmarks plan                        # the published table, half an hour
    python -m benchmarks plan --short --learners 6   # a sample

Somebody with a history, or with none, asks for the plan and is told what to expect of it.
They live every day by it, planned anew each day from their answers, and sit the exam.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from random import Random

from benchmarks.readiness.courses import EXAM
from benchmarks.readiness.figures import Case, mean
from benchmarks.readiness.histories import HABITS, Desk, Life, moment, studied
from benchmarks.readiness.tables import FAMILIES, Goal, coverage
from benchmarks.simulate import interfaces
from benchmarks.simulate.costs import FixedCost
from benchmarks.simulate.policies.planned import PlannerPolicy
from certlab.day.today import serving, today, weighted
from certlab.planner.forecast import Outcome, Part
from certlab.planner.goal import Goal as Aim
from certlab.planner.outlook import outlook
from certlab.readiness import readiness
from certlab.study.standing import Standing

KINDS = tuple(HABITS)
DAYS = (3, 7, 14, 21, 28)
MINUTES = (10, 15, 20, 30, 45)
_DAY = 86_400
_WORK = 150  # of a day's rounds: its prices begin at yesterday's


@dataclass(frozen=True)
class Ahead:
    """A learner on the day the plan is asked for, and what came of it.

    Attributes:
        days: of study until the exam, that day included.
        outcomes: what the plan expected of the items.
        score: of the sitting, from 0 to 1.
    """

    life: Life
    days: int
    minutes: int
    outcomes: dict[Part, Outcome]
    score: float


def case(one: Ahead) -> Case:
    """What was said of the plan, beside what came out."""
    life, now = one.life, moment(one.life.now)
    day = now.date() + timedelta(one.days)
    said = readiness(
        Standing(life.course, life.rows), EXAM, day, now, outcomes=one.outcomes
    )
    return Case(life.kind, life.person.family, one.score, 0.0, 0.0, said)


def table(learners: Sequence[Ahead]) -> Iterator[str]:
    """A row for each kind of history, the days left, each family of learners, and all."""
    pairs = [(one, case(one)) for one in learners]
    groups = {
        **{kind: [c for _, c in pairs if c.kind == kind] for kind in KINDS},
        **{f"{n} days": [c for one, c in pairs if one.days == n] for n in DAYS},
        **{name: [c for _, c in pairs if c.family == name] for name in FAMILIES},
        "all": [c for _, c in pairs],
    }
    yield "| learners | n | covered | width | bias | rmse |"
    yield "|---|---|---|---|---|---|"
    for name, cases in groups.items():
        if cases:
            errors = [one.score - one.said.mean for one in cases]
            width = mean(one.width for one in cases)
            rmse = mean(error**2 for error in errors) ** 0.5
            yield (
                f"| {name} | {len(cases)} | {100 * coverage(cases):.1f} % | "
                f"{100 * width:.1f} | {100 * mean(errors):+.1f} | {100 * rmse:.1f} |"
            )


def publish(learners: int, say: Callable[[str], object], *, short: bool) -> int:
    """Say the table.

    Returns:
        0 where the interval covers what it says, within two standard errors of 180
        learners, and for learners that are not the published ones; else 1.
    """
    purpose = "short" if short else "published"
    found = [ahead(purpose, n) for n in range(learners)]
    for line in table(found):
        say(line)
    covered = coverage([case(one) for one in found])
    wanted = Goal("covered, 0.74 to 0.86", covered, 0.74 <= covered <= 0.86)
    say(str(wanted))
    return 0 if short or wanted.met else 1


def ahead(purpose: str, n: int, overlap: float | None = None) -> Ahead:
    """A learner by number: live up to the plan, note it, keep it, sit the exam."""
    rng = Random(f"plan/{purpose}:{n}")
    kind = KINDS[n % len(KINDS)]
    life, desk = studied(rng, kind, overlap)
    begin = ceil(life.now)
    days, minutes = rng.choice(DAYS), rng.choice(MINUTES)
    now = moment(begin)
    life.now = begin
    rows = [*life.rows]
    aim = Aim(EXAM, now.date() + timedelta(days), minutes)
    plan = today(Standing(life.course, rows), aim, now)
    assert plan.plan is not None
    assert plan.forecast is not None
    keep(life, desk, begin, days, minutes, plan.plan.prices)
    life.rows = rows
    life.exam = begin + days - 0.375  # at nine in the morning
    return Ahead(life, days, minutes, dict(plan.forecast.outcomes), desk.sit(life.exam))


def keep(
    life: Life,
    desk: Desk,
    begin: int,
    days: int,
    minutes: int,
    prices: Sequence[float],
) -> None:
    """Every day of the plan, made anew each morning from its first prices."""
    before = outlook(days, days), prices
    items = [one.id for one in serving(life.course, EXAM)]
    weights = weighted(life.course, EXAM, serving(life.course, EXAM))
    whole = sum(weights.values())
    shares = tuple(weights[id] / whole for id in items)
    case = interfaces.Case(len(items), begin + days, minutes, shares)
    cost = FixedCost()
    policy = PlannerPolicy(case, cost, life.person.rng, work=_WORK, before=before)
    numbers = {id: n for n, id in enumerate(items)}
    seen = set()
    for row in life.rows:
        day = (row.time - moment(0)).total_seconds() / _DAY
        policy.saw(numbers[row.item], day, row.outcome == "correct")
        seen.add(row.item)
    for day in range(begin, begin + days):
        spent = 0.0
        while True:
            at = day + spent / _DAY
            number = policy.pick(at, case.seconds - spent)
            if number is None:
                break
            id = items[number]
            if spent + cost.seconds(id not in seen, False) > case.seconds:
                break
            right = desk.ask(id, at)
            policy.saw(number, at, right)
            spent += cost.seconds(id not in seen, right)
            seen.add(id)
