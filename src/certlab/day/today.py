"""Today's work towards an exam: what to review, what to learn, what to open, and why."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from certlab.course import Course
from certlab.course.items import ASKABLE, Item
from certlab.day.carried_prices import carried_prices
from certlab.day.choosing import Asked, opens_at_once, within
from certlab.day.due_first import due_first, predicted
from certlab.day.lab_ahead import LabAhead
from certlab.day.opening import FEW, Opened, first_of, minutes_for, to_open
from certlab.day.path_walk import SHARE, Way, steps_of, worth_of
from certlab.day.tasks import Task, due
from certlab.planner import reasons
from certlab.planner.day import DayPlan, plan_day
from certlab.planner.forecast import PlanForecast, plan_forecast
from certlab.planner.goal import Goal
from certlab.planner.grid import Seconds
from certlab.planner.inputs import Inputs, inputs, lined_up, spent
from certlab.planner.prices import Settled
from certlab.planner.records import at_least, pace
from certlab.readiness import Score, readiness
from certlab.study.exams.blueprint import domain_of
from certlab.study.memory import fold
from certlab.study.standing import Standing

__all__ = ["Task", "Today", "serving", "today", "weighted"]


@dataclass(frozen=True)
class Today:
    """The plan of one day.

    Attributes:
        left: days to the exam; 0 on its day, below zero afterwards.
        tasks: what to do, in order, each with its reason.
        plan: what the items were chosen by; None where there is nothing to plan.
        unserved: domains of the exam for which the course has no item.
        minutes: left of today's; the answers of today took the others.
        order: every item of the tasks, by id, in the order to ask them.
        forecast: what will not fit, what more minutes a day bring, the last sweep; None
            where answers cannot be predicted, so that the plain rule chose.
        expects: the score on the day if the plan is kept; None where there is nothing to
            plan, no forecast, and where nothing can be said of a score.
        says: what else there is to say, a sentence each: whether it is enough for today
            and why, then what `forecast` holds.
        ahead: the labs that come after today's list within a week, where that is known.
    """

    goal: Goal
    left: int
    tasks: tuple[Task, ...]
    plan: DayPlan | None
    unserved: tuple[int, ...]
    minutes: float = 0.0
    order: tuple[str, ...] = ()
    forecast: PlanForecast | None = None
    expects: Score | None = None
    says: tuple[str, ...] = ()
    ahead: tuple[LabAhead, ...] = ()

    @property
    def enough(self) -> bool:
        """Whether nothing is left to do today: it is done, or would not pay."""
        return self.plan is not None and not self.tasks


def today(
    standing: Standing,
    goal: Goal,
    now: datetime,
    minutes: float | None = None,
) -> Today:
    """What to do today.

    Args:
        now: the present, with the learner's own time zone.
        minutes: to fill; those that are left of today's when None.
    """
    course = standing.course
    items = serving(course, goal.exam)
    seconds = pace(standing.lasting)
    left = goal.days_left(now.date())
    if minutes is None:
        used = spent(standing.answers, seconds.right, now)
        minutes = max(0.0, goal.minutes - used / 60)
    empty = unserved(course, goal.exam, items)
    if left < 0:
        tasks = _overdue(standing, items, goal, now, seconds)
        said = [*reasons.passed(len(tasks)), *reasons.empty(empty)]
        order = tasks[0].items if tasks else ()
        return Today(goal, left, tasks, None, empty, minutes, order, says=tuple(said))
    if not items:
        nothing = tuple(reasons.empty(empty))
        return Today(goal, left, (), None, empty, minutes, says=nothing)
    asked, found = _planned(standing, items, goal, now, minutes, seconds)
    return Today(
        goal,
        left,
        asked.tasks,
        asked.plan,
        empty,
        minutes,
        tuple(str(one.key) for one in asked.plan.today),
        found,
        _expected(standing, goal, now, found),
        tuple(_says(asked, found, goal, minutes, empty, now.date())),
    )


def _expected(
    standing: Standing, goal: Goal, now: datetime, found: PlanForecast | None
) -> Score | None:
    if found is None:
        return None
    kept = readiness(standing, goal.exam, goal.day, now, outcomes=found.outcomes)
    return kept.score if kept.begun else None


def way_of(standing: Standing, items: Sequence[Item], goal: Goal) -> Way:
    """The learner's way to the exam; `items` serve it."""
    weights = weighted(standing.course, goal.exam, items)
    steps = steps_of(standing.course, goal.exam, items, weights)
    return Way(standing, items, steps, goal.minutes)


