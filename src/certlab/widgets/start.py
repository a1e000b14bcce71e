"""The Python side of the start page: the goal, today's work, and how one stands."""

from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

import traitlets

from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.answers import counted
from certlab.study.goal import Goal, goal_of, set_goal
from certlab.study.history import History
from certlab.study.memory import fold
from certlab.study.objectives import recall_by_objective
from certlab.study.readiness import ASSUMED, readiness
from certlab.study.session import Session
from certlab.study.today import Task, Today, today
from certlab.widgets.deck import PAGES, Deck
from certlab.widgets.esm import joined, style

Data = dict[str, Any]
LABS = "../labs/{lab}.ipynb"  # from a notebook in labs/
_EXAM_BEGINS = time(9)


def _now() -> datetime:
    return datetime.now().astimezone()


class Start(Deck):
    """What to do today towards an exam. What a view is told stands in static/start.js.

    As a deck it asks today's reviews and new items, and comes back to the list.
    """

    _esm = joined("start.js")
    _css = style("exam.css", "start.css")

    phase = traitlets.Unicode("goal").tag(sync=True)
    exams = traitlets.List[Data]().tag(sync=True)
    goal = traitlets.Dict().tag(sync=True)
    tasks = traitlets.List[Data]().tag(sync=True)
    outlook = traitlets.Dict().tag(sync=True)
    objectives = traitlets.List[Data]().tag(sync=True)
    reasons = traitlets.List[str]().tag(sync=True)

    def __init__(
        self,
        course: Course,
        history: History,
        *,
        pages: str = PAGES,
        labs: str = LABS,
        lang: str | None = None,
        now: Callable[[], datetime] = _now,
    ) -> None:
        """The start page of one learner.

        Args:
            course: what there is to do.
            history: where the goal and the answers are.
            pages: address of a module page; `{module}` stands for its slug.
            labs: address of a lab; `{lab}` stands for its id.
            lang: language of the interface; see `certlab.words.text`.
            now: the clock, with the learner's time zone.

        Raises:
            CourseError: the history cannot be read, or there is no such language.
        """
        super().__init__(None, title="", pages=pages, lang=lang)
        self._course, self._history, self._now = course, history, now
        self._labs = labs
        self._tasks: tuple[Task, ...] = ()
        self.exams = [
            {"exam": one.id, "code": one.code, "name": one.name}
            for one in course.certifications.values()
        ]
        self._look()

    def _receive(self, widget: object, message: Data, data: object) -> None:
        step = _STEPS.get(str(message.get("type")))
        if step is None:
            super()._receive(widget, message, data)
            return
        try:
            step(self, message)
        except CourseError as error:
            says = self._words.say(error.args[0])
            self.send({"type": "refused", "say": says})

    def _set_goal(self, message: Data) -> None:
        try:
            day = date.fromisoformat(str(message.get("day")))
        except ValueError as error:
            raise CourseError(self._words("Give the day of your exam.")) from error
        minutes = message.get("minutes")
        if not isinstance(minutes, int):
            raise CourseError(self._words("Give whole minutes a day."))
        now = self._now()
        exam = str(message.get("exam"))
        set_goal(
            self._course, self._history, exam, day, minutes, today=now.date(), now=now
        )
        self._look()

    def _change(self, _message: Data) -> None:
        self.phase = "goal"

    def _home(self, _message: Data) -> None:
        self._session = None
        self._look()

    def _begin(self, message: Data) -> None:
        """Ask the items of a task."""
        place = message.get("place")
        if not isinstance(place, int) or not 0 <= place < len(self._tasks):
            return
        task = self._tasks[place]
        if not task.items:
            return
        self._session = Session(
            self._course, self._history, surface="lab", items=task.items
        )
        self._asked = self._session.questions
        with self.hold_sync():  # one message, so that no half of it is ever drawn
            self.round += 1
            self.questions = [one.show for one in self._asked]
            self.answers, self.revealed, self.drafts, self.at = {}, {}, {}, 0
            self.phase = "drill"

    def _look(self) -> None:
        """Plan the day anew from what the history holds now."""
        log = self._history.read()
        now = self._now()
        goal = goal_of(log.rows)
        self.notes = [self._words.say(one) for one in log.problems]
        self.today = now.date().isoformat()
        if goal is None or goal.exam not in self._course.certifications:
            self.goal, self.phase = {}, "goal"
            return
        plan = today(self._course, log.rows, goal, now)
        self._tasks = plan.tasks
        at = datetime.combine(goal.day, _EXAM_BEGINS, now.tzinfo)
        resets = {id: item.reset for id, item in self._course.items.items()}
        memories = fold(counted(log.rows), resets)
        rows = recall_by_objective(self._course, goal.exam, memories, max(at, now))
        with self.hold_sync():
            self.goal = self._described(goal, plan)
            self.tasks = [self._task(one) for one in plan.tasks]
            self.outlook = self._outlook(goal, log.rows, now)
            self.objectives = [_row(one) for one in rows]
            self.reasons = self._reasons(plan)
            self.phase = "today"

    def _described(self, goal: Goal, plan: Today) -> Data:
        exam = self._course.certifications[goal.exam]
        return {
            "exam": exam.id,
            "code": exam.code,
            "name": exam.name,
            "day": goal.day.isoformat(),
            "minutes": goal.minutes,
            "left": plan.left,
        }

    def _task(self, task: Task) -> Data:
        title = path = ""
        if task.kind == "page":
            title = self._course.modules[task.opens].short
            path = self.pages.format(module=task.opens)
        if task.kind == "lab":
            title = self._course.labs[task.opens].title
            path = self._labs.format(lab=task.opens)
        parts = [{"name": name, "count": count} for name, count in task.parts]
        return {
            "kind": task.kind,
            "count": len(task.items),
            "minutes": task.minutes,
            "parts": parts,
            "title": title,
            "path": path,
        }

    def _outlook(self, goal: Goal, rows: Any, now: datetime) -> Data:
        standing = readiness(self._course, rows, goal.exam, None, now)
        ahead = readiness(self._course, rows, goal.exam, goal.day, now)
        missing = [one.domain for one in ahead.domains if one.missing and one.seats]
        return {
            "now": _score(standing) if standing.enough else None,
            "then": _score(ahead) if ahead.enough else None,
            "curve": [list(one) for one in ahead.curve] if ahead.enough else [],
            "answers": sum(one.fresh for one in ahead.domains),
            "fresh": ASSUMED.fresh,
            "missing": missing,
            "unserved": [],
        }

    def _reasons(self, plan: Today) -> list[str]:
        """Why this and not that, a sentence each."""
        _ = self._words
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
                    percent=round(100 * plan.plan.score),
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

    def kept(self) -> dict[str, str]:
        """Its state as text."""
        return {"text/plain": f"{self!r}\nRun this cell to see today's work."}

    def __repr__(self) -> str:
        """What it is and how far it is: the same in every run, unlike an address."""
        if not self.goal:
            return "Start: no exam is planned yet"
        things = ", ".join(f"{one['kind']} {one['count']}" for one in self.tasks)
        return f"Start: {self.goal['code']} on {self.goal['day']}; today {things}"


_STEPS: dict[str, Callable[[Start, Data], None]] = {
    "goal": Start._set_goal,
    "change": Start._change,
    "home": Start._home,
    "task": Start._begin,
}


def _score(found: Any) -> Data:
    return {"mean": found.mean, "low": found.low, "high": found.high}


def _row(row: Any) -> Data:
    return {
        "domain": row.domain,
        "name": row.name,
        "weight": row.weight,
        "cells": [
            {
                "id": one.objective,
                "number": one.objective.partition(".")[2],
                "title": one.title,
                "recall": one.recall,
                "module": one.module,
            }
            for one in row.cells
        ],
    }
