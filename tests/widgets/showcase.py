"""Every widget of the package in one state, for a page that draws them without Python."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from certlab import widgets
from certlab.course import Course
from certlab.study.answers import Answer
from certlab.study.history import History
from certlab.study.session import Session
from certlab.study.today import serving
from certlab.widgets.exam import MockExam
from certlab.widgets.start import Start
from certlab.widgets.stored import StoredProgress
from certlab.widgets.views import Flashcards, Quiz

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def showcase(small: Course, whole: Course, folder: Path) -> dict[str, Any]:
    """The widgets by name: questions of the small course, plans of the whole one."""

    def session(item: str) -> Session:
        made = Session(small, History(folder / "small.jsonl"), kinds=None, seed=0)
        made.questions = [one for one in made.questions if one.item == item]
        return made

    return {
        "board": _board(),
        "quiz": Quiz(session("small-warp-size"), title="Small"),
        "cards": Flashcards(session("small-card"), title="Small"),
        "exam": _exam(whole, folder / "exam.jsonl"),
        "report": _report(whole, folder / "report.jsonl"),
        "start": _start(whole, folder / "start.jsonl"),
        "summary": StoredProgress(
            banks=[{"module": "small", "title": "Small", "items": []}]
        ),
        "collective": widgets.collective(),
        "schedule": widgets.schedule(),
        "numberbits": widgets.number_bits("fp16", 1.5),
    }


def _board() -> Any:
    board = widgets.mig_board()
    board.place("3g.40gb", 0)
    board.place("1g.10gb", 6)
    return board


def _exam(course: Course, path: Path) -> MockExam:
    """A mock exam that has begun, with two answers and a flag."""
    exam = MockExam(course, History(path), now=lambda: NOW)
    exam._begin({"exam": "nca-aiio", "seed": 22, "count": 10, "factor": None})
    exam._see({"place": 0})
    exam._mark({"place": 1, "on": True})
    return exam


def _report(course: Course, path: Path) -> MockExam:
    exam = _exam(course, path)
    exam._finish({})
    return exam


def _start(course: Course, path: Path) -> Start:
    """Half of the questions were answered nine days ago."""
    history = History(path)
    items = serving(course, "ncp-aii")[:40]
    for item in items:
        then = NOW - timedelta(days=9)
        history.append(Answer(item.id, item.rev, "correct", 1), then)
    start = Start(course, history, now=lambda: NOW)
    start._plan_anew({"exam": "ncp-aii", "day": "2026-12-14", "minutes": 30})
    return start
