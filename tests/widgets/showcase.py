"""Every widget of the package in one state, for a page that draws them side by side."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from certlab import widgets
from certlab.course import Course
from certlab.course.items import ASKABLE
from certlab.day.today import serving
from certlab.planner.goal import set_goal
from certlab.study.answers import Answer
from certlab.study.exams import Sitting, begin
from certlab.study.history import History
from certlab.widgets.decks import Flashcards, Quiz
from certlab.widgets.exams import MockExam
from certlab.widgets.prediction import Prediction
from certlab.widgets.start import Start


def showcase(small: Course, whole: Course, folder: Path) -> dict[str, Any]:
    """The widgets by name: questions of the small course, plans of the whole one."""
    _begin(whole, History(folder / "exam.jsonl"))
    _begin(whole, History(folder / "report.jsonl")).finish()
    guess = _guess(History(folder / "guess.jsonl"))
    own = (small, History(folder / "small.jsonl"), ASKABLE, 1)
    return {
        "board": _board(),
        "quiz": Quiz(*own, items=["small-warp-size"]),
        "cards": Flashcards(*own, items=["small-card"]),
        "exam": MockExam(whole, History(folder / "exam.jsonl")),
        "report": MockExam(whole, History(folder / "report.jsonl")),
        "start": _start(whole, History(folder / "start.jsonl")),
        "collective": widgets.collective(),
        "schedule": widgets.schedule(),
        "prediction": guess,
        "comparison": guess.compare({"A": "fits", "B": "fits"}, why={"B": "It does."}),
        "numberbits": widgets.number_bits("fp16", 1.5),
    }


def _board() -> Any:
    board = widgets.mig_board()
    board.place("3g.40gb", 0)
    board.place("1g.10gb", 6)
    return board


def _guess(history: History) -> Prediction:
    """Two rows, of which the second was predicted wrong."""
    row = {"A": "fits", "B": "does not fit"}
    history.append(Answer("small-fits", 1, "predicted", 0, response=row))
    rows = {"A": "`3g.40gb:0`", "B": "`4g.40gb:0, 3g.40gb:4`"}
    options = ("fits", "does not fit")
    return Prediction(history, "small-fits", "Do they fit?", rows=rows, options=options)


def _begin(course: Course, history: History) -> Sitting:
    """A mock exam that has begun, without a limit, with a flag."""
    sitting = begin(course, history, "nca-aiio", seed=22, count=10, factor=None)
    sitting.see(0)
    sitting.flag(1, True)
    return sitting


def _start(course: Course, history: History) -> Start:
    """Half of the questions were answered nine days ago."""
    now = datetime.now(UTC)
    for item in serving(course, "ncp-aii")[:40]:
        row = Answer(item.id, item.rev, "correct", 1)
        history.append(row, now - timedelta(days=9))
    today = now.astimezone().date()
    day = today + timedelta(days=23)
    set_goal(course, history, "ncp-aii", day, 30, today=today, now=now)
    return Start(course, history)
