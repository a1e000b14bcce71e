"""What the start page shows, as data: today's tasks, how one stands, and why."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from certlab.course import Course
from certlab.day.daily_list import ListedTask, as_list, daily_list, labs_after
from certlab.day.first_look import first_look
from certlab.day.lab_ahead import LabAhead, lab_title
from certlab.day.outlook import outlook
from certlab.day.today import Task, today
from certlab.planner.goal import Goal
from certlab.study.counts import count_items, scope_of
from certlab.study.objective_recall import Cell, DomainRow, recall_by_objective
from certlab.study.standing import Standing
from certlab.words import Words

Data = dict[str, Any]
PAGES = "../modules/{page}.md"  # from a notebook in labs/
LABS = "../labs/{lab}.ipynb"


@dataclass(frozen=True)
class Links:
    """Addresses from the notebook: `{page}` and `{lab}` stand for ids.

    `{section}` is where in the page to begin, "#warps"; a notebook opens a page at its top.
    """

    pages: str = PAGES
    labs: str = LABS


def planned(
    standing: Standing,
    goal: Goal,
    now: datetime,
    links: Links,
    words: Words,
) -> tuple[Data, tuple[Task, ...]]:
    """The page's traits by name, and what is left of the tasks they tell of.

    Args:
        standing: where its rows hold today's list it is shown, and nothing is planned
            anew.
        now: the present, with the learner's own time zone.
        words: the language.
    """
    course = standing.course
    listed = daily_list(standing, goal, now.date())
    if listed is None:
        listed = as_list(standing, today(standing, goal, now))
    at = max(goal.begins(now.tzinfo), now)
    objectives = recall_by_objective(course, goal.exam, standing.memories, at)
    scope = scope_of(course, goal.exam)
    traits = {
        "goal": _goal(course, goal, now),
        "tasks": [_task(standing, one, links, words) for one in listed.tasks],
        "counts": count_items(standing.memories, scope.items, now).data(scope.of),
        "tomorrow": {} if listed.left else _tomorrow(standing, goal, now),
        "ahead": [
            _ahead(standing, one, links, words)
            for one in labs_after(standing, goal, listed, now)
        ],
        "outlook": {
            "plan": listed.expects and asdict(listed.expects),
            **outlook(standing, goal, now, words),
        },
        "objectives": [_domain(one) for one in objectives],
        "reasons": [words.say(one) for one in listed.says],
    }
    return traits, tuple(one.task for one in listed.tasks)


def unplanned(
    standing: Standing, goal: Goal, now: datetime, links: Links, words: Words
) -> tuple[Data, tuple[Task, ...]]:
    """The same traits, as far as they need no plan; those that are left out come later."""
    course = standing.course
    tasks, whole = first_look(standing, goal, now)
    traits = {
        "goal": _goal(course, goal, now),
        "tasks": [_task(standing, one, links, words) for one in tasks],
        "unplanned": not whole,
    }
    return traits, tuple(one.task for one in tasks)


def _goal(course: Course, goal: Goal, now: datetime) -> Data:
    exam = course.certifications[goal.exam]
    return {
        "exam": exam.id,
        "code": exam.code,
        "name": exam.name,
        "day": goal.day.isoformat(),
        "minutes": goal.minutes,
        "left": goal.days_left(now.date()),
    }


def _tomorrow(standing: Standing, goal: Goal, now: datetime) -> Data:
    """What the next day brings, as it looks now; {} where the exam comes first."""
    then = now + timedelta(days=1)
    tasks = today(standing, goal, then).tasks if goal.day > now.date() else ()
    if not tasks:
        return {}
    return {"minutes": sum(one.minutes for one in tasks)}


def _task(standing: Standing, listed: ListedTask, links: Links, words: Words) -> Data:
    course, task = standing.course, listed.task
    solved: Data = {}
    title = path = ""
    if task.kind == "page":
        module = course.modules[task.opens]
        title = module.short
        path = links.pages.replace("{page}", module.path(task.section))
        path = path.replace("{section}", module.mark(task.section))
    if task.kind == "lab":
        title = words.say(lab_title(course.labs[task.opens], task.items))
        path = links.labs.replace("{lab}", task.opens)
        solved = {"solved": _solved(standing, task.opens)}
    return {
        "kind": task.kind,
        "count": listed.count,
        "done": listed.done,
        "state": listed.state,
        "minutes": task.minutes,
        "planned": listed.planned,
        "parts": [{"name": name, "count": count} for name, count in task.parts],
        "title": title,
        "path": path,
        "why": words.say(task.why),
        **solved,
    }


def _solved(standing: Standing, lab: str) -> Data:
    found = standing.lab_progress(lab)
    return {**asdict(found), "state": found.state}


def _ahead(standing: Standing, ahead: LabAhead, links: Links, words: Words) -> Data:
    """A lab of the days to come, by name."""
    lab = standing.course.labs[ahead.lab]
    return {
        "title": words.say(lab_title(lab, ahead.exercises)),
        "path": links.labs.replace("{lab}", ahead.lab),
        "minutes": ahead.minutes,
        "days": ahead.days,
        "solved": _solved(standing, ahead.lab),
    }


def _domain(row: DomainRow) -> Data:
    return {
        "domain": row.domain,
        "name": row.name,
        "weight": row.weight,
        "cells": [_cell(one) for one in row.cells],
    }


def _cell(one: Cell) -> Data:
    return {
        "id": one.objective,
        "number": one.objective.partition(".")[2],
        "title": one.title,
        "recall": one.recall,
        "items": one.items,
        "page": one.page,
    }
