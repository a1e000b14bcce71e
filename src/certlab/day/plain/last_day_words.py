"""The last day in plain lines: what to look at, and what to have at hand."""

import re
from collections.abc import Iterator
from datetime import datetime
from math import ceil

from certlab.course import Course
from certlab.course.markup import plain
from certlab.day.last_day import Data, LastDay, Sat
from certlab.day.plain.progress_words import head_words
from certlab.planner.goal import Goal
from certlab.terminal.question_lines import wrapped
from certlab.words import Words, day_words

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def last_day_lines(
    course: Course, goal: Goal, left: int, data: Data, found: LastDay, words: Words
) -> Iterator[str]:
    """What to look at last, in order, and then the rules of the day.

    Args:
        left: days to the exam; below zero where it has passed.
        data: what `found` was made of.
    """
    code = data["code"]
    yield head_words(code, goal.day, left, goal.minutes, words)
    if left < 0:
        yield wrapped(
            words(
                "The day of {code} has passed; certlab plan --date sets the next one, and "
                "the list below is made anew for it.",
                code=code,
            )
        )
        return
    yield wrapped(words("What to look at last. Nothing of it is new."))
    yield ""
    yield from map(wrapped, _reviews(found, code, words))
    yield from _weak(found, words)
    yield from map(wrapped, _cards(found, words))
    yield from _papers(found, data, words)
    yield from _rules(course, words)


def _reviews(found: LastDay, code: str, words: Words) -> Iterator[str]:
    if not found.reviews:
        yield words("Reviews: nothing is due by then.")
        return
    yield words.ngettext(
        "Reviews: {n} is due, about {minutes} minutes with certlab drill --exam {code}.",
        "Reviews: {n} are due, about {minutes} minutes with certlab drill --exam {code}.",
        len(found.reviews),
        minutes=ceil(found.minutes),
        code=code,
    )
    if found.waiting:
        yield words.ngettext(
            "{n} more is due; leave it.",
            "{n} more are due; leave them.",
            found.waiting,
        )


def _weak(found: LastDay, words: Words) -> Iterator[str]:
    if not found.weak:
        yield wrapped(words("You have answered too little to say what is weak."))
        return
    yield words("Where you are weakest, and what to read of it:")
    for one in found.weak:
        recall = words("{percent} %", percent=round(100 * one.recall))
        read = f"{one.page}: {one.section}" if one.section else one.page
        line = f"  {one.number} {one.title}, {recall}"
        yield f"{line} · {read}" if read else line


def _cards(found: LastDay, words: Words) -> Iterator[str]:
    if found.cards:
        about = ", ".join(f"{one.name} {one.count}" for one in found.cards)
        yield words("Cards to turn once more: {about}.", about=about)


def _papers(found: LastDay, data: Data, words: Words) -> Iterator[str]:
    if not found.papers:
        yield wrapped(words("You have sat no mock exam of it."))
        return
    yield words("What went wrong in your mock exams:")
    for one in found.papers:
        yield f"  {_paper(one, data, words)}"


def _paper(one: Sat, data: Data, words: Words) -> str:
    name = words("Paper {n}", n=one.number) if one.number else words("Random")
    says = words(
        "{paper}, {day}: {right} of {count} right",
        paper=name,
        day=day_words(words, datetime.fromisoformat(one.at).astimezone().date()),
        right=one.right,
        count=one.total,
    )
    if not one.missed:
        return says
    domain, count = one.missed[0]
    most = words(
        "most missed: {domain} ({count})",
        domain=data["domains"].get(str(domain), domain),
        count=count,
    )
    return f"{says}; {most}"


def _rules(course: Course, words: Words) -> Iterator[str]:
    """What holds on the day, each with how sure it is."""
    rules = [one for one in course.programme.rules if one.day]
    if not rules:
        return
    yield ""
    yield words("To have at hand (A is the publisher's own text, D is advice):")
    for one in rules:
        says = plain(_LINK.sub(r"\1", one.says))
        yield wrapped(f"{one.id} ({one.tier}): {says}", "    ", "  ")
