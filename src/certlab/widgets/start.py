"""The Python side of the start page: the goal, today's work, and how one stands."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import traitlets

from certlab.app.esm import joined, style
from certlab.app.goal_form import offered_exams, set_sent_goal
from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.answers import Answer
from certlab.study.daily_list import extend_list, open_list
from certlab.study.goal import goal_of
from certlab.study.history import History
from certlab.study.session import Session
from certlab.study.start_markdown import markdown
from certlab.study.start_page import LABS, PAGES, Links, planned
from certlab.study.today import Task
from certlab.widgets.deck import Deck

Data = dict[str, Any]
_WAITS = (
    "Today's work shows here when this cell is run; Python takes some seconds to start."
)


def present() -> datetime:
    """The time now, with this machine's zone."""
    return datetime.now().astimezone()


class Start(Deck):
    """What to do today towards an exam. What a view is told stands in app/static/start/start.js.

    As a deck it asks today's reviews and new items, and comes back to the list.
    """

    _esm = joined("start/start.js")
    _css = style("theme/charts.css", "start/start.css")

    phase = traitlets.Unicode("goal").tag(sync=True)
    exams = traitlets.List[Data]().tag(sync=True)
    goal = traitlets.Dict().tag(sync=True)
    tasks = traitlets.List[Data]().tag(sync=True)
    outlook = traitlets.Dict().tag(sync=True)
    objectives = traitlets.List[Data]().tag(sync=True)
    tomorrow = traitlets.Dict().tag(sync=True)
    reasons = traitlets.List[str]().tag(sync=True)

    def __init__(
        self,
        course: Course,
        history: History,
        *,
        pages: str = PAGES,
        labs: str = LABS,
        lang: str | None = None,
        now: Callable[[], datetime] = present,
    ) -> None:
        """The start page of one learner.

        Args:
            course: what there is to do.
            history: where the goal and the answers are.
            pages: address of a module page; `{page}` stands for its id.
            labs: address of a lab; `{lab}` stands for its id.
            lang: language of the interface; see `certlab.words.text`.
            now: the clock, with the learner's time zone.

        Raises:
            CourseError: the history cannot be read, or there is no such language.
        """
        super().__init__(None, title="", pages=pages, lang=lang)
        self._course, self._history, self._now = course, history, now
        self._links = Links(pages, labs)
        self._tasks: tuple[Task, ...] = ()
        self._kept = ""
        self.exams = offered_exams(course)
        self._look()

    def _receive(self, widget: object, message: Data, data: object) -> None:
        step = self._steps().get(str(message.get("type")))
        if step is None:
            super()._receive(widget, message, data)
            return
        try:
            step(message)
        except CourseError as error:
            says = self._words.say(error.args[0])
            self.send({"type": "refused", "say": says})

    def _steps(self) -> dict[str, Callable[[Data], None]]:
        """What it takes, by the message's type."""
        return {
            "goal": self._plan_anew,
            "change": self._change,
            "home": self._home,
            "task": self._begin,
            "more": self._more,
        }

    def _plan_anew(self, message: Data) -> None:
        self._set_goal(message)
        self._look()

    def _set_goal(self, message: Data) -> None:
        set_sent_goal(self._course, self._history, message, self._now())

    def _change(self, _message: Data) -> None:
        self.phase = "goal"

    def _more(self, _message: Data) -> None:
        """Fill the list again, once it is done."""
        now, goal = self._now(), goal_of(self._history.read().rows)
        if goal is not None:
            self._added(extend_list(self._course, self._history, goal, now))
            self._look()

    def _added(self, row: Answer | None) -> None:
        """Called with each row that was recorded for the list, or None."""

    def _home(self, _message: Data) -> None:
        self._session = None
        self._look()

    def _begin(self, message: Data) -> None:
        """Ask the items of a task."""
        place = message.get("place")
        if not isinstance(place, int) or not 0 <= place < len(self._tasks):
            return
        task = self._tasks[place]
        if task.items and not task.opens:
            self._drill(task.items)

    def _drill(self, items: tuple[str, ...]) -> None:
        """Ask these, in this order, and record the answers."""
        self._session = Session(
            self._course,
            self._history,
            exam=str(self.goal["code"]),
            now=self._now,
            surface="lab",
            items=items,
        )
        self._asked = self._session.questions
        with self.hold_sync():  # one message, so that no half of it is ever drawn
            self.round += 1
            self.retry = False
            self.questions = [one.show for one in self._asked]
            self.answers, self.revealed, self.drafts, self.at = {}, {}, {}, 0
            self._judged, self.last = [], None
            self.phase = "drill"

    def _look(self) -> None:
        """Show the day's list, which is made when it is first looked at."""
        now = self._now()
        log = self._history.read()
        goal = goal_of(log.rows)
        self.notes = [self._words.say(one) for one in log.problems]
        self.today = now.date().isoformat()
        if goal is None or goal.exam not in self._course.certifications:
            self.goal, self.phase, self._kept = {}, "goal", ""
            return
        self._added(open_list(self._course, self._history, goal, now))
        rows = self._history.read().rows
        traits, self._tasks = planned(
            self._course, rows, goal, now, self._links, self._words
        )
        self._kept = markdown(traits, now.date(), self._words)
        with self.hold_sync():
            for name, value in traits.items():
                setattr(self, name, value)
            self.phase = "today"

    def kept(self) -> dict[str, str]:
        """Its state as text; with a plan, the plan as Markdown."""
        plain = {"text/plain": f"{self!r}\n{_WAITS}"}
        return plain | ({"text/markdown": self._kept} if self._kept else {})

    def __repr__(self) -> str:
        """What it is and how far it is: the same in every run, unlike an address."""
        if not self.goal:
            return "Start: no exam is planned yet"
        things = ", ".join(f"{one['kind']} {one['count']}" for one in self.tasks)
        return f"Start: {self.goal['code']} on {self.goal['day']}; today {things}"
