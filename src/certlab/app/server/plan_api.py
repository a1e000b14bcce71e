"""Today's plan over HTTP: what app/static/start/workspace.js draws.

GET  today            the plan for what the history holds now; planning takes a second or more
GET  today?known      the last plan of this day, at once, and whether it still holds
POST today            { exam, day, minutes }, or { more: true }; then as GET today
"""

import asyncio
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Any

from jupyter_server.base.handlers import APIHandler
from tornado import web

from certlab.app.goal_form import offered_exams, set_sent_goal
from certlab.course import Course, load
from certlab.errors import CourseError
from certlab.study.daily_list import extend_list, open_list
from certlab.study.goal import Goal, goal_of
from certlab.study.history import History, Log
from certlab.study.start_page import Links, planned
from certlab.words import text

Data = dict[str, Any]
# From /certlab/index.html; a lab's address is that of the static site.
LINKS = Links(
    "modules/{page}.html{section}", "lite/lab/index.html?path=labs/{lab}.ipynb"
)


@dataclass
class Planner:
    """A workspace's plan, made when it is asked for and kept while nothing has changed."""

    history: History
    kept: Data = field(default_factory=dict)
    made_of: tuple[str, date] = ("", date.min)  # the history's end, and the day
    alone: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def course(self) -> Course:
        """Read once, when a plan is first asked for."""
        return load()

    def known(self) -> Data:
        """The last plan, and whether it is one of what the history holds now; or {}."""
        if self.made_of[1] != self._now().date():
            return {}
        return {**self.kept, "holds": self.made_of == self._asked()}

    def today(self) -> Data:
        """The state of the start page.

        Raises:
            CourseError: the history cannot be read.
        """
        with self.alone:  # two pages ask, and one plan is enough
            if self._asked() != self.made_of or not self.kept:
                self._list(open_list)
                asked = self._asked()
                self.kept, self.made_of = self._plan(), asked
            return {**self.kept, "holds": True}

    def take(self, sent: Data) -> None:
        """Set an exam, its day and the minutes a day; or add to a list that is done.

        Raises:
            CourseError: one of them is missing or cannot be, or nothing more would pay;
                nothing is recorded.
        """
        if sent.get("more"):
            with self.alone:
                self._list(extend_list)
            return
        set_sent_goal(self.course, self.history, sent, self._now(), surface="app")

    def _list(self, record: Callable[..., object]) -> None:
        """Have `daily_list` record what it may, where there is a goal."""
        if goal := self._goal(self.history.read()):
            record(self.course, self.history, goal, self._now(), "app")

    def _goal(self, log: Log) -> Goal | None:
        goal = goal_of(log.rows)
        return goal if goal and goal.exam in self.course.certifications else None

    def _plan(self) -> Data:
        log, now, words = self.history.read(), self._now(), text()
        goal = self._goal(log)
        state: Data = {
            "phase": "goal",
            "goal": {},
            "today": now.date().isoformat(),
            "notes": [words.say(one) for one in log.problems],
            "exams": offered_exams(self.course),
        }
        if goal is None:
            return state
        traits, tasks = planned(self.course, log.rows, goal, now, LINKS, words)
        for row, task in zip(traits["tasks"], tasks, strict=True):
            row["items"] = list(task.items)
        return {**state, **traits, "phase": "today"}

    def _asked(self) -> tuple[str, date]:
        return self.history.after("?")[1], self._now().date()

    def _now(self) -> datetime:
        return datetime.now().astimezone()


class TodayHandler(APIHandler):
    """The plan, and the goal that it is made for."""

    def initialize(self, planner: Planner) -> None:
        """Called by tornado for each request."""
        self.planner = planner

    @web.authenticated
    async def get(self) -> None:
        """The plan."""
        known = self.get_query_argument("known", None) is not None
        await self._answer(self.planner.known if known else self.planner.today)

    @web.authenticated
    async def post(self) -> None:
        """Set the goal, then plan."""
        told = self.get_json_body()

        def planned() -> Data:
            self.planner.take(told if isinstance(told, dict) else {})
            return self.planner.today()

        await self._answer(planned)

    async def _answer(self, work: Callable[[], Data]) -> None:
        """Beside the server's other work, which is to go on meanwhile."""
        try:
            said = await asyncio.to_thread(work)
        except CourseError as error:
            self.set_status(400)
            said = {"message": text().say(error.args[0])}
        self.finish(json.dumps(said))
