"""Today's list: what was planned when the day was first opened, and what of it is done.

It stays as it was while the learner works, so that it can be ticked off and comes to an
end. Only "More" adds to it.
"""

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime

from certlab.course import Course
from certlab.day.lab_ahead import LabAhead, labs_ahead
from certlab.day.list_row import MORE, ListRow, list_row, rows_that_hold, to_do
from certlab.day.tasks import Task, parts
from certlab.day.today import Today, serving, today, way_of
from certlab.errors import CourseError, HistoryError
from certlab.planner.goal import Goal
from certlab.readiness import Score
from certlab.study.answers import Answer
from certlab.study.history import History
from certlab.study.pages_read import asked_enough, is_read
from certlab.study.standing import Standing, standing_of
from certlab.words import Sentence

_MORE_MINUTES = 15.0  # that "More" adds, or a day's where those are fewer


@dataclass(frozen=True)
class ListedTask:
    """A task of the list, and how far it is.

    Attributes:
        task: what is left of it: items to be asked, exercises of a lab to be solved, and
            the minutes they take.
        planned: minutes that all of it takes.
        count: what it is made of: items, exercises, or one page.
        done: how many of these are done.
        skipped: whether it is a page that was asked about enough, and not read.
    """

    task: Task
    count: int
    done: int = 0
    skipped: bool = False
    planned: float = 0.0

    @property
    def finished(self) -> bool:
        """Whether nothing of it is left."""
        return self.done == self.count

    @property
    def state(self) -> str:
        """ "left", "done", or "skipped": a page is done only by reading it."""
        if not self.finished:
            return "left"
        return "skipped" if self.skipped else "done"


@dataclass(frozen=True)
class DailyList:
    """The list of a day.

    Attributes:
        tasks: in the order to do them, those that are done among them.
        says: why this today, as it was planned.
        expects: the score on the day if the plan is kept, as it was planned.
    """

    tasks: tuple[ListedTask, ...]
    says: tuple[str, ...]
    expects: Score | None

    @property
    def left(self) -> tuple[Task, ...]:
        """What is still to be done."""
        return tuple(one.task for one in self.tasks if not one.finished)


def daily_list(standing: Standing, goal: Goal, day: date) -> DailyList | None:
    """The list that holds on a day; None before one was made.

    Args:
        day: the learner's own.
    """
    holding = rows_that_hold(standing, goal, day)
    if not holding:
        return None
    course = standing.course
    times, firsts = standing.lasts, standing.firsts
    exams = serving(course, goal.exam)
    listed: dict[str, None] = {}
    tasks = []
    reviews = {id for one in holding for id in _reviews(one)}
    for one in holding:
        asked = {id for id, time in times.items() if time >= one.row.time}
        # Whoever answers what is due has not begun the page that is to be read.
        new = {id for id, time in firsts.items() if time >= one.row.time}
        about = standing.drilled - (new & reviews)
        for task in one.tasks:
            items = tuple(id for id in task.items if id not in listed)
            listed |= dict.fromkeys(items)
            done = standing.solved if task.kind == "lab" else asked
            if task.kind == "page":
                first = filter(None, [task.section])
                read = is_read(
                    course, task.opens, standing.pages, task.sections or first
                )
                known = asked_enough(exams, about, task.opens, task.sections)
                tasks.append(_page(task, read=read, known=known))
            elif items:
                tasks.append(_items(course, task, items, done))
    return DailyList(tuple(tasks), holding[0].says, holding[0].expects)


def as_list(standing: Standing, plan: Today) -> DailyList:
    """A plan as the list that it would become."""
    tasks = to_do(standing, plan)
    listed = (
        ListedTask(task, len(task.items) or 1, planned=task.minutes) for task in tasks
    )
    return DailyList(tuple(listed), plan.says, plan.expects)


def open_list(
    course: Course,
    history: History,
    goal: Goal,
    now: datetime,
    surface: str = "",
    plan: Today | None = None,
) -> Answer | None:
    """Record the list of the day, unless there is one or nothing is to be done.

    Args:
        now: with the learner's own time zone.
        plan: of now, where it was made already.

    Returns:
        The row as recorded. None where the list was there, where there is nothing to
        do, and where it cannot be recorded: the first answer will say why.

    Raises:
        HistoryError: the history cannot be read.
    """
    standing = standing_of(course, history.read().rows)
    if rows_that_hold(standing, goal, now.date()):
        return None
    plan = plan or today(standing, goal, now)
    if not plan.tasks:
        return None
    row = list_row(standing, plan, now.date(), surface)
    with suppress(HistoryError):
        return history.append(row, now)
    return None


