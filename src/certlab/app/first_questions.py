"""What a newcomer to an exam is asked first, as data for a page: questions and pictures.

{"items": ["mig-three-three-one", ...], "bank": {...},
 "objectives": {"mig-three-three-one": {"number": "3.4", "title": "Virtualising ..."}},
 "pictures": {"mig-three-three-one": {"folder", "before", "after"}}}

`bank` is as `certlab.study.bank` compiles one, with these questions only, so that a page
that shows the first of them needs no whole bank. `more` says how many more there are for
who wants to be placed on the path; those are a set of their own, with "steps" of the path.
"""

from collections.abc import Sequence
from typing import Any

from certlab.app.page_widgets import beginning, folder
from certlab.course import Course
from certlab.course.first_questions import first_questions, more_questions
from certlab.course.item_pictures import ItemPicture
from certlab.course.items import Item
from certlab.day.placement import asked_steps
from certlab.study.bank import compile_items

Data = dict[str, Any]


def first_set(course: Course, exam: str) -> Data:
    """The questions for an exam, given by its id; no items where it has none."""
    more = more_questions(course, exam)
    return _set(course, exam, first_questions(course, exam)) | {"more": len(more)}


def more_set(course: Course, exam: str) -> Data:
    """The questions that follow those, and the steps to read by the objectives asked there."""
    steps = [
        {
            "name": f"{one.name}: {one.part}" if one.part else one.name,
            "path": f"modules/{course.modules[one.module].path(one.section)}.html"
            f"{course.modules[one.module].mark(one.section)}",
            "objectives": [id.removeprefix(f"{exam}.") for id in one.objectives],
        }
        for one in asked_steps(course, exam)
    ]
    asked = more_questions(course, exam)
    return _set(course, exam, asked) | {"more": 0, "steps": steps}


def _set(course: Course, exam: str, items: Sequence[Item]) -> Data:
    drawn = [course.pictures[one.id] for one in items if one.id in course.pictures]
    return {
        "items": [one.id for one in items],
        "bank": compile_items(course, items),
        "objectives": {one.id: _objective(course, one, exam) for one in items},
        "pictures": {one.id: _picture(course, one) for one in drawn},
    }


def _objective(course: Course, item: Item, exam: str) -> Data:
    """The first objective of the exam that it names."""
    named = (item.objective, *item.also)
    id = next(one for one in named if one.startswith(f"{exam}."))
    number = id.removeprefix(f"{exam}.")
    return {"number": number, "title": course.objectives[id].title}


def _picture(course: Course, picture: ItemPicture) -> Data:
    return {
        "folder": folder(picture.before[0]),
        "before": beginning(course, picture.before, picture.file),
        "after": beginning(course, picture.after, picture.file),
    }
