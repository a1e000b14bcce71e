"""What is known and due, in the words that every surface says; memory/counts.js has them too."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from certlab.study.counts import Counts, count_items, scope_of
from certlab.study.standing import Standing
from certlab.words import Words, day_words


@dataclass(frozen=True)
class Due:
    """What is due, and of what.

    Attributes:
        of: the exam's code, "" for the whole course.
        counts: of its items.
        own: cards of the learner's own decks that are due by the end of tomorrow.
    """

    of: str
    counts: Counts
    own: int = 0


def due_of(
    standing: Standing, exam: str, now: datetime, own: Iterable[str] = ()
) -> Due:
    """What is due.

    Args:
        exam: by its id, "" for the whole course.
        now: with the learner's own time zone.
        own: ids of the learner's own cards.
    """
    scope = scope_of(standing.course, exam)
    memories = standing.memories
    cards = count_items(memories, own, now).tomorrow
    return Due(scope.of, count_items(memories, scope.items, now), cards)


def due_lines(due: Due, words: Words) -> Iterator[str]:
    """What is due by tomorrow, a sentence each: of the exam, and of one's own decks."""
    if says := _due_line(due.counts, due.of, words):
        yield says
    if due.own:
        yield words.ngettext(
            "{n} of your own cards is due by tomorrow.",
            "{n} of your own cards are due by tomorrow.",
            due.own,
        )


def known_line(due: Due, words: Words) -> str:
    """How many items are known, and due today."""
    counts = due.counts
    values = {"known": counts.known, "count": counts.items, "due": counts.due}
    if not due.of:
        return words("Known: {known} of {count} items. Due today: {due}.", **values)
    return words(
        "Known of {code}: {known} of {count} items. Due today: {due}.",
        code=due.of,
        **values,
    )


def _due_line(counts: Counts, of: str, words: Words) -> str:
    """ "34 items of NCA-AIIO are due by tomorrow.", or when the next are; "" where none ever is."""
    if n := counts.tomorrow:
        return (
            words.ngettext(
                "{n} item of {code} is due by tomorrow.",
                "{n} items of {code} are due by tomorrow.",
                n,
                code=of,
            )
            if of
            else words.ngettext(
                "{n} item is due by tomorrow.", "{n} items are due by tomorrow.", n
            )
        )
    if counts.next is None:
        return ""
    day, n = day_words(words, counts.next[0]), counts.next[1]
    return (
        words.ngettext(
            "Nothing of {code} is due by tomorrow; the next {n} item is due on {day}.",
            "Nothing of {code} is due by tomorrow; the next {n} items are due on {day}.",
            n,
            code=of,
            day=day,
        )
        if of
        else words.ngettext(
            "Nothing is due by tomorrow; the next {n} item is due on {day}.",
            "Nothing is due by tomorrow; the next {n} items are due on {day}.",
            n,
            day=day,
        )
    )
