"""The expected score over time: what it was at the end of some days, by the same estimate.

Nothing is interpolated, and no answer given later counts: each point is what `readiness`
says of the rows up to that moment, for a sitting at that time.
"""

from dataclasses import asdict
from datetime import datetime, time, timedelta
from typing import Any

from certlab.day.due_first import predicted
from certlab.day.outlook import outlook, score_data
from certlab.planner.goal import Goal
from certlab.planner.reasons import predicted_so
from certlab.readiness import readiness
from certlab.study.standing import Standing
from certlab.words import Words

POINTS = 12  # at most: each takes about a tenth of a second
FURTHEST = timedelta(weeks=52)
_DAY = timedelta(days=1)

Data = dict[str, Any]
# What was found of an exam at a moment, by how many rows there were before it.
Known = dict[tuple[str, datetime, int], Data | None]


def moments(standing: Standing, now: datetime) -> list[datetime]:
    """When to look back: ends of earlier days and the present, in order of time.

    They are evenly spread over the days since the first answer of the last year.

    Args:
        now: with the learner's own time zone, whose midnight ends a day.
    """
    first = min(
        (row.time for row in standing.answers if now - FURTHEST <= row.time <= now),
        default=now,
    )
    days = (now.date() - first.astimezone(now.tzinfo).date()).days
    step = max(1, -(-days // (POINTS - 1)))
    midnight = datetime.combine(now.date(), time(), now.tzinfo)
    before = [midnight - (n - 1) * _DAY for n in range(step, days + 1, step)]
    return [*before[::-1], now]


def estimates(
    standing: Standing, exam: str, now: datetime, known: Known | None = None
) -> list[Data]:
    """The score at each of these moments at which enough was known for one.

    Args:
        exam: by its id.
        now: the present, with the learner's own time zone.
        known: what was found of earlier days, to which is added what is found now.

    Returns:
        Rows of `day`, `mean`, `low` and `high`, in order of time.
    """
    known = {} if known is None else known
    found = []
    for midnight in moments(standing, now)[:-1]:
        before = standing.before(midnight)
        key = (exam, midnight, len(before.rows))
        if key not in known:
            known[key] = score_data(readiness(before, exam, None, midnight))
        if score := known[key]:
            found.append({"day": (midnight - _DAY).date().isoformat(), **score})
    if score := score_data(readiness(standing, exam, None, now)):
        found.append({"day": now.date().isoformat(), **score})
    return found


def progress_data(
    standing: Standing, goal: Goal, now: datetime, words: Words, known: Known
) -> Data:
    """What the page of progress shows that needs the estimate."""
    return {
        "exam": goal.exam,
        "outlook": outlook(standing, goal, now, words),
        "points": estimates(standing, goal.exam, now, known),
        "predicted": _predicted_data(standing, now, words),
    }


def _predicted_data(standing: Standing, now: datetime, words: Words) -> Data | None:
    found = predicted(standing, now)
    if found is None:
        return None
    rows = [asdict(one) for one in found.deciles]
    return {"deciles": rows, "says": words.say(predicted_so(found.bad))}
