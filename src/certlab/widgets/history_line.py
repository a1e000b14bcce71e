"""What the history holds, in two sentences: the last cell of quiz notebooks of earlier editions."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from certlab.course import load
from certlab.course.workspace import find
from certlab.study import browser
from certlab.study.answers import Answer
from certlab.study.history import FILE, History
from certlab.study.memory import fold
from certlab.words import Words, day_words, text


class Recorded(str):
    """Sentences that a notebook shows as they are, without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def recorded(workspace: Path | None = None, *, lang: str | None = None) -> Recorded:
    """How many answers there are, and what comes back first.

    Raises:
        CourseError: the history cannot be read, or there is no such language.
    """
    words = text(lang)
    if browser.HERE:  # the page has them, not this Python
        return Recorded(words("Your answers are on the progress page of this site."))
    answers = History(find(workspace) / FILE).read().answers
    return Recorded(_sentences(answers, words))


def _sentences(answers: Sequence[Answer], words: Words) -> str:
    if not answers:
        return words("Nothing is recorded yet. Answer above, then run this cell again.")
    right = sum(answer.outcome == "correct" for answer in answers)
    things = words.ngettext("{n} answer", "{n} answers", len(answers))
    items = load().items
    resets = {id: item.reset for id, item in items.items()}
    days = [
        memory.due.astimezone().date()
        for id, memory in fold(answers, resets).items()
        if id in items and items[id].pool == "practice"  # others never come back
    ]
    told = words(
        "{answers} recorded, {right} of them right.", answers=things, right=right
    )
    return f"{told} {_next(days, words)}" if days else told


def _next(days: list[date], words: Words) -> str:
    """When something comes back first; what was due before today waits for today."""
    today = date.today()  # noqa: DTZ011 - the day on the learner's wall is meant
    first = max(min(days), today)
    many = sum(day <= first for day in days)
    items = words.ngettext("{n} item", "{n} items", many)
    if first == today:
        return words("Next due: {items} today.", items=items)
    return words(
        "Next due: {items} on {day}.", items=items, day=day_words(words, first)
    )
