"""How many items are known, newly known and due: every surface says these numbers.

An item counts once, however often it was asked, and a repeat on the same day makes nothing
known: it changes no memory. app/static/memory/counts.js is the twin.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from certlab.course import Course
from certlab.study.bank import practice
from certlab.study.memory import Memory
from certlab.study.questions import objectives_by_exam


@dataclass(frozen=True)
class Counts:
    """Of some items how many are what.

    Attributes:
        items: all of them.
        known: right when they were last asked, and not due today.
        newly_known: right for the first time since the moment that was asked about.
        due: today: they come back today, or did before.
        tomorrow: due by the end of tomorrow if nothing is answered before, `due` among them.
        next: the first day after today that any comes back, and how many do; None for none.
    """

    items: int
    known: int
    newly_known: int
    due: int
    tomorrow: int
    next: tuple[date, int] | None

    def data(self, of: str) -> dict[str, Any]:
        """As a page has them: Counts of memories.d.ts, and the exam's code."""
        day = self.next and {"day": self.next[0].isoformat(), "items": self.next[1]}
        told = {
            "items": self.items,
            "known": self.known,
            "newlyKnown": self.newly_known,
        }
        return {
            "of": of,
            **told,
            "due": self.due,
            "tomorrow": self.tomorrow,
            "next": day,
        }


@dataclass(frozen=True)
class Scope:
    """What is counted: the items that are practised for an exam, or in the whole course.

    Attributes:
        of: the exam's code, "" for the whole course.
    """

    of: str
    items: tuple[str, ...]


def scope_of(course: Course, exam: str) -> Scope:
    """The items of an exam by its id; of the course, without one and where it has none."""
    items = [one for module in course.modules for one in practice(course, module)]
    own = [one for one in items if exam and exam in objectives_by_exam(one)]
    code = course.certifications[exam].code if own else ""
    return Scope(code, tuple(one.id for one in own or items))


def scope_listing(course: Course, exam: str) -> dict[str, Any]:
    """The same for surfaces without Python."""
    scope = scope_of(course, exam)
    rows = [{"item": id, "reset": course.items[id].reset} for id in scope.items]
    return {"of": scope.of, "items": rows}


def count_items(
    memories: Mapping[str, Memory],
    items: Iterable[str],
    now: datetime,
    since: datetime | None = None,
) -> Counts:
    """The numbers of some items.

    Args:
        items: by id, each once.
        now: with the learner's own time zone, whose days count.
        since: what is newly known was right first then or later; `now` when None.
    """
    items = tuple(items)
    answered = [memories[id] for id in items if id in memories]
    today = now.date()
    days = [one.due.astimezone(now.tzinfo).date() for one in answered]
    later = sorted(day for day in days if day > today)
    pairs = zip(answered, days, strict=True)
    learnt = [one.learnt for one in answered if one.learnt]
    return Counts(
        items=len(items),
        known=sum(one.last == "correct" and day > today for one, day in pairs),
        newly_known=sum(time >= (since or now) for time in learnt),
        due=len(days) - len(later),
        tomorrow=sum(day <= today + timedelta(days=1) for day in days),
        next=(later[0], later.count(later[0])) if later else None,
    )
