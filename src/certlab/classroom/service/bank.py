"""What the service asks of the course: questions, and where an answer counts."""

from functools import cached_property
from typing import Any

from certlab.classroom.service import agenda
from certlab.classroom.service.refused import Refused
from certlab.course import Course
from certlab.course.items import ASKABLE, Item
from certlab.study.questions import Question, compile_item

BY = ("objective", "exercise")


class Bank:
    """One course, read once; a corrected one takes its place with a restart."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._agendas: dict[str, dict[str, Any]] = {}

    @cached_property
    def exercises(self) -> dict[str, str]:
        """The title of each exercise of a lab, by its id."""
        return {
            exercise.id: f"{lab.title}: {exercise.id}"
            for lab in self.course.labs.values()
            for exercise in lab.exercises
        }

    @cached_property
    def objectives(self) -> dict[str, str]:
        """The title of each objective that an item counts for, by its id."""
        used = {item.objective for item in self.course.items.values()}
        return {
            one.id: one.title
            for exam in self.course.certifications.values()
            for domain in exam.domains
            for one in domain.objectives
            if one.id in used
        }

    @cached_property
    def places(self) -> dict[str, tuple[str, str]]:
        """Each objective with its number and title, and its domain, by its id."""
        return {
            one.id: (
                f"{one.id.partition('.')[2]} {one.title}",
                f"{exam.code} {domain.number} {domain.name}",
            )
            for exam in self.course.certifications.values()
            for domain in exam.domains
            for one in domain.objectives
        }

    def agenda(self, syllabus: str | None) -> dict[str, Any]:
        """What a class with this plan of teaching does, and when."""
        name = syllabus or ""
        if name not in self._agendas:
            self._agendas[name] = agenda.of(self.course, name)
        return self._agendas[name]

    def column(self, id: str) -> str:
        """Where an answer to this counts: an objective or an exercise, "" for neither."""
        item = self.course.items.get(id)
        if item is not None:
            return item.objective
        return id if id in self.exercises else ""

    def columns(self, by: str) -> list[dict[str, str]]:
        """The columns of the heat map."""
        if by not in BY:
            raise Refused(400, f"by: choose {' or '.join(BY)}.")
        titles = self.objectives if by == "objective" else self.exercises
        return [{"key": key, "title": title} for key, title in titles.items()]

    def pollable(self, id: object) -> Item:
        """An item that a class may be asked."""
        item = self.course.items.get(id) if isinstance(id, str) else None
        if item is None or item.kind not in ASKABLE:
            raise Refused(404, "item: the course has no question of this id.")
        if item.pool == "exam":
            raise Refused(
                409,
                "item: this one is kept for mock exams; choose a practice question.",
            )
        return item

    def question(self, id: str, seed: int) -> Question | None:
        """An item as it is asked once; None when the course has none of this id to ask."""
        item = self.course.items.get(id)
        if item is None or item.kind not in ASKABLE:
            return None
        return compile_item(self.course, item, seed)
