"""What a session came to: what is newly known, the score before and after, what comes next.

Days with an answer are counted for the last week, and no further: nothing is lost by a
day without one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from certlab.day.due import Due, due_lines, due_of
from certlab.errors import CourseError
from certlab.planner.goal import goal_of
from certlab.readiness import readiness
from certlab.study.answers import Answer
from certlab.study.counts import count_items
from certlab.study.questions import MINE
from certlab.study.standing import Standing
from certlab.words import Words

WEEK = 7


@dataclass(frozen=True)
class SessionEnd:
    """What is said at the end of a session.

    Attributes:
        known: items that were right for the first time ever, and not in a repeat.
        scores: the expected share of right answers before and after, from 0 to 1; None
            without an exam, and while there is not enough data.
        due: what is due, of the exam if there is one.
        days: of the last seven, today last: whether anything was answered.
    """

    known: int
    scores: tuple[float, float] | None
    due: Due
    days: tuple[bool, ...]


def session_end(standing: Standing, since: datetime, now: datetime) -> SessionEnd:
    """What the answers since a moment came to.

    Args:
        since: when the session began, with a time zone.
        now: the present, with the learner's own time zone.
    """
    course = standing.course
    goal = goal_of(standing.rows)
    exam = goal.exam if goal and goal.exam in course.certifications else ""
    own = [id for id in course.items if id.startswith(MINE)]
    return SessionEnd(
        known=count_items(standing.memories, course.items, now, since).newly_known,
        scores=_scores(standing, exam, since, now) if exam else None,
        due=due_of(standing, exam, now, own),
        days=week(standing.answers, now),
    )


def week(answers: Iterable[Answer], now: datetime) -> tuple[bool, ...]:
    """Of the last seven days of a learner's own, today last: whether there is an answer."""
    days = {row.time.astimezone(now.tzinfo).date() for row in answers}
    return tuple(now.date() - timedelta(days=n) in days for n in reversed(range(WEEK)))


def end_lines(end: SessionEnd, words: Words) -> tuple[str, ...]:
    """What every surface says of it, a sentence each."""
    n = end.known
    known = words.ngettext("{n} item newly known.", "{n} items newly known.", n)
    says = [known] if n else []
    if end.scores:
        old, new = (int(100 * one + 0.5) for one in end.scores)
        moved = words("Expected score {old} → {new} %.", old=old, new=new)
        same = words("Expected score {new} %, as before.", new=new)
        says.append(moved if old != new else same)
    return (*says, *due_lines(end.due, words), week_line(end.days, words))


def week_line(days: Sequence[bool], words: Words) -> str:
    """ "Days with answers: ○●●○●●●, 5 of the last 7."""
    strip = "".join("●" if one else "○" for one in days)
    return words(
        "Days with answers: {strip}, {n} of the last 7.", strip=strip, n=sum(days)
    )


def _scores(
    standing: Standing, exam: str, since: datetime, now: datetime
) -> tuple[float, float] | None:
    try:
        after = readiness(standing, exam, None, now)
        before = readiness(standing.before(since), exam, None, now)
    except CourseError:  # none of its domains has a weight
        return None
    return (before.mean, after.mean) if before.enough and after.enough else None
