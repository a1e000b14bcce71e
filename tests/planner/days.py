"""Days of learners who keep their plan: what is asked is answered, and a night passes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from certlab.planner.day import DayPlan, plan_day
from certlab.planner.fit import USUAL
from certlab.planner.grid import Seconds
from certlab.planner.inputs import Inputs
from certlab.planner.learner_model import LearnerModel
from certlab.planner.outlook import outlook
from certlab.planner.prices import Settled
from certlab.planner.selection import Candidate

Record = list[tuple[float, bool]]
_CURVE = LearnerModel(USUAL.curve)


@dataclass
class Life:
    """A learner with so many days to an exam.

    Attributes:
        days: of study that are left on the first day, which is 0.
        records: of each item, as days and whether right.
    """

    draw: Random
    days: int
    minutes: int
    records: list[Record] = field(default_factory=list)

    def inputs(self, day: int) -> Inputs:
        """What the plan of a day is made from."""
        some = [
            Candidate(
                n,
                1.0 + n % 2,
                _CURVE.beliefs(record, day)[0][1],
                USUAL.beliefs(record, day),
            )
            for n, record in enumerate(self.records)
        ]
        left, cap = self.days - day, 60.0 * self.minutes
        view = outlook(left, left - 0.4)
        return Inputs(some, view, cap, cap, Seconds(), USUAL, 0.35)

    def answer(self, plan: DayPlan, day: int) -> None:
        """Do the day's work."""
        for one in plan.today:
            right = self.draw.random() < one.recall
            self.records[int(str(one.key))].append((float(day), right))


def life(
    seed: int, days: Sequence[int] = (4, 7, 10), minutes: Sequence[int] = (3, 6, 12)
) -> Life:
    """Somebody at random: none, some or most of the items were met before."""
    draw = Random(seed)
    made = Life(draw, draw.choice(days), draw.choice(minutes))
    met = draw.choice((0.0, 0.4, 0.9))
    made.records = [met_before(draw, met) for _ in range(draw.choice((30, 60)))]
    return made


def met_before(draw: Random, share: float) -> Record:
    """The answers to an item in the weeks before, if it was met."""
    record: Record = []
    if draw.random() < share:
        day = -draw.randint(1, 40)
        while day < 0:
            record.append((float(day), draw.random() < 0.7))
            day += draw.randint(1, 15)
    return record


def planned(given: Inputs, earlier: Settled | None = None) -> DayPlan:
    """The plan of a day, from nothing or from an earlier one."""
    return plan_day(
        given.candidates,
        given.outlook,
        given.cap,
        left=given.left,
        learner=given.learner,
        known=given.known,
        earlier=earlier,
    )


def days_in_a_row(seed: int, count: int = 3) -> Iterator[tuple[Inputs, DayPlan]]:
    """Each day's inputs and its plan, which begins with the prices of the day before."""
    made, before = life(seed), None
    for day in range(min(count, made.days)):
        given = made.inputs(day)
        on = before and before.settled.on(made.days - day + 1, made.days - day)
        before = planned(given, on)
        yield given, before
        made.answer(before, day)
