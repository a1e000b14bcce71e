"""A learner who has answered for some days, so that surfaces have something to show."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from certlab.course import Course
from certlab.study.history import History
from certlab.study.questions import Question
from certlab.study.session import Session

DAYS = (9, 4, 1)  # ago
A_DAY = 20  # questions
EXAM = "ncp-aii"


def study(course: Course, path: Path) -> Path:
    """Write the history of these days: three of four answers are right."""
    history = History(path)
    for ago in DAYS:
        session = Session(
            course, history, exam=EXAM, kinds=("single",), count=A_DAY,
            now=partial(_back, timedelta(days=ago)),
        )  # fmt: skip
        for number, question in enumerate(session.questions):
            session.answer(question, _option(question, right=number % 4 != 3))
    return path


def _back(ago: timedelta) -> datetime:
    return datetime.now(UTC) - ago


def _option(question: Question, *, right: bool) -> str:
    ids: list[str] = question.key["options"]
    return next(id for id in ids if (id in question.key["correct"]) is right)
