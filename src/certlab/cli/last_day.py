"""`certlab plan --last-day`: what to look at last, before an exam."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

import typer

from certlab.console.output import print_json
from certlab.words import Words


def say_last_day(
    course: Any, goal: Any, log: Any, now: datetime, words: Words, *, as_json: bool
) -> None:
    """What to look at last, before the exam of a goal."""
    from certlab.day.last_day import last_day, last_set
    from certlab.day.plain.last_day_words import last_day_lines

    data = last_set(course, goal.exam)
    found, left = last_day(data, log.rows, now), goal.days_left(now.date())
    if as_json:
        told = {"exam": data["code"], "date": goal.day, "days_left": left}
        print_json({**told, **asdict(found), "problems": log.problems})
        return
    for line in last_day_lines(course, goal, left, data, found, words):
        typer.echo(line)
