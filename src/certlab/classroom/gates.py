"""What `certlab check` asks of the syllabi."""

import json
from collections.abc import Iterator
from typing import Any

from certlab.classroom.plan.syllabi import Day, Step, Syllabus, headings, read_syllabi
from certlab.course import Course
from certlab.course.problems import Problem
from certlab.course.table import valid_id
from certlab.errors import CourseError

TABLES: dict[str, Any] = {}  # a class has none among the facts
LONGEST = 90  # minutes; a class without a break in them learns nothing more


def syllabi_can_be_taught(course: Course) -> Iterator[Problem]:
    """All that a syllabus names is there, its minutes add up, and it gives no exam item away."""
    problems: list[Problem] = []
    for syllabus in read_syllabi(course, problems):
        if not valid_id(syllabus.id):
            says = "its name is not an id; write lower-case words joined by hyphens."
            yield Problem(syllabus.file, "", says)
        for day in syllabus.days:
            for where, says in _of_day(day):
                yield Problem(syllabus.file, where, says)
        for step in syllabus.steps:
            for says in _of_step(course, step):
                yield Problem(syllabus.file, step.title, says)
        yield from _asked_twice(syllabus)
    yield from problems


def _of_day(day: Day) -> Iterator[tuple[str, str]]:
    total = sum(step.minutes for step in day.steps)
    if total != day.minutes:
        yield day.title, f"its steps take {total} minutes, and it says {day.minutes}."
    since = 0
    for step in day.steps:
        since = 0 if step.kind == "pause" else since + step.minutes
        if since > LONGEST:
            says = (
                f"{since} minutes without a pause; put one in after {LONGEST} at most."
            )
            yield step.title, says
            since = 0


def _of_step(course: Course, step: Step) -> Iterator[str]:
    if step.minutes < 1:
        yield "it takes no time; give it minutes."
    if step.kind != "pause" and not step.notes:
        yield "it has no notes; say what the instructor does and looks out for."
    yield from missing_of(course, step)
    lab = course.labs.get(step.lab)
    if lab and not step.parts and step.minutes < lab.minutes:
        yield (
            f"{lab.id} takes {lab.minutes} minutes; give it as many, or name in parts "
            "the headings that are done."
        )


def missing_of(course: Course, step: Step) -> Iterator[str]:
    """What a step names and a class cannot be given, a sentence each."""
    if step.kind == "read":
        yield from _of_reading(course, step)
    if step.kind == "lab":
        yield from _of_lab(course, step)
    for id in step.polls:
        item = course.items.get(id)
        if item is None:
            yield f"there is no item {id}."
        elif item.pool == "exam":
            yield f"{id} is kept for mock exams; poll an item of the practice pool."
        elif item.kind == "card":
            yield f"{id} is a card, which nobody can vote on; poll a question."


def refuse_what_is_missing(course: Course, syllabus: Syllabus) -> None:
    """Let no class begin whose syllabus names what is not there.

    Raises:
        CourseError: the first such thing.
    """
    for step in syllabus.steps:
        for says in missing_of(course, step):
            raise CourseError(f"{syllabus.file}: {step.title}: {says}")


def _of_reading(course: Course, step: Step) -> Iterator[str]:
    module = course.modules.get(step.module)
    if module is None:
        yield f"there is no module {step.module}."
        return
    for anchor in step.sections:
        if anchor not in module.sections:
            yield f"{step.module} has no section {anchor}."


def _of_lab(course: Course, step: Step) -> Iterator[str]:
    lab = course.labs.get(step.lab)
    if lab is None:
        yield f"there is no lab {step.lab}."
        return
    if not step.parts:
        return
    cells = json.loads(lab.path.read_text("utf-8"))["cells"]
    texts = [
        "".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"
    ]
    there = list(headings("\n".join(texts)))
    for part in step.parts:
        if part not in there:
            yield f"{lab.id} has no heading {part!r}; it has {', '.join(there)}."


def _asked_twice(syllabus: Syllabus) -> Iterator[Problem]:
    polls = [id for step in syllabus.steps for id in step.polls]
    for id in sorted({id for id in polls if polls.count(id) > 1}):
        yield Problem(
            syllabus.file, id, "it is polled twice; a second round is a re-vote."
        )


GATES = (syllabi_can_be_taught,)
