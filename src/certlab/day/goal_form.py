"""The form of the goal, in a notebook or on a page of the app: what it offers, what it sends."""

from collections.abc import Collection, Mapping
from datetime import date, datetime

from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.course.coverage import served
from certlab.errors import CourseError
from certlab.planner.goal import Goal, set_goal
from certlab.readiness import ASSUMED
from certlab.study.exams.blueprint import covered, in_all
from certlab.study.history import History
from certlab.words import Sentence


def offered_exams(course: Course) -> list[dict[str, object]]:
    """A row an exam: `exam` (its id), `code`, `name`, `level`, and of how many of its
    `objectives` the course has questions, `covered`.
    """
    rows: list[dict[str, object]] = []
    for one in course.certifications.values():
        n, objectives = in_all(covered(course, one.id))
        row = {"exam": one.id, "code": one.code, "name": one.name, "level": one.level}
        rows.append({**row, "covered": n, "objectives": objectives})
    return rows


def scoring(exam: Certification, known: Collection[str]) -> dict[str, object]:
    """Whether answers can bring a score, by the readiness's own rule.

    Args:
        exam: that would be sat.
        known: the objectives that have items enough.
    """
    share = served(exam, known)
    return {"served": share, "scored": share >= ASSUMED.served}


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
    if type(minutes) is not int:  # True is no number
        raise CourseError(Sentence("Give whole minutes a day."))
    given = (course, history, str(exam), day, minutes)
    return set_goal(*given, today=now.date(), now=now, surface=surface)
