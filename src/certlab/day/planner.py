"""The plan of a day, as data: what day/static/workspace.js draws."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone, tzinfo
from functools import cached_property
from typing import Any

from certlab.course import Course, load
from certlab.day.daily_list import extend_list, open_list
from certlab.day.goal_form import offered_exams, set_sent_goal
from certlab.day.list_row import was_made_anew
from certlab.day.over_time import Known, progress_data
from certlab.day.own_cards import OwnDecks, add_own_cards
from certlab.day.start_page import Links, planned, unplanned
from certlab.day.tasks import Task
from certlab.planner.goal import Goal, goal_of, remove_goal
from certlab.study.bank import compile_bank, of_exam
from certlab.study.counts import scope_listing
from certlab.study.history import History, Log
from certlab.study.own_deck_lists import own_bank
from certlab.study.standing import Standing, standing_of
from certlab.words import Words, text

Data = dict[str, Any]
# What start_page makes of a learner's standing: the traits, and the tasks they tell of.
Drawn = Callable[
    [Standing, Goal, datetime, Links, Words], tuple[Data, tuple[Task, ...]]
]


_FARTHEST = 14 * 60  # minutes that a clock on earth is ahead of UTC, or behind it


def _present() -> datetime:
    return datetime.now().astimezone()


def zone_of(offset: object) -> tzinfo | None:
    """The zone of a browser that says how many minutes it is ahead of UTC.

    None where it says nothing that can be: then it is this machine's day.
    """
    try:
        minutes = int(str(offset)[:5])
    except ValueError:
        return None
    near = abs(minutes) <= _FARTHEST
    return timezone(timedelta(minutes=minutes)) if near else None


@dataclass
class Planner:
    """A workspace's plan, made when it is asked for and kept while nothing has changed.

    Attributes:
        history: the workspace's.
        links: addresses from the page that shows it.
        surface: "app", "lab" or "lite", as it is recorded.
        lang: language of the interface; see `certlab.words.text`.
        load: gives the course.
        clock: the time, with the zone of this machine. Who asks may bring the learner's own
            `zone`: in a class or a container the machine's is another one, and a day begins
            for the learner at their midnight.
    """

    history: History
    links: Links
    surface: str
    lang: str | None = None
    load: Callable[[], Course] = load
    clock: Callable[[], datetime] = _present
    plan: Data = field(default_factory=dict)
    plan_key: tuple[str, date] = (
        "",
        date.min,
    )  # the history's end with the decks, and the day
    past: Known = field(default_factory=dict)  # what `progress` found of earlier days
    lock: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def course(self) -> Course:
        """Read once, when a plan is first asked for."""
        return self.load()

    @cached_property
    def own(self) -> OwnDecks:
        """The learner's own decks, which lie beside the history."""
        return OwnDecks(self.history.path.parent)

    def _now(self, zone: tzinfo | None) -> datetime:
        return self.clock().astimezone(zone) if zone else self.clock()

    def cached_plan(self, zone: tzinfo | None = None) -> Data:
        """The last plan of the day, and whether it is one of what the history holds now.

        Where it is not, its list is the one that the history holds: what was answered since
        is not asked again. Before there is a plan: what needs none, {} where there is no goal.

        Raises:
            CourseError: the history cannot be read.
        """
        now = self._now(zone)
        asked = self._asked(now)
        if self.plan_key == asked:
            return {**self.plan, "holds": True}
        state = self._state(now, unplanned)
        if not state["goal"]:
            return {}
        same = all(self.plan.get(one) == state[one] for one in ("goal", "today"))
        return {**(self.plan if same else {}), **state, "holds": False}

    def today(self, zone: tzinfo | None = None) -> Data:
        """The state of the start page.

        Raises:
            CourseError: the history cannot be read.
        """
        now = self._now(zone)
        with self.lock:  # two pages ask, and one plan is enough
            if self._asked(now) != self.plan_key or not self.plan:
                self._list(open_list, now)
                asked = self._asked(now)
                self.plan, self.plan_key = self._state(now, planned), asked
            return {**self.plan, "holds": True}

    def progress(self, zone: tzinfo | None = None) -> Data:
        """How the expected score came about; {} where there is no goal.

        Raises:
            CourseError: the history cannot be read, or the exam has no weights.
        """
        now, standing = self._now(zone), self._standing(self.history.read())
        goal = self._goal(standing)
        if goal is None:
            return {}
        return progress_data(standing, goal, now, text(self.lang), self.past)

    def banks(self, exam: str) -> list[Data]:
        """The questions of an exam, module by module, and the day's own cards."""
        banks = [compile_bank(self.course, one) for one in self.course.modules]
        own = self.own.read(self.course)
        ids = [id for one in self.plan.get("tasks", ()) for id in one["items"]]
        mine = own_bank(self.course, own, ids) if own else None
        found = [of_exam(bank, exam) for bank in banks]
        return [*found, mine] if mine and mine["items"] else found

    def scope(self, exam: str) -> Data:
        """What of an exam is counted, of what is known and due."""
        return scope_listing(self.course, exam)

    def take(self, sent: Data, zone: tzinfo | None = None) -> None:
        """Set an exam, its day and the minutes a day, or none; or add to a list that is done.

        Raises:
            CourseError: one of them is missing or cannot be, or nothing more would pay;
                nothing is recorded.
        """
        now = self._now(zone)
        if sent.get("more"):
            with self.lock:
                self._list(extend_list, now)
            return
        if sent.get("remove"):
            remove_goal(self.history, now, surface=self.surface)
            return
        set_sent_goal(self.course, self.history, sent, now, surface=self.surface)

    def _list(self, record: Callable[..., object], now: datetime) -> None:
        """Have `daily_list` record what it may, where there is a goal."""
        if goal := self._goal(self._standing(self.history.read())):
            record(self.course, self.history, goal, now, self.surface)

    def _standing(self, log: Log) -> Standing:
        return standing_of(self.course, log.rows)

    def _goal(self, standing: Standing) -> Goal | None:
        goal = goal_of(standing.steps)
        return goal if goal and goal.exam in self.course.certifications else None

    def _state(self, now: datetime, draw: Drawn) -> Data:
        log, words = self.history.read(), text(self.lang)
        standing = self._standing(log)
        goal = self._goal(standing)
        state: Data = {
            "phase": "goal",
            "goal": {},
            "today": now.date().isoformat(),
            "notes": [words.say(one) for one in log.problems],
            "exams": offered_exams(self.course),
        }
        if goal is None:
            return state
        traits, tasks = draw(standing, goal, now, self.links, words)
        for row, task in zip(traits["tasks"], tasks, strict=True):
            row["items"] = list(task.items)
        if own := self.own.read(self.course):
            add_own_cards(traits["tasks"], own, standing.answers, now, words)
        if was_made_anew(standing, goal, now.date()):
            state["notes"].append(
                words(
                    "Another version of certlab made today's list, and this one made it "
                    "anew. All that you answered counts."
                )
            )
        return {**state, **traits, "phase": "today"}

    def _asked(self, now: datetime) -> tuple[str, date]:
        return f"{self.history.end()} {self.own.stamp()}", now.date()
