"""Weeks of study: which items a simulated learner answers when, and the exam after them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from benchmarks.readiness.courses import EXAM, EXAMS, SIZES, simulated
from benchmarks.readiness.learners import Learner, learner
from certlab.course import Course
from certlab.study.answers import Answer, stamp
from certlab.study.exams.blueprint import Blueprint, blueprint
from certlab.study.exams.drawing import draw, share

BEGAN = datetime(2026, 3, 2, 18, tzinfo=UTC)
BOXES = (1, 3, 7, 14, 30, 60)  # days until an item is asked again, by right answers
KINDS = ("short", "practice", "mocks", "paused", "narrow")


@dataclass(frozen=True)
class Habit:
    """How somebody studies: days of it, answers a day, and what comes between and after."""

    days: tuple[int, int]
    daily: tuple[int, int]
    mocks: int = 0
    pause: tuple[int, int] = (0, 2)
    bank: float = 1.0  # the share of the items that is ever drawn from
    fresh: float = 0.4  # of a day's answers, as far as repeats are due


HABITS = {
    "none": Habit((0, 0), (8, 20)),
    "short": Habit((4, 12), (8, 20), fresh=0.8),
    "practice": Habit((25, 70), (8, 20)),
    "mocks": Habit((25, 70), (8, 20), mocks=3),
    "paused": Habit((25, 60), (8, 20), pause=(25, 60)),
    "narrow": Habit((20, 50), (10, 20), bank=0.35, fresh=0.25),
}


@dataclass
class Life:
    """A learner, what they answered, and one sitting's score from 0 to 1."""

    kind: str
    course: Course
    person: Learner
    now: float = 0.0
    exam: float = 0.0
    score: float = 0.0
    rows: list[Answer] = field(default_factory=list)


def lives(
    purpose: str, count: int, overlap: float | None = None, first: int = 0
) -> Iterator[Life]:
    """Simulated learners, in turn of each of KINDS.

    Args:
        purpose: another name gives other learners.
        count: how many.
        overlap: see `learner`.
        first: number of the first.
    """
    for n in range(first, first + count):
        yield live(Random(f"{purpose}:{n}"), KINDS[n % len(KINDS)], overlap)


def live(rng: Random, kind: str, overlap: float | None = None) -> Life:
    """Study as the kind has it, then sit the exam."""
    life, desk = studied(rng, kind, overlap)
    life.exam = life.now + rng.randint(0, 14)
    life.score = desk.sit(life.exam)
    return life


def studied(
    rng: Random, kind: str, overlap: float | None = None
) -> "tuple[Life, Desk]":
    """Study as the kind has it."""
    habit = HABITS[kind]
    course = simulated(rng.randrange(len(EXAMS)), rng.choice(SIZES))
    plan = blueprint(course, EXAM)
    person = learner(rng, [part.domain for part in plan.fields], overlap)
    life = Life(kind, course, person)
    days = rng.randint(*habit.days)
    mocks = sorted(rng.sample(range(days // 2, days), habit.mocks))
    desk = Desk(life, plan, habit, rng)
    for day in range(days):
        if day in mocks:
            desk.mock(day)
        elif rng.random() < 0.8:
            desk.practise(day)
    life.now = days - 1 + rng.randint(*habit.pause) + 0.2
    return life, desk


class Desk:
    """Where a simulated learner answers."""

    def __init__(self, life: Life, plan: Blueprint, habit: Habit, rng: Random) -> None:
        self.life, self.plan, self.habit, self.rng = life, plan, habit, rng
        items = life.course.items
        self.chance = {id: one.body.chance for id, one in items.items()}
        self.domain = {
            one.item: part.domain for part in plan.fields for one in part.candidates
        }
        new = [id for id in self.domain if rng.random() < habit.bank]
        if rng.random() < 0.5:
            rng.shuffle(new)  # the others study domain by domain
        elif habit.bank == 1 and len(new) > 300:
            new = [id for n in range(3) for id in new[n::3]]
        self.new = new[::-1]
        self.due: dict[str, tuple[float, int]] = {}

    def practise(self, day: int) -> None:
        """One day's drill: some repeats that are due, some new; the wrong ones again."""
        count = self.rng.randint(*self.habit.daily)
        due = sorted((when, id) for id, (when, _) in self.due.items() if when <= day)
        ids = [id for _, id in due][: round(count * (1 - self.habit.fresh))]
        while len(ids) < count and self.new:
            ids.append(self.new.pop())
        ids += [id for _, id in due if id not in ids][: count - len(ids)]
        self.rng.shuffle(ids)
        wrong = [id for n, id in enumerate(ids) if not self.ask(id, day + n / 1440)]
        if self.rng.random() < 0.5:
            for n, id in enumerate(wrong):
                self.ask(id, day + (len(ids) + n) / 1440)

    def mock(self, day: int) -> None:
        """One mock exam, as the course draws it."""
        paper = draw(self.plan, self.rng.randrange(10_000))
        for n, one in enumerate(paper.asked):
            if one.item in self.new:
                self.new.remove(one.item)
            self.ask(one.item, day + n / 1440, "exam")

    def ask(self, id: str, day: float, mode: str = "drill") -> bool:
        """Answer one item, and note it in the history."""
        life = self.life
        right = life.person.answer(id, self.domain[id], day, self.chance[id])
        _, box = self.due.get(id, (0, 0))
        box = min(box + 1, len(BOXES) - 1) if right else 0
        self.due[id] = (int(day) + BOXES[box], box)
        life.rows.append(
            Answer(
                item=id,
                rev=1,
                outcome="correct" if right else "wrong",
                score=float(right),
                mode=mode,
                at=stamp(moment(day)),
                ulid=f"{len(life.rows):026d}",
            )
        )
        return right

    def sit(self, day: float) -> float:
        """One sitting of the exam: domains by weight, kinds as in the course."""
        weights = [part.weight for part in self.plan.fields]
        right = 0
        for part, seats in zip(
            self.plan.fields, share(weights, self.plan.questions), strict=True
        ):
            ids = [one.item for one in part.candidates]
            for _ in range(seats):
                chance = self.chance[self.rng.choice(ids)]
                right += self.life.person.sit(part.domain, ids, day, chance)
        return right / self.plan.questions


def moment(day: float) -> datetime:
    """The time of a day of the simulation."""
    return BEGAN + timedelta(days=day)
