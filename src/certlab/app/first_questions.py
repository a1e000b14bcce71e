"""What a newcomer to an exam is asked first, as data for a page: questions and pictures.

{"items": ["mig-three-three-one", ...], "bank": {...},
 "objectives": {"mig-three-three-one": {"number": "3.4", "title": "Virtualising ..."}},
 "pictures": {"mig-three-three-one": {"folder", "before", "after"}}}

`bank` is as `certlab.study.bank` compiles one, with these questions only, so that a page
that shows the first of them needs no whole bank.
"""

from typing import Any

from certlab.app.page_widgets import beginning, folder
from certlab.course import Course
from certlab.course.first_questions import first_questions
from certlab.course.item_pictures import ItemPicture
from certlab.course.items import Item
from certlab.study.bank import compile_items

Data = dict[str, Any]


def first_set(course: Course, exam: str) -> Data:
    """The questions for an exam, given by its id; no items where it has none."""
    items = first_questions(course, exam)
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
