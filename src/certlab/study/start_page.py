"""What the start page shows, as data: today's tasks, how one stands, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from certlab.course import Course
from certlab.study.answers import Answer, counted
from certlab.study.goal import Goal
from certlab.study.memory import fold
from certlab.study.objectives import Cell, DomainRow, recall_by_objective
from certlab.study.planner.choices import Choice
from certlab.study.readiness import ASSUMED, DomainReadiness, Readiness, readiness
from certlab.study.today import Task, Today, today
from certlab.words import Words

Data = dict[str, Any]
CELL = "today"  # of the start notebook, and what it says
SOURCE = "from certlab import widgets\n\nwidgets.start()"
PAGES = "../modules/{module}.md"  # from a notebook in labs/
LABS = "../labs/{lab}.ipynb"
_EXAM_BEGINS = time(9)  # nobody says; a morning


@dataclass(frozen=True)
class Links:
    """Addresses from the notebook: `{module}` and `{lab}` stand for ids."""

    pages: str = PAGES
    labs: str = LABS


def planned(
    course: Course,
    rows: Sequence[Answer],
    goal: Goal,
    now: datetime,
    links: Links,
    _: Words,
) -> tuple[Data, tuple[Task, ...]]:
    """The page's traits by name, and the tasks they tell of.

    Args:
        rows: of the history, in order of time.
        now: the present, with the learner's own time zone.
        _: the language.
    """
    plan = today(course, rows, goal, now)
    at = max(datetime.combine(goal.day, _EXAM_BEGINS, now.tzinfo), now)
    resets = {id: item.reset for id, item in course.items.items()}
    objectives = recall_by_objective(course, goal.exam, fold(counted(rows), resets), at)
    chosen = {str(one.key): one for one in plan.plan.today} if plan.plan else {}
    traits = {
        "goal": _goal(course, goal, plan),
        "tasks": [_task(course, one, chosen, links, _) for one in plan.tasks],
        "outlook": _outlook(course, rows, goal, now),
        "objectives": [_domain(one) for one in objectives],
        "reasons": _reasons(plan, _),
    }
    return traits, plan.tasks


def _goal(course: Course, goal: Goal, plan: Today) -> Data:
    exam = course.certifications[goal.exam]
    return {
        "exam": exam.id,
        "code": exam.code,
        "name": exam.name,
        "day": goal.day.isoformat(),
        "minutes": goal.minutes,
        "left": plan.left,
    }


def _task(
    course: Course,
    task: Task,
    chosen: Mapping[str, Choice],
    links: Links,
    _: Words,
) -> Data:
    title = path = ""
    if task.kind == "page":
        title = course.modules[task.opens].short
        path = links.pages.replace("{module}", task.opens)
    if task.kind == "lab":
        title = course.labs[task.opens].title
        path = links.labs.replace("{lab}", task.opens)
    return {
        "kind": task.kind,
        "count": len(task.items),
        "minutes": task.minutes,
        "parts": [{"name": name, "count": count} for name, count in task.parts],
        "title": title,
        "path": path,
        "why": _why(task, [chosen[id] for id in task.items if id in chosen], _),
    }


def _why(task: Task, chosen: Sequence[Choice], _: Words) -> str:
    """Why this is worth today's minutes, from what the plan computed."""
    if task.kind == "page":
        return _("Nothing of it is answered yet; read it before its questions.")
    if task.kind == "lab":
        return _("You have begun its questions, and its exercises are still open.")
    if not chosen:
        return ""
    percent = round(100 * sum(one.without for one in chosen) / len(chosen))
    if task.kind == "new":
        return _(
            "Not asked yet; by your first answers about {percent} % would be right.",
            percent=percent,
        )
    return _(
        "Left alone, about {percent} % of them would be right on the day of the exam.",
        percent=percent,
    )


def _outlook(course: Course, rows: Sequence[Answer], goal: Goal, now: datetime) -> Data:
    standing = readiness(course, rows, goal.exam, None, now)
    ahead = readiness(course, rows, goal.exam, goal.day, now)
    return {
        "now": _score(standing),
        "then": _score(ahead) if goal.day > now.date() else None,
        "curve": [list(one) for one in ahead.curve] if ahead.enough else [],
        "answers": sum(one.fresh for one in ahead.domains),
        "fresh": ASSUMED.fresh,
        "domains": [_standing(one) for one in ahead.domains if one.seats],
    }


def _score(found: Readiness) -> Data | None:
    if not found.enough:
        return None
    return {"mean": found.mean, "low": found.low, "high": found.high}


def _standing(one: DomainReadiness) -> Data:
    """One domain on the day; without a share where too little is known of it."""
    known = (
        {} if one.missing else {"share": one.share, "low": one.low, "high": one.high}
    )
    return {
        "domain": one.domain,
        "name": one.name,
        "weight": one.weight,
        "missing": one.missing,
        "bare": one.items < one.fresh + one.missing,
        **known,
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
        "module": one.module,
    }


def _reasons(plan: Today, _: Words) -> list[str]:
    """Why this and not that, a sentence each."""
    found = []
    if plan.left < 0:
        found.append(_("The day of the exam has passed; give the next one."))
    if plan.plan is not None:
        later = len(plan.plan.ranked) - len(plan.plan.today)
        found.append(
            _.ngettext(
                "{n} more item can wait: asked later it is worth more, or today is full.",
                "{n} more items can wait: asked later they are worth more, or today is full.",
                later,
            )
        )
        found.append(
            _(
                "With this plan you would recall about {percent} % of the course's items for this exam on its day.",
                percent=min(99, round(100 * plan.plan.score)),  # nothing is certain
            )
        )
    if plan.unserved:
        found.append(
            _(
                "The course has nothing yet for domains {list} of this exam.",
                list=", ".join(map(str, plan.unserved)),
            )
        )
    return found
