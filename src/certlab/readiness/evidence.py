"""What a history holds for an exam: first answers, and what is left of practised items."""

from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from certlab.course import Course
from certlab.readiness.assumptions import Assumptions
from certlab.readiness.guess import known
from certlab.readiness.recalibration import Bin, binned, fit
from certlab.study.answers import Answer
from certlab.study.exams.blueprint import Blueprint, covered
from certlab.study.memory import SAME_SITTING, Memory, after
from certlab.study.standing import Standing

_DAY = timedelta(days=1)
_GUESS = 0.25  # where the course has no question yet: one option of four
_CLOCKS = timedelta(minutes=10)  # that two devices' clocks may differ


@dataclass(frozen=True)
class Practised:
    """An item that was answered: whether the first answer was right, and what is known of
    it on the day, from 0 to 1."""

    right: bool
    known: float


@dataclass
class Evidence:
    """What speaks for one domain.

    Attributes:
        guess: mean chance to guess one of the domain's items.
        items: how many the course has, answered or not.
        fresh: how many of them were answered.
        gained: logits that the share known of the domain grows by until the day.
        covered: of how many of the domain's objectives the course has questions, and how
            many it has.
        firsts: by outcome and chance to guess it, how many first answers, those that are
            old counting less.
    """

    guess: float
    items: int
    fresh: int = 0
    covered: tuple[int, int] = (0, 0)
    gained: float = 0.0
    firsts: dict[tuple[bool, float], float] = field(default_factory=dict)
    practised: list[Practised] = field(default_factory=list)

    @property
    def shared(self) -> float:
        """The part of the domain of which the exam may ask what the course asks."""
        served, objectives = self.covered
        return served / objectives if objectives else 1.0

    def first(self, right: bool, chance: float, weight: float) -> None:
        """Count a first answer."""
        self.firsts[right, chance] = self.firsts.get((right, chance), 0.0) + weight


@dataclass
class Record:
    """A history as it was walked through.

    Attributes:
        first: the first answer ever given to each item.
        memory: of each item.
        predicted: how often so much recall was predicted before a repeat, and the answer
            was right or not.
        exercises: the last outcome of each.
        times: of all answers that count.
        future: how many answers carry a time that is still to come.
    """

    first: dict[str, Answer] = field(default_factory=dict)
    memory: dict[str, Memory] = field(default_factory=dict)
    predicted: Counter[Bin] = field(default_factory=Counter)
    exercises: dict[str, Answer] = field(default_factory=dict)
    times: list[datetime] = field(default_factory=list)
    future: int = 0

    def copied(self) -> "Record":
        """The same, to which more can be added."""
        return Record(
            {**self.first},
            {**self.memory},
            self.predicted.copy(),
            {**self.exercises},
            [*self.times],
        )

    def take(self, row: Answer, time: datetime) -> None:
        """Add an answer to a question, given after those before it."""
        before = self.memory.get(row.item)
        if before is None:
            self.first[row.item] = row
        elif time - before.counted >= SAME_SITTING:
            right = row.outcome == "correct"
            self.predicted[binned(before.recall(time), right)] += 1
        self.memory[row.item] = after(before, row)


def walk(standing: Standing, plan: Blueprint, now: datetime) -> Record:
    """Go through a history in order of time, whatever order it comes in.

    Only questions of domains with a weight count, and exercises. Cards are not among
    them: the exam asks none, and the learner grades them. Answers from before an item's
    reset are skipped.
    """
    asked = {one.item for part in plan.fields if part.weight for one in part.candidates}

    def walked(before: Record | None, answers: Sequence[Answer]) -> Record:
        found = before.copied() if before else Record()
        once = {row.ulid or str(id(row)): row for row in answers}
        for row in sorted(once.values(), key=lambda one: (one.time, one.ulid)):
            if row.mode == "exercise":
                found.exercises[row.item] = row
            elif row.item in asked and row.rev >= standing.resets[row.item]:
                found.times.append(row.time)
                found.take(row, row.time)
        return found

    found = standing.folded(f"walk:{plan.exam}", walked)
    ahead = len(found.times) - bisect(found.times, now + _CLOCKS)
    return replace(found, future=ahead)


def gather(
    course: Course,
    plan: Blueprint,
    record: Record,
    now: datetime,
    day: datetime,
    assumed: Assumptions,
) -> dict[int, Evidence]:
    """What speaks for each domain of an exam that has a weight."""

    def weight(row: Answer) -> float:
        age = day - min(row.time, now)
        return float(0.5 ** (age / _DAY / assumed.half_life))

    line = fit(record.predicted, assumed)
    coverage = covered(course, plan.exam)
    found: dict[int, Evidence] = {}
    for part in plan.fields:
        if not part.weight:
            continue
        chances = {
            one.item: course.items[one.item].body.chance for one in part.candidates
        }
        mean = sum(chances.values()) / len(chances) if chances else _GUESS
        here = Evidence(mean, len(chances), covered=coverage[part.domain])
        found[part.domain] = here
        for item, chance in chances.items():
            if item not in record.first:
                continue
            row = record.first[item]
            right = row.outcome == "correct"
            left = known(line(record.memory[item].recall(day)), chance)
            here.fresh += 1
            here.first(right, chance, weight(row))
            here.practised.append(Practised(right, left))
    domains = _exercises(course, plan.exam)
    for id, row in record.exercises.items():
        if domains.get(id) in found:
            right = row.outcome == "correct"
            found[domains[id]].first(right, 0.0, assumed.exercise * weight(row))
    return found


def _exercises(course: Course, exam: str) -> Mapping[str, int]:
    """The domain of each exercise: that of its lab's first objective of the exam."""
    found: dict[str, int] = {}
    for lab in course.labs.values():
        for objective in lab.objectives:
            code, _, rest = objective.partition(".")
            if code == exam:
                domain = int(rest.partition(".")[0])
                found |= {one.id: domain for one in lab.exercises}
                break
    return found
