"""What a learner works towards: an exam, its day, and the minutes they have a day.

A goal is a row of the history, so that it travels with the answers; the last one counts.
A row without a response takes the goal away.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.answers import Answer
from certlab.study.exam_codes import certification
from certlab.study.history import History
from certlab.words import Sentence

STEP = "goal"  # outcome of the row
LONGEST = 720  # minutes a day
FURTHEST = 3650  # days
_TICK = timedelta(microseconds=1)
_EXAM_BEGINS = time(9)  # nobody says; a morning


@dataclass(frozen=True)
class Goal:
    """An exam by its id, its day, and the minutes there are on each day before it."""

    exam: str
    day: date
    minutes: int

    def days_left(self, today: date) -> int:
        """Days from today to the exam; 0 on its day, below zero once it has passed."""
        return (self.day - today).days

    def begins(self, zone: tzinfo | None) -> datetime:
        """When the exam begins, about, in the learner's own zone."""
        return datetime.combine(self.day, _EXAM_BEGINS, zone)


def goal_of(rows: Iterable[Answer]) -> Goal | None:
    """The goal set last, by rows in order of time; None when there is none."""
    found = None
    for row in rows:
        if row.outcome == STEP:
            found = _goal(row) or found if row.response is not None else None
    return found


def is_no_goal(row: Answer) -> bool:
    """Whether a row sets a goal that could not have been set here."""
    return row.outcome == STEP and row.response is not None and _goal(row) is None


def _goal(row: Answer) -> Goal | None:
    """What a row says; None of one that could not have been set."""
    try:
        exam, told, minutes = (row.response[one] for one in ("exam", "day", "minutes"))
        day = date.fromisoformat(told)
    except (KeyError, TypeError, ValueError):
        return None
    ahead = (day - row.time.date()).days
    if day.isoformat() != told or ahead > FURTHEST + 1:  # a day for the zones
        return None
    if not isinstance(exam, str) or type(minutes) is not int:
        return None
    return Goal(exam, day, minutes) if 1 <= minutes <= LONGEST else None


def set_goal(
    course: Course,
    history: History,
    code: str,
    day: date,
    minutes: int,
    *,
    today: date,
    now: datetime | None = None,
    surface: str = "",
) -> Goal:
    """Set a goal; what was answered before stays.

    Args:
        code: of the exam, "NCP-AII".
        day: of the exam.
        minutes: a day.
        today: the learner's own day.

    Raises:
        CourseError: no such exam, a day that has passed or is too far, no minutes.
        HistoryError: it could not be recorded.
    """
    exam = certification(course, code)
    left = (day - today).days
    if left < 0:
        raise CourseError(
            Sentence(
                "{day} has passed; give the day of your exam.", day=day.isoformat()
            )
        )
    if left > FURTHEST:
        raise CourseError(
            Sentence(
                "{day} is more than ten years off; give a nearer day.",
                day=day.isoformat(),
            )
        )
    if not 1 <= minutes <= LONGEST:
        raise CourseError(
            Sentence(
                "{minutes} minutes a day: give 1 to {most}.",
                minutes=minutes,
                most=LONGEST,
            )
        )
    told = {"exam": exam.id, "day": day.isoformat(), "minutes": minutes}
    _record(history, told, now or datetime.now(UTC), surface)
    return Goal(exam.id, day, minutes)


def remove_goal(history: History, now: datetime, surface: str = "") -> None:
    """Work towards no exam any more; what was answered stays.

    Raises:
        HistoryError: it could not be recorded.
    """
    _record(history, None, now, surface)


def _record(
    history: History, told: dict[str, object] | None, now: datetime, surface: str
) -> None:
    row = Answer("", 0, STEP, 0, told, mode="plan", surface=surface)
    history.append(row, _after_others(history.read().rows, now))


def _after_others(rows: Iterable[Answer], now: datetime) -> datetime:
    """Now, or just after the last goal, where a clock that was ahead has set it.

    Otherwise that one would count until the day comes that the clock had shown.
    """
    times = [row.time for row in rows if row.outcome == STEP]
    return max([now, *(time + _TICK for time in times)])
