"""What to look at last, before an exam: made from the plan and its history, with nothing new in it.

day/static/last_day.js is the twin: a page reckons with the same data and the same rows, and a
test holds the two to each other.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from certlab.course import Course
from certlab.day.today import serving
from certlab.study.answers import Answer, graded_rows
from certlab.study.exams.begun_row import begun_by
from certlab.study.memory import Memory, fold
from certlab.study.objective_recall import LEAST, recall_by_objective

ASKS = "what-the-exam-asks"  # begins the anchor of the section that ends a page
A_REVIEW = 0.5  # minutes
REVIEWS = 40  # so that they take twenty minutes
WEAK = 5
CARDS = 12
A_DAY = timedelta(days=1)

Data = dict[str, Any]


@dataclass(frozen=True)
class Weak:
    """An objective that was answered about, and what one recalls of it.

    Attributes:
        page: the title of the page that teaches it, "" where none does.
        section: the heading of the section to read; "" for the page as a whole.
        path: where it stands, from the root of the pages.
    """

    number: str
    title: str
    recall: float
    page: str
    section: str
    path: str


@dataclass(frozen=True)
class Turned:
    """How many cards of a module to turn once more."""

    name: str
    path: str
    count: int


@dataclass(frozen=True)
class Sat:
    """A mock exam that has ended.

    Attributes:
        number: of the paper, 0 for a random one.
        at: when it began, as its row has it.
        missed: by domain how many were not right, most first.
    """

    number: int
    at: str
    right: int
    total: int
    missed: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class LastDay:
    """What to look at last.

    Attributes:
        reviews: ids of what is due within a day, the least known first.
        waiting: how many more are due, which may stay as they are.
    """

    reviews: tuple[str, ...]
    waiting: int
    weak: tuple[Weak, ...]
    cards: tuple[Turned, ...]
    papers: tuple[Sat, ...]

    @property
    def minutes(self) -> float:
        """That the reviews take."""
        return A_REVIEW * len(self.reviews)


def last_set(course: Course, exam: str) -> Data:
    """What an exam's last day is made of, for who has no course at hand."""
    items = serving(course, exam)
    rows = recall_by_objective(course, exam, {}, datetime.min.replace(tzinfo=UTC))
    modules = course.modules
    asked: dict[str, list[str]] = {}
    for item in course.items.values():
        if item.body.asked and item.status == "reviewed":
            for id in dict.fromkeys((item.objective, *item.also)):
                asked.setdefault(id, []).append(item.id)
    return {
        "exam": exam,
        "code": course.certifications[exam].code,
        "domains": {str(row.domain): row.name for row in rows},
        "items": [one.id for one in items],
        "objectives": [
            {
                "number": cell.objective.removeprefix(f"{exam}."),
                "title": cell.title,
                "items": asked.get(cell.objective, []),
                **_place(course, cell.page),
            }
            for row in rows
            for cell in row.cells
        ],
        "cards": [
            {
                "item": one.id,
                "name": modules[one.module].short,
                "path": f"questions/{one.module}.html#flashcards",
            }
            for one in items
            if one.kind == "card" and one.module in modules
        ],
        "resets": {id: one.reset for id, one in course.items.items() if one.reset},
    }


def last_day(data: Data, rows: Sequence[Answer], now: datetime) -> LastDay:
    """What to look at last.

    Args:
        data: what `last_set` gives.
        rows: of the history, in order of time.
    """
    memories = fold(graded_rows(rows), data["resets"])
    due = _least_known(memories, data["items"], now)
    due = [id for id in due if memories[id].due <= now + A_DAY]
    cards = {one["item"]: one for one in data["cards"]}
    turned = _least_known(memories, cards, now)[:CARDS]
    counts = Counter((cards[id]["name"], cards[id]["path"]) for id in turned)
    return LastDay(
        tuple(due[:REVIEWS]),
        max(0, len(due) - REVIEWS),
        tuple(_weak(data, memories, now)),
        tuple(Turned(*place, count) for place, count in counts.items()),
        tuple(_sat(data, rows)),
    )


def _place(course: Course, id: str) -> Data:
    """The page that teaches an objective, and its section on what the exam asks."""
    if not id:
        return {"page": "", "section": "", "path": ""}
    page = course.pages[id]
    anchor = next((one for one in page.sections if one.startswith(ASKS)), "")
    mark = f"#{anchor}" if anchor else ""
    section = page.sections.get(anchor, "")
    return {"page": page.short, "section": section, "path": f"modules/{id}.html{mark}"}


def _least_known(
    memories: dict[str, Memory], ids: Iterable[str], now: datetime
) -> list[str]:
    known = [id for id in ids if id in memories]
    return sorted(known, key=lambda id: memories[id].recall(now))


def _weak(data: Data, memories: dict[str, Memory], now: datetime) -> list[Weak]:
    found = []
    for one in data["objectives"]:
        recalled = [memories[id].recall(now) for id in one["items"] if id in memories]
        if len(recalled) >= LEAST:
            told = {name: value for name, value in one.items() if name != "items"}
            found.append(Weak(recall=sum(recalled) / len(recalled), **told))
    return sorted(found, key=lambda one: one.recall)[:WEAK]


def _sat(data: Data, rows: Sequence[Answer]) -> list[Sat]:
    """Its mock exams that have ended, the last one last."""
    there = {id for one in data["objectives"] for id in one["items"]}
    over = {row.more.get("sitting") for row in rows if row.outcome == "ended"}
    right: dict[Any, set[str]] = {}
    for row in graded_rows(rows):
        if row.outcome == "correct":
            right.setdefault(row.more.get("sitting"), set()).add(row.item)
    found = []
    for row in rows:
        if row.outcome != "begun" or row.ulid not in over:
            continue
        try:
            told = begun_by(row)
        except (AttributeError, KeyError, TypeError, ValueError):
            continue  # written by another version
        if told["exam"] != data["exam"]:
            continue
        asked = {id: domain for id, _, _, domain in told["asked"] if id in there}
        wrong = Counter(
            asked[id] for id in asked if id not in right.get(row.ulid, set())
        )
        missed = sorted(wrong.items(), key=lambda one: (-one[1], one[0]))
        count = len(asked) - wrong.total()
        found.append(Sat(told["paper"], row.at, count, len(asked), tuple(missed)))
    return found
