"""The things to do on a day, each with its reason: review, new items, a page, a lab."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from certlab.course import Course
from certlab.words import Sentence


@dataclass(frozen=True)
class Task:
    """One thing to do today.

    Attributes:
        kind: "review", "new", "page" or "lab".
        items: ids of what is asked, in order; () for a page or a lab.
        minutes: about as many as it takes.
        parts: what it is about, and how many items of each.
        opens: the module or the lab, by id; "" for items.
        why: this and not another.
        section: of the page, where to begin; "" at its top.
        sections: of the page, that are read; () for all.
    """

    kind: str
    items: tuple[str, ...]
    minutes: float
    parts: tuple[tuple[str, int], ...] = ()
    opens: str = ""
    why: str = ""
    section: str = ""
    sections: tuple[str, ...] = ()


def due(
    course: Course, ids: Sequence[str], seconds: float, minutes: float
) -> tuple[Task, ...]:
    """What is due, as far as the minutes go; nothing where nothing is.

    Args:
        ids: the most urgent first.
        seconds: that one takes.
    """
    some = tuple(ids[: max(1, int(60 * minutes / seconds))])
    if not some:
        return ()
    took = len(some) * seconds / 60
    return (Task("review", some, took, parts(course, some), why=why_due()),)


def why_due() -> Sentence:
    """The reason for reviews of which nothing is forecast."""
    return Sentence(
        "They are due, because you would forget them if they waited longer."
    )


def parts(course: Course, ids: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """How many items of each module, by its short title; most first."""
    counts = Counter(course.items[id].module for id in ids)
    modules = course.modules
    return tuple(
        (modules[id].short if id in modules else id, count)
        for id, count in counts.most_common()
    )
