"""How much the exams ask for something: by the weights of their domains."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from certlab.course import Course
from certlab.course.items import Item

_ALSO = 0.5  # of what an item counts where it counts first


class Weights:
    """What an item, a fact and a section count for the exams, or for one of them.

    An objective has its part of its domain's weight. An item counts as its objectives do,
    a fact as the items that name it do, a section as the items that it teaches do.
    """

    def __init__(self, course: Course, items: Iterable[Item], exam: str = "") -> None:
        self.course = course
        self.items = [*items]
        self.exam = exam

    @cached_property
    def _objectives(self) -> dict[str, float]:
        return {
            objective.id: domain.weight / len(domain.objectives)
            for id, exam in self.course.certifications.items()
            if self.exam in ("", id)
            for domain in exam.domains
            for objective in domain.objectives
        }

    def item(self, item: Item) -> float:
        """The objective for which it counts, and a part of each other."""
        first = self._objectives.get(item.objective, 0.0)
        also = (self._objectives.get(one, 0.0) for one in dict.fromkeys(item.also))
        return first + _ALSO * sum(also)

    @cached_property
    def facts(self) -> Counter[str]:
        """By the id of each fact that an item names."""
        found: Counter[str] = Counter()
        for item in self.items:
            for id in item.facts:
                found[id] += self.item(item)  # type: ignore[assignment]  # a count of halves
        return found

    @cached_property
    def times(self) -> Counter[str]:
        """How many items name a fact, by its id."""
        return Counter(id for item in self.items for id in item.facts)

    @cached_property
    def sections(self) -> Counter[str]:
        """By the anchor of each section that an item is about."""
        found: Counter[str] = Counter()
        for item in self.items:
            found[item.section] += self.item(item)  # type: ignore[assignment]  # a count of halves
        return found