def _planned(
    standing: Standing,
    items: Sequence[Item],
    goal: Goal,
    now: datetime,
    minutes: float,
    seconds: Seconds,
) -> tuple[Asked, PlanForecast | None]:
    """All items valued together; of these what the rule of the day lets in.

    Where answers were predicted badly a plain rule ranks the items, and there is no forecast.
    """
    course, day = standing.course, now.date()
    way = way_of(standing, items, goal)
    first = first_of(way, day)
    to_read = minutes_for(way, first, minutes * SHARE) if first else 0.0
    ordered = lined_up(items, standing.answers, first.module if first else "")
    new = at_least(seconds, standing.lasting).new
    given = None
    earlier = carried_prices(standing, goal, day)
    begin = earlier.learner if earlier else None
    if (known := predicted(standing, now, begin)) and known.bad:
        plan = due_first(standing, ordered, now, replace(seconds, new=new))
    else:
        gains = _by_domain(course, goal.exam, items)
        room = 60 * (minutes - to_read)
        given = inputs(standing, ordered, gains, goal, now, room, seconds, begin)
        plan = _at_this_pace(_plan(given, earlier), new)
    worth = None
    if not course.certifications[goal.exam].path:
        worth = worth_of(items, weighted(course, goal.exam, items))
    free = minutes - opens_at_once(way, plan, 60 * minutes) / 60
    opened = to_open(way, minutes, free, new / 60, day, worth)
    left = _room(opened, 60 * minutes, new)
    asked = within(way, plan, opened, now, left, forecast=given is not None)
    if given is None:
        return asked, None
    return asked, plan_forecast(given, plan, day, earlier.more if earlier else None)


def _room(opened: Sequence[Opened], seconds: float, new: float) -> float:
    """Seconds left for items; for the questions on the first page in any case.

    A part of a page that cannot be cut may take the whole of a short day.
    """
    left = seconds - 60 * sum(one.task.minutes for one in opened)
    return max(left, *(new * min(FEW, len(one.on)) for one in opened[:1]), 0.0)


def _plan(given: Inputs, earlier: Settled | None) -> DayPlan:
    return plan_day(
        given.candidates,
        given.outlook,
        given.cap,
        left=given.left,
        seconds=given.seconds,
        learner=given.learner,
        known=given.known,
        earlier=earlier,
    )


def _at_this_pace(plan: DayPlan, new: float) -> DayPlan:
    """The plan with no less time for a new item in today's minutes.

    What an item is worth and what is expected stay as the planner was measured.
    """
    ranked = (
        replace(one, seconds=max(one.seconds, new)) if one.new else one
        for one in plan.ranked
    )
    return replace(plan, ranked=tuple(ranked))


def _says(
    asked: Asked,
    found: PlanForecast | None,
    goal: Goal,
    minutes: float,
    empty: Sequence[int],
    day: date,
) -> Iterator[str]:
    if found is None:
        yield reasons.unpredicted()
    yield from reasons.enough(asked.plan, goal.minutes, minutes)
    yield from reasons.waiting(asked.plan)
    yield from reasons.closed(asked.closed)
    if found is not None:
        yield from reasons.cap_costs(found)
        yield from reasons.sweeps(found.sweep, day)
    yield from reasons.empty(empty)


def _overdue(
    standing: Standing,
    items: Sequence[Item],
    goal: Goal,
    now: datetime,
    seconds: Seconds,
) -> tuple[Task, ...]:
    """After the exam: what is due, the least well known first, as far as minutes go."""
    memories = fold(standing.lasting, standing.resets)
    waiting = [one.id for one in items if one.id in memories]
    ids = [id for id in waiting if memories[id].due <= now]
    ids.sort(key=lambda id: memories[id].recall(now))
    return due(standing.course, ids, seconds.right, goal.minutes)


def serving(course: Course, exam: str) -> list[Item]:
    """What may be practised for an exam, given by its id."""
    return [
        item
        for item in course.by_exam.get(exam, ())
        if item.kind in ASKABLE
        and item.pool == "practice"
        and item.status == "reviewed"
    ]


def weighted(course: Course, exam: str, items: Iterable[Item]) -> dict[str, float]:
    """What each item counts for, in percent of the exam: an objective's share is divided
    among the items that ask for it, and an objective without one counts for nothing."""
    shares = course.certifications[exam].shares
    asks = {one.id: {one.objective, *one.also} & shares.keys() for one in items}
    counts = Counter(objective for some in asks.values() for objective in some)
    return {id: sum(shares[o] / counts[o] for o in some) for id, some in asks.items()}


def _by_domain(course: Course, exam: str, items: Iterable[Item]) -> dict[str, float]:
    """What the planner takes an item to gain: a domain's weight, shared among its items.

    By objective a few items would gain so much that all reviews were theirs.
    """
    weights = {one.number: one.weight for one in course.certifications[exam].domains}
    found = {item.id: domain_of(item, exam) for item in items}
    counts = Counter(found.values())
    return {
        id: weights.get(domain or 0, 0) / counts[domain] for id, domain in found.items()
    }


def unserved(course: Course, exam: str, items: Iterable[Item]) -> tuple[int, ...]:
    """The domains of an exam for which there is no item, by number."""
    served = {domain_of(item, exam) for item in items}
    domains = course.certifications[exam].domains
    return tuple(one.number for one in domains if one.number not in served)
