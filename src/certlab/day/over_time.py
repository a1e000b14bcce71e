"""The expected score over time: what it was at the end of some days, by the same estimate.

Nothing is interpolated, and no answer given later counts: each point is what `readiness`
says of the rows up to that moment, for a sitting on that day.
"""

from datetime import datetime, timedelta
from typing import Any

from certlab.day.outlook import outlook, score_data
from certlab.planner.goal import Goal
from certlab.readiness import readiness
from certlab.study.standing import Standing
from certlab.words import Words

POINTS = 12  # at most: each takes about a tenth of a second
FURTHEST = timedelta(weeks=52)
_DAY = timedelta(days=1)

Data = dict[str, Any]


def moments(standing: Standing, now: datetime) -> list[datetime]:
    """When to look back: the present, and whole days before it, in order of time.

    They are evenly spread over the answers of the last year, and none is before all of
    them.
    """
    first = min(
        (row.time for row in standing.answers if now - FURTHEST <= row.time <= now),
        default=now,
    )
    days = (now - first) // _DAY
    step = max(1, -(-days // (POINTS - 1)))
    return [now - n * _DAY for n in range(0, days + 1, step)][::-1]


def estimates(standing: Standing, exam: str, now: datetime) -> list[Data]:
    """The score at each of these moments at which enough was known for one.

    Args:
        exam: by its id.
        now: the present, with the learner's own time zone.

    Returns:
        Rows of `day`, `mean`, `low` and `high`, in order of time.
    """
    found = []
    for at in moments(standing, now):
        before = standing.before(at) if at < now else standing
        if score := score_data(readiness(before, exam, None, at)):
            found.append({"day": at.date().isoformat(), **score})
    return found


def progress_data(standing: Standing, goal: Goal, now: datetime, words: Words) -> Data:
    """What the page of progress shows that needs the estimate."""
    return {
        "exam": goal.exam,
        "outlook": outlook(standing, goal, now, words),
        "points": estimates(standing, goal.exam, now),
    }
