"""What a history holds for an exam: first answers, and what is left of practised items."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from certlab.course import Course
from certlab.study.answers import Answer, counted
from certlab.study.exams.blueprint import GRADED_KINDS, Blueprint
from certlab.study.memory import SAME_SITTING, Memory, after
from certlab.study.readiness.assumptions import Assumptions
from certlab.study.readiness.guess import guess, known
from certlab.study.readiness.recalibration import Line, fit

_DAY = timedelta(days=1)
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
        firsts: by outcome and chance to guess it, how many first answers, those that are
            old counting less.
    """

    guess: float
    items: int
    fresh: int = 0
    firsts: dict[tuple[bool, float], float] = field(default_factory=dict)
    practised: list[Practised] = field(default_factory=list)

    def first(self, right: bool, chance: float, weight: float) -> None:
        """Count a first answer."""
        self.firsts[right, chance] = self.firsts.get((right, chance), 0.0) + weight


@dataclass
class Record:
    """A history as it was walked through.

    Attributes:
        first: the first answer ever given to each item.
        memory: of each item.
        predicted: recall before each repeat, and whether the answer was right.
        exercises: the last outcome of each.
        future: how many answers carry a time that is still to come.
    """

    first: dict[str, Answer] = field(default_factory=dict)
    memory: dict[str, Memory] = field(default_factory=dict)
    predicted: list[tuple[float, bool]] = field(default_factory=list)
    exercises: dict[str, Answer] = field(default_factory=dict)
    future: int = 0


def walk(course: Course, rows: Iterable[Answer], now: datetime) -> Record:
    """Go through a history in order of time, whatever order it comes in.

    Answers to items that the course has no more, to cards (the exam asks none, and the
    learner grades them) and from before an item's reset are passed over.
    """
    found = Record()
    once = {row.ulid or str(id(row)): (row.time, row) for row in counted(rows)}
    for time, row in sorted(once.values(), key=lambda one: (one[0], one[1].ulid)):
        found.future += time > now + _CLOCKS
        if row.mode == "exercise":
            found.exercises[row.item] = row
            continue
        item = course.items.get(row.item)
        if item is None or item.kind not in GRADED_KINDS or row.rev < item.reset:
            continue
        before = found.memory.get(row.item)
        if before is None:
            found.first[row.item] = row
        elif time - before.counted >= SAME_SITTING:
            found.predicted.append((before.recall(time), row.outcome == "correct"))
        found.memory[row.item] = after(before, row)
    return found


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
    found: dict[int, Evidence] = {}
    for part in plan.fields:
        if not part.weight:
            continue
        chances = {one.item: guess(course.items[one.item]) for one in part.candidates}
        mean = sum(chances.values()) / len(chances) if chances else 0.0
        found[part.domain] = here = Evidence(mean, len(chances))
        for item, chance in chances.items():
            row = record.first.get(item)
            if row is not None:
                right = row.outcome == "correct"
                here.fresh += 1
                here.first(right, chance, weight(row))
                left = _left(record.memory[item], day, line, chance)
                here.practised.append(Practised(right, left))
    domains = _exercises(course, plan.exam)
    for id, row in record.exercises.items():
        if domains.get(id) in found:
            here = found[domains[id]]
            here.first(row.outcome == "correct", 0.0, assumed.exercise * weight(row))
    return found


def _left(memory: Memory, day: datetime, line: Line, chance: float) -> float:
    return known(line(memory.recall(day)), chance)


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
