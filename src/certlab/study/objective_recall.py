"""What a learner would recall on a day, by the objectives of an exam."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from certlab.course import Course
from certlab.course.items import Item
from certlab.study.memory import Memory

LEAST = 3  # items of an objective that were answered, before anything is said of it


@dataclass(frozen=True)
class Cell:
    """One objective.

    Attributes:
        recall: mean predicted recall of its items that were answered, from 0 to 1; None
            while they are fewer than LEAST.
        answered: how many of its `items` were answered.
        page: that teaches it, "" when none does yet.
    """

    objective: str
    title: str
    recall: float | None
    answered: int
    items: int
    page: str


@dataclass(frozen=True)
class DomainRow:
    """The objectives of one domain."""

    domain: int
    name: str
    weight: int
    cells: tuple[Cell, ...]


def recall_by_objective(
    course: Course, exam: str, memories: Mapping[str, Memory], at: datetime
) -> tuple[DomainRow, ...]:
    """A row for each domain of an exam, by its id."""
    items: dict[str, list[Item]] = {}
    for item in course.items.values():
        if item.body.asked and item.status == "reviewed":
            for id in dict.fromkeys((item.objective, *item.also)):
                items.setdefault(id, []).append(item)
    taught = {
        id: page.id
        for page in reversed(course.pages.values())
        for id in page.objectives
    }
    return tuple(
        DomainRow(
            domain.number,
            domain.name,
            domain.weight,
            tuple(
                _cell(one.id, one.title, items.get(one.id, []), memories, at, taught)
                for one in domain.objectives
            ),
        )
        for domain in course.certifications[exam].domains
    )


def _cell(
    id: str,
    title: str,
    items: list[Item],
    memories: Mapping[str, Memory],
    at: datetime,
    taught: Mapping[str, str],
) -> Cell:
    recalled = [memories[one.id].recall(at) for one in items if one.id in memories]
    enough = len(recalled) >= LEAST
    return Cell(
        objective=id,
        title=title,
        recall=sum(recalled) / len(recalled) if enough else None,
        answered=len(recalled),
        items=len(items),
        page=taught.get(id, ""),
    )
