"""A syllabus with what each of its steps asks, in order; every part of a kit is made of it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from certlab.classroom.gates import syllabi_can_be_taught
from certlab.classroom.plan.kit.lab_tasks import Task, tasks
from certlab.classroom.plan.kit.predictions import Prediction
from certlab.classroom.plan.syllabi import Step, Syllabus
from certlab.course import Course
from certlab.course.items import Item
from certlab.errors import CourseError
from certlab.study.questions import Question, compile_item

SEED = 0  # of the one asking that is printed; a poll draws its own


@dataclass(frozen=True)
class Asked:
    """A question of a poll.

    Attributes:
        number: counted through the whole kit.
        question: without the situation that it belongs to.
        frame: that situation's title and text, where it is told for the first time.
    """

    number: int
    item: Item
    question: Question
    frame: tuple[str, str] | None

    @property
    def id(self) -> str:
        """The item's id."""
        return self.item.id


Part = Asked | Task | Prediction


def name_of(one: Part) -> str:
    """What a part is called in every text of a kit."""
    match one:
        case Asked():
            return f"Question {one.number}"
        case Task():
            return one.title
        case Prediction():
            return "Prediction"


def said(objective: str) -> str:
    """An objective's id as a person writes it, "NCA-AIIO 1.1"."""
    code, _, number = objective.partition(".")
    return f"{code.upper()} {number}"


@dataclass(frozen=True)
class Stage:
    """A step and all that learners are asked in it.

    Attributes:
        day: the number of its day, from 1.
    """

    day: int
    step: Step
    parts: tuple[Part, ...]


def stages(syllabus: Syllabus, course: Course) -> tuple[Stage, ...]:
    """The steps of all days.

    Raises:
        CourseError: it cannot be taught so, as where it gives away an item of the exam pool.
    """
    for problem in syllabi_can_be_taught(course):
        if problem.file == syllabus.file:
            raise CourseError(str(problem))
    asked = {one.id: one for one in _asked(syllabus, course)}
    return tuple(
        Stage(number, step, tuple(_parts(step, course, asked)))
        for number, day in enumerate(syllabus.days, 1)
        for step in day.steps
    )


def _parts(step: Step, course: Course, asked: dict[str, Asked]) -> Iterator[Part]:
    if step.lab:
        yield from tasks(course.labs[step.lab], step.parts)
    yield from (asked[id] for id in step.polls)


def _asked(syllabus: Syllabus, course: Course) -> Iterator[Asked]:
    told: set[str] = set()
    polls = [id for step in syllabus.steps for id in step.polls]
    for number, id in enumerate(polls, 1):
        item = course.items[id]
        question = compile_item(course, item, SEED)
        show = dict(question.show)
        frame = None
        if context := show.pop("context", None):
            if context["scenario"] not in told:
                frame = context["title"], context["text"]
            told.add(context["scenario"])
        yield Asked(number, item, replace(question, show=show), frame)
