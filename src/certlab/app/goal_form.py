"""What the form of the goal sends, from a notebook or a page of the app."""

from collections.abc import Mapping
from datetime import date, datetime

from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.goal import Goal, set_goal
from certlab.study.history import History
from certlab.words import Sentence


def set_sent_goal(
    course: Course,
    history: History,
    sent: Mapping[str, object],
    now: datetime,
    surface: str = "",
) -> Goal:
    """Set a goal from `exam`, `day` (2026-12-20) and `minutes` as they were sent.

    Raises:
        CourseError: one of them is missing or cannot be; nothing is recorded.
    """
    exam, minutes = sent.get("exam") or "", sent.get("minutes")
    if not exam:
        raise CourseError(Sentence("Choose your exam."))
    try:
        day = date.fromisoformat(str(sent.get("day")))
    except ValueError as error:
        raise CourseError(Sentence("Choose your exam date.")) from error
    if not isinstance(minutes, int):
        raise CourseError(Sentence("Give whole minutes a day."))
    given = (course, history, str(exam), day, minutes)
    return set_goal(*given, today=now.date(), now=now, surface=surface)
