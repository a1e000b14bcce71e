"""A learner's plan for today: from the course and the history, for a goal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from certlab.course import Course
from certlab.course.items import Item
from certlab.errors import CourseError
from certlab.study.answers import Answer
from certlab.study.exams.blueprint import domain_of
from certlab.study.planner.day import DayPlan, plan_day
from certlab.study.planner.fit import fit
from certlab.study.planner.goal import Goal
from certlab.study.planner.records import pace, records, seconds_spent
from certlab.study.questions import ASKABLE

MORE = 5  # minutes a day, to say what they would bring


@dataclass(frozen=True)
class Plan:
    """What to do today, and what the plan expects.

    Attributes:
        goal: what it is for.
        day: today's items with their reasons, and the score expected.
        items: how many items count for the exam.
        used: seconds already spent today.
        more: how many of the items that will not fit five more minutes a day bring in.
    """

    goal: Goal
    day: DayPlan
    items: int
    used: float
    more: int

    @property
    def seconds(self) -> float:
        """What today's items take, expected."""
        return sum(one.seconds for one in self.day.today)

    @property
    def cost_of_cap(self) -> str:
        """What the minutes a day leave out, in a sentence; "" when all fits."""
        out = self.day.left_out
        if not out:
            return ""
        tail = f"; {MORE} more minutes a day bring {self.more} of them in"
        return f"{out} of {self.items} items will not fit{tail if self.more else ''}."


def plan(course: Course, answers: Sequence[Answer], goal: Goal, now: datetime) -> Plan:
    """Plan the rest of today.

    Args:
        answers: graded ones, in order of time (`History.read().answers`).
        now: with a time zone; its date is "today".

    Raises:
        CourseError: there is no such exam or nothing to ask for it, or the goal or the
            clock make no sense.
    """
    goal.check(now, answers[-1].time if answers else None)
    weights = exam_weights(course, goal.exam)
    resets = {id: item.reset for id, item in course.items.items()}
    record = records(answers, answers[0].time if answers else now, resets)
    minds = fit(record.of.values())
    candidates = [
        record.candidate(id, weight, minds, now) for id, weight in weights.items()
    ]
    seconds = pace(answers)
    used = _used(answers, now, seconds.right)

    def made(minutes: float, prices: Sequence[float] | None) -> DayPlan:
        return plan_day(
            candidates,
            goal.outlook(now),
            minutes * 60,
            left=max(0.0, minutes * 60 - used),
            seconds=seconds,
            minds=minds,
            known=record.known,
            prices=prices,
        )

    day = made(goal.minutes, None)
    more = 0
    if day.left_out:
        richer = made(goal.minutes + MORE, None)
        more = max(0, day.left_out - richer.left_out)
    return Plan(goal, day, len(candidates), used, more)


def exam_weights(course: Course, exam: str) -> Mapping[str, float]:
    """What each practice item counts for: its domain's weight, shared within the domain.

    Raises:
        CourseError: there is no such exam, or nothing to ask for it.
    """
    one = course.certifications.get(exam.lower())
    if one is None:
        codes = ", ".join(known.code for known in course.certifications.values())
        raise CourseError(f"There is no exam {exam}; there is {codes}.")
    weights = {domain.number: domain.weight for domain in one.domains}
    by_domain: dict[int, list[str]] = {}
    for item in course.items.values():
        domain = domain_of(item, one.id)
        if domain in weights and _asked(item):
            by_domain.setdefault(domain, []).append(item.id)
    if not by_domain:
        raise CourseError(f"There is nothing to ask for {exam} yet; try another.")
    return {
        id: weights[domain] / len(ids)
        for domain, ids in sorted(by_domain.items())
        for id in ids
    }


def _asked(item: Item) -> bool:
    ready = item.status == "reviewed" and item.pool == "practice"
    return ready and item.kind in ASKABLE


def _used(answers: Sequence[Answer], now: datetime, usual: float) -> float:
    """Seconds spent today; an answer that was not timed counts for the usual ones."""
    today = now.date()
    recent = [one for one in answers if one.time.astimezone(now.tzinfo).date() == today]
    return sum(usual if one is None else one for one in seconds_spent(recent))
