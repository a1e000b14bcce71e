"""The row of the history that holds a day's list: its tasks, and why they were chosen.

It holds for one goal as it is (exam, its date, minutes a day) and one local day, so a goal
that was changed plans anew, and one that was changed back finds its list again.
"""

from collections.abc import Iterator
from dataclasses import asdict, astuple, dataclass, replace
from datetime import date
from typing import Any

from certlab.course import Course
from certlab.day.carried_prices import held_for, kept_prices
from certlab.day.lab_ahead import fitting
from certlab.day.tasks import Task, parts
from certlab.day.today import Today
from certlab.planner.goal import LONGEST, Goal
from certlab.readiness import Score
from certlab.study.answers import Answer
from certlab.study.standing import Standing
from certlab.words.sentence import as_data, from_data

Data = dict[str, Any]
STEP, MORE = "today", "more"  # outcomes: the list of a day, and what was added to it


@dataclass(frozen=True)
class ListRow:
    """What such a row says."""

    row: Answer
    tasks: tuple[Task, ...]
    says: tuple[str, ...]
    expects: Score | None


def list_row(standing: Standing, plan: Today, day: date, surface: str) -> Answer:
    """The row of a plan that was made on a day, still to be recorded."""
    tasks = [_task_data(task) for task in to_do(standing, plan)]
    says = [as_data(one) for one in plan.says]
    more = {
        **_held_for(plan.goal, day),
        **kept_prices(plan.plan, plan.forecast),
        "tasks": tasks,
        "says": says,
        "expected": plan.expects and asdict(plan.expects),
    }
    return Answer("", 0, STEP, 0, mode="plan", surface=surface, more=more)


def rows_that_hold(standing: Standing, goal: Goal, day: date) -> tuple[ListRow, ...]:
    """The list of a day and what was added to it; () before there is one.

    Of two lists for the same, from two devices, the earlier holds.
    """
    own = _rows_for(standing, goal, day)
    known = [known for row in own if (known := _known(standing.course, row))]
    first = next((one for one in known if one.row.outcome == STEP), None)
    if first is None:
        return ()
    return first, *(one for one in known if one.row.response == first.row.ulid)


def was_made_anew(standing: Standing, goal: Goal, day: date) -> bool:
    """Whether the list of a day is the second one, for the first was of another version."""
    first = next(iter(_rows_for(standing, goal, day)), None)
    return first is not None and _known(standing.course, first) is None


def _rows_for(standing: Standing, goal: Goal, day: date) -> Iterator[Answer]:
    wanted = _held_for(goal, day)
    for row in standing.steps:
        if row.outcome not in (STEP, MORE):
            continue
        if {name: row.more.get(name) for name in wanted} == wanted:
            yield row


def to_do(standing: Standing, plan: Today) -> Iterator[Task]:
    """The plan's tasks with what is to be ticked, in the order to do it.

    A lab has its open exercises; where it does not fit into the minutes, as many of them
    as would.
    """
    course = standing.course
    for task in plan.tasks:
        items = list(task.items)
        if task.kind == "lab":
            lab = course.labs[task.opens]
            open = [one.id for one in lab.exercises if one.id not in standing.solved]
            items = [*fitting(open, task.minutes, lab.minutes)]
        yield replace(task, items=tuple(items))


def _held_for(goal: Goal, day: date) -> Data:
    return {**held_for(goal), "day": day.isoformat()}


def _known(course: Course, row: Answer) -> ListRow | None:
    """What a row says, as far as the course has it; None of one of another version."""
    try:
        tasks = [_task(course, one) for one in row.more["tasks"]]
        there = tuple(task for task in tasks if _is_there(course, task))
        says = tuple(_said(one) for one in row.more["says"])
        score = row.more["expected"]
        expects = _score(score) if score else None
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return ListRow(row, there, says, expects)


def _task_data(task: Task) -> Data:
    plain = replace(task, minutes=round(task.minutes, 1), parts=())
    return {**asdict(plain), "why": as_data(task.why)}


def _task(course: Course, data: Data) -> Task:
    """A task as it was kept.

    Raises:
        KeyError, TypeError or ValueError: it is none.
    """
    task = Task(**{**data, "why": _said(data["why"])})
    if not all(isinstance(one, str) for one in (task.kind, task.opens, task.section)):
        raise TypeError(task)
    if not 0 <= _number(task.minutes) <= LONGEST:
        raise ValueError(task)
    has = _exercises(course) if task.kind == "lab" else course.items.keys()
    items = tuple(id for id in task.items if id in has)
    sections = tuple(task.sections)
    if not all(isinstance(one, str) for one in sections):
        raise TypeError(task)
    about = () if task.opens else parts(course, items)
    return replace(
        task,
        items=items,
        minutes=float(task.minutes),
        parts=about,
        sections=sections,
    )


def _said(data: object) -> str:
    says = from_data(data)
    if not isinstance(says, str):
        raise TypeError(data)
    return says


def _score(data: Data) -> Score:
    score = Score(**data)
    if not all(0 <= _number(one) <= 1 for one in astuple(score)):
        raise ValueError(data)
    return score


def _number(value: object) -> float:
    if type(value) not in (int, float):
        raise TypeError(value)
    return value  # type: ignore[return-value]  # a number by then


def _exercises(course: Course) -> set[str]:
    return {one.id for lab in course.labs.values() for one in lab.exercises}


def _is_there(course: Course, task: Task) -> bool:
    if task.kind == "page":
        module = course.modules.get(task.opens)
        return module is not None and task.section in ("", *module.sections)
    return bool(task.items) and (task.kind != "lab" or task.opens in course.labs)
