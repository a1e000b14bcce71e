"""What a day begins with while its plan is made: what is due, and what to read."""

from collections.abc import Iterator
from datetime import datetime

from certlab.day.daily_list import ListedTask, daily_list
from certlab.day.opening import to_open
from certlab.day.path_walk import SHARE, worth_of
from certlab.day.tasks import Task, due
from certlab.day.today import serving, way_of, weighted
from certlab.planner.goal import Goal
from certlab.planner.inputs import spent
from certlab.planner.records import at_least, pace
from certlab.study.standing import Standing


def first_look(
    standing: Standing, goal: Goal, now: datetime
) -> tuple[tuple[ListedTask, ...], bool]:
    """The tasks that can be shown at once, and whether they are the whole list.

    The list of the day where it was made. Else the memory of each item says what is due,
    and the path what to read; only a plan knows how much more fits into the minutes.

    Args:
        now: the present, with the learner's own time zone.
    """
    listed = daily_list(standing, goal, now.date())
    if listed is not None:
        return listed.tasks, True
    tasks = _unplanned(standing, goal, now)
    return tuple(
        ListedTask(one, len(one.items) or 1, planned=one.minutes) for one in tasks
    ), False


def _unplanned(standing: Standing, goal: Goal, now: datetime) -> Iterator[Task]:
    course = standing.course
    items = serving(course, goal.exam)
    memories = standing.memories
    waiting = [one.id for one in items if one.id in memories]
    ids = [id for id in waiting if memories[id].due <= now]
    ids.sort(key=lambda id: memories[id].recall(now))
    seconds = at_least(pace(standing.lasting), standing.lasting)
    if goal.days_left(now.date()) < 0:
        yield from due(course, ids, seconds.right, goal.minutes)
        return
    minutes = goal.minutes - spent(standing.answers, seconds.right, now) / 60
    if not items or 60 * minutes < seconds.right:
        return
    # No more than a plan holds: the other half is for what is new.
    yield from due(course, ids, seconds.right, minutes * SHARE)
    way = way_of(standing, items, goal)
    question = seconds.new / 60
    worth = None
    if not course.certifications[goal.exam].path:
        worth = worth_of(items, weighted(course, goal.exam, items))
    opened = to_open(way, minutes, 0.0, question, now.date(), worth)
    yield from (one.task for one in opened[:1] if one.task.kind == "page")