def extend_list(
    course: Course, history: History, goal: Goal, now: datetime, surface: str = ""
) -> Answer | None:
    """Add some minutes' work to a list that is done.

    Returns:
        The row as recorded; None while something of the list is left, as where it is
        asked for twice.

    Raises:
        CourseError: nothing more would pay today.
        HistoryError: it could not be read or recorded.
    """
    standing, day = standing_of(course, history.read().rows), now.date()
    listed = daily_list(standing, goal, day)
    if listed is not None and listed.left:
        return None
    plan = today(standing, goal, now, min(_MORE_MINUTES, goal.minutes))
    if not plan.tasks:
        raise CourseError(plan.says[0])
    row = list_row(standing, plan, day, surface)
    if listed is not None:
        first = rows_that_hold(standing, goal, day)[0].row
        row = replace(row, outcome=MORE, response=first.ulid)
    return history.append(row, now)


def todays_work(
    course: Course,
    history: History,
    goal: Goal,
    now: datetime,
    surface: str,
    *,
    forecast: bool = False,
) -> Today:
    """What is left of the day's list, which is planned and recorded where there is none.

    A plan takes seconds, so one that was recorded is read. Then only what the list holds
    is said: no plan, no forecast.

    Args:
        forecast: plan in any case, for what a list does not hold.

    Raises:
        HistoryError: the history cannot be read.
    """
    standing, day = standing_of(course, history.read().rows), now.date()
    listed = daily_list(standing, goal, day)
    made = Today(goal, goal.days_left(day), (), None, ())
    if listed is None or forecast:
        made = today(standing, goal, now)
    if listed is None:
        open_list(course, history, goal, now, surface, made)
        listed = daily_list(standing_of(course, history.read().rows), goal, day)
    if listed is None:
        return made
    order = tuple(id for one in listed.left if not one.opens for id in one.items)
    says = made.says or listed.says
    says = says if listed.left else (Sentence("Done for today."), *says)
    expects = listed.expects or made.expects
    return replace(
        made,
        tasks=listed.left,
        order=order,
        says=says,
        expects=expects,
        ahead=labs_after(standing, goal, listed, now),
    )


def labs_after(
    standing: Standing, goal: Goal, listed: DailyList, now: datetime
) -> tuple[LabAhead, ...]:
    """The labs that come after today's list within a week, none after the exam.

    Args:
        now: with the learner's own time zone.
    """
    items = serving(standing.course, goal.exam)
    tasks = [one.task for one in listed.tasks]
    today = {id for task in tasks if task.kind == "lab" for id in task.items}
    read = sum(task.minutes for task in listed.left if task.kind in ("page", "new"))
    if goal.days_left(now.date()) < 1 or not items:
        return ()
    ahead = labs_ahead(way_of(standing, items, goal), now.date(), today, read)
    return tuple(one for one in ahead if one.days < goal.days_left(now.date()))


def expected(standing: Standing, goal: Goal, now: datetime) -> Score | None:
    """The score on the day if the plan is kept: the list's where there is one.

    Args:
        now: with the learner's own time zone.
    """
    listed = daily_list(standing, goal, now.date())
    kept = listed.expects if listed else None
    return kept or today(standing, goal, now).expects


def _reviews(row: ListRow) -> Iterator[str]:
    for task in row.tasks:
        if task.kind == "review":
            yield from task.items


def _page(task: Task, *, read: bool, known: bool) -> ListedTask:
    if not (read or known):
        return ListedTask(task, 1, planned=task.minutes)
    rest = replace(task, minutes=0.0)
    return ListedTask(rest, 1, 1, skipped=not read, planned=task.minutes)


def _items(
    course: Course, task: Task, items: Sequence[str], done: Container[str]
) -> ListedTask:
    left = tuple(id for id in items if id not in done)
    each = task.minutes / len(task.items)
    about = parts(course, left) if task.parts else ()
    rest = replace(task, items=left, minutes=each * len(left), parts=about)
    count = len(items)
    return ListedTask(rest, count, count - len(left), planned=each * count)
