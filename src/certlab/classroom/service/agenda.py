"""The agenda of a class: its syllabus as a page shows it, and how far the class has come.

All that a step names is looked up in the course as it is now. What is not there is said in the
step, in one sentence, and the rest of the agenda stays.
"""

import json
from typing import Any

from sqlalchemy.orm import Session

from certlab.classroom.gates import missing_of
from certlab.classroom.plan.syllabi import Step, find, headings, read_syllabi
from certlab.classroom.service import class_settings, validation
from certlab.course import Course
from certlab.course.items import ASKABLE
from certlab.course.modules import Module
from certlab.course.notebook import TELLS
from certlab.errors import CourseError
from certlab.study.questions import compile_item

AT, ASKED = "agenda", "asked"  # settings
NONE: dict[str, Any] = {"title": "", "problem": "", "days": []}


def of(course: Course, name: str) -> dict[str, Any]:
    """The agenda of a syllabus; NONE where the class has none."""
    if not name:
        return NONE
    try:
        syllabus = find(course, name)
    except CourseError as error:
        titles = {one.id: one.title for one in read_syllabi(course)}
        return NONE | {"title": titles.get(name) or name, "problem": str(error)}
    days = [
        {
            "title": day.title,
            "minutes": day.minutes,
            "steps": [_step(course, one) for one in day.steps],
        }
        for day in syllabus.days
    ]
    return {"title": syllabus.title, "problem": "", "days": days}


def _step(course: Course, step: Step) -> dict[str, Any]:
    module, lab = course.modules.get(step.module), course.labs.get(step.lab)
    sections = module.sections if module else {}
    return {
        "title": step.title,
        "minutes": step.minutes,
        "kind": step.kind,
        "page": _page(module, step.sections) if module else "",
        "page_title": module.title if module else "",
        "sections": [
            {"anchor": one, "title": sections[one]}
            for one in step.sections
            if one in sections
        ],
        "lab": step.lab if lab else "",
        "lab_title": lab.title if lab else "",
        "parts": list(step.parts),
        "polls": [_poll(course, one) for one in step.polls],
        "notes": step.notes.strip(),
        "problems": list(missing_of(course, step)),
    }


def _page(module: Module, sections: tuple[str, ...]) -> str:
    """The page on which the first of the sections stands."""
    for page in module.pages:
        if sections and sections[0] in page.sections:
            return page.id
    return module.id


def _poll(course: Course, id: str) -> dict[str, str]:
    """A question by its words; without any where it cannot be put to a class."""
    item = course.items.get(id)
    if item is None or item.kind not in ASKABLE or item.pool == "exam":
        return {"item": id, "ask": ""}
    return {"item": id, "ask": compile_item(course, item, 0).show["ask"]}


def tells(course: Course, lab: str, heading: str) -> bool:
    """Whether a heading of a lab says what came out, so that no learner is to read it before."""
    found = course.labs.get(lab)
    if found is None or not heading:
        return False
    cells = json.loads(found.path.read_text("utf-8"))["cells"]
    return any(
        TELLS in cell["metadata"].get("tags", [])
        and heading in headings("".join(cell["source"]))
        for cell in cells
    )


def for_learners(agenda: dict[str, Any]) -> dict[str, Any]:
    """The same without what is the instructor's: notes, questions to come, what is wrong."""
    own = ("polls", "notes", "problems")
    days = [
        day
        | {
            "steps": [
                {key: one[key] for key in one if key not in own} for one in day["steps"]
            ]
        }
        for day in agenda["days"]
    ]
    return agenda | {"problem": "", "days": days}


def stand(session: Session) -> dict[str, Any]:
    """At which step the class is, since when, and which questions it was asked."""
    return {
        "at": class_settings.get(session, AT),
        "asked": class_settings.get(session, ASKED) or [],
    }


def step_of(asked: dict[str, Any]) -> int | None:
    """The step that a request names, counted over all days from 0; None where it names none."""
    at = asked.get("at")
    return None if at is None else validation.integer(at, "at")


def go_to(session: Session, at: int, now: str) -> None:
    """Say at which step the class is."""
    before = class_settings.get(session, AT)
    if before is None or before["step"] != at:
        class_settings.put(session, AT, {"step": at, "since": now})


def begin_anew(session: Session) -> None:
    """No step was begun, and nothing was asked."""
    class_settings.put(session, AT, None)
    class_settings.put(session, ASKED, [])


def was_asked(session: Session, item: str) -> None:
    """A question was put to the class."""
    asked = class_settings.get(session, ASKED) or []
    class_settings.put(session, ASKED, [*(one for one in asked if one != item), item])
