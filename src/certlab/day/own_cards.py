"""Cards of the learner's own decks among the day's reviews.

The plan of an exam and its estimate know nothing of them: they are added to what the plan
shows, with the minutes that they take, and a day has at most MOST of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from certlab.course import Course
from certlab.course.items import Item
from certlab.planner.records import pace
from certlab.study.answers import Answer
from certlab.study.own_decks import FOLDER, own_items, waiting
from certlab.words import Words

MOST = 20  # a day; a deck's own drill asks the others

Data = dict[str, Any]


@dataclass
class OwnDecks:
    """The decks of a workspace, read again when a file of them is another one."""

    workspace: Path
    items: dict[str, Item] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    _stamp: str = ""

    def stamp(self) -> str:
        """What changes with any of the files; "" without decks."""
        told = []
        for path in sorted((self.workspace / FOLDER).glob("*.json")):
            try:
                found = path.stat()
            except OSError:  # removed meanwhile
                continue
            told.append(f"{path.name}:{found.st_mtime_ns}:{found.st_size}")
        return "/".join(told)

    def read(self, course: Course) -> dict[str, Item]:
        """Their cards, by id."""
        stamp = self.stamp()
        if stamp != self._stamp:
            self.items, self.problems = own_items(self.workspace, course)
            self._stamp = stamp
        return self.items


def add_own_cards(
    tasks: list[Data],
    own: Mapping[str, Item],
    answers: Sequence[Answer],
    now: datetime,
    words: Words,
) -> None:
    """Add the day's own cards to its reviews, or a review of them where there is none left.

    Args:
        tasks: as the page shows them.
        own: the cards, by id.
        answers: in order of time.
        now: the present, with the learner's own time zone.
    """
    days = {
        row.item: row.time.astimezone(now.tzinfo).date()
        for row in answers
        if row.item in own
    }
    done = [id for id, day in days.items() if day == now.date()][:MOST]
    wait = [id for id in waiting(own, answers, now) if id not in done]
    left = wait[: MOST - len(done)]
    if not (left or done):
        return
    each = pace(answers).right / 60
    task = _task(own, left, len(done), each, words)
    for one in tasks:
        if one["kind"] == "review" and (one["done"] < one["count"] or not left):
            _join(one, task)
            return
    tasks.insert(0, task)


def _task(
    own: Mapping[str, Item], left: list[str], done: int, each: float, words: Words
) -> Data:
    names: dict[str, int] = {}
    for id in left:
        name = own[id].module.partition("/")[2]
        names[name] = names.get(name, 0) + 1
    return {
        "kind": "review",
        "items": left,
        "count": len(left) + done,
        "done": done,
        "state": "left" if left else "done",
        "minutes": each * len(left),
        "planned": each * (len(left) + done),
        "parts": [{"name": name, "count": n} for name, n in names.items()],
        "title": "",
        "path": "",
        "why": words("They are cards of your own decks."),
    }


def _join(review: Data, own: Data) -> None:
    for name in ("count", "done", "minutes", "planned", "items", "parts"):
        review[name] = review[name] + own[name]
    review["state"] = "left" if review["done"] < review["count"] else "done"
