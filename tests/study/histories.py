"""A learner's history with every kind of row, made by what makes them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.course.items import ASKABLE
from certlab.study import exercises
from certlab.study.exams import begin
from certlab.study.history import FILE, History
from certlab.study.session import Session
from tests.study.exams.test_sitting import right


@dataclass
class Seconds:
    """A clock that is a second later each time it is looked at."""

    time: datetime = field(default=datetime(2026, 11, 21, 9, tzinfo=UTC))

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1, microseconds=17)
        return self.time


def drilled(course: Course, history: History, now: Callable[[], datetime]) -> None:
    """A question of each kind, in letters of several scripts, and a card taken back."""
    kinds = {item.kind: item.id for item in course.items.values()}
    items = [kinds[kind] for kind in ASKABLE if kind in kinds]
    session = Session(course, history, items=items, now=now)
    for question in session.questions:
        match question.kind:
            case "card":
                session.answer(question, "forgotten", confidence="unsure")
                session.undo(question)
                session.answer(question, "known", milliseconds=812)
            case "cloze":
                gaps = {one["id"]: "ψ한😀" for one in question.key["gaps"]}
                session.answer(question, gaps)
            case "command":
                # The program alone: wrong, whereas what is unreadable leaves no row.
                session.answer(question, question.key["calls"][0]["programs"][0])
            case _:
                session.answer(question, answer_to(question), confidence="sure")


def answer_to(question: object) -> object:
    """A right answer, as a sitting of that one question would take it."""
    from types import SimpleNamespace

    return right(SimpleNamespace(questions=[question]), 0)  # type: ignore[arg-type]  # all it looks at


def sat(
    course: Course,
    history: History,
    now: Callable[[], datetime],
    code: str = "NCA-AIIO",
    count: int = 4,
    *,
    end: bool = True,
) -> None:
    """A mock exam with everything a learner does in one."""
    sitting = begin(course, history, code, seed=7, count=count, now=now)
    for place in range(len(sitting.questions)):
        sitting.see(place)
        sitting.flag(place, True)
        if place % 2:
            sitting.flag(place, False)
        if place != 2:
            sitting.respond(place, "ψ 大", 100)
            sitting.respond(place, right(sitting, place), 2_000)
    if end:
        sitting.finish()


def of_every_kind(
    course: Course, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> History:
    """Drilled, practised in a lab, and sat."""
    history, now = History(folder / FILE), Seconds()
    drilled(course, history, now)
    monkeypatch.setenv("CERTLAB_WORKSPACE", str(folder))
    exercises.check_value("mig-lab-exercise", 1.0, 2.0, hint="größer")
    exercises.check_value("mig-lab-exercise", 2.0, 2.0)
    sat(course, history, now)
    return history
