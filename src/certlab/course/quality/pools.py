"""Exam items outside exams: a mock exam measures only what has not been seen."""

import re
from collections.abc import Iterator

from certlab.course.catalogue import Course
from certlab.course.problems import Problem

_WORD = re.compile(r"[\w-]+")  # an id is such a word, whole


def exam_items_stay_in_exams(course: Course) -> Iterator[Problem]:
    """No page, lab or practice situation names an item of the exam pool."""
    yield from _situations(course)
    kept = {item.id for item in course.items.values() if item.pool == "exam"}
    for file, id, text in _readings(course):
        for item in sorted(kept.intersection(_WORD.findall(text))):
            says = f"names {item}, which is kept for exams; ask a practice item."
            yield Problem(file, id, says)


def _situations(course: Course) -> Iterator[Problem]:
    """A situation and its items are of one pool, or practice would give it away."""
    for item in course.items.values():
        children = (course.items.get(id) for id in item.body.children)
        for child in children:
            if child is not None and child.pool != item.pool:
                says = (
                    f"its item {child.id} is of the pool {child.pool}, itself of "
                    f"{item.pool}; move one of them."
                )
                yield Problem(item.file, item.id, says)


def _readings(course: Course) -> Iterator[tuple[str, str, str]]:
    """What learners open when it is no exam: file, id, text."""
    for page in course.pages.values():
        yield page.file, page.id, page.body
    for term in course.glossary.values():
        yield term.file, term.id, term.text
    for lab in (*course.labs.values(), *course.notebooks.values()):
        yield lab.file, lab.id, lab.path.read_text("utf-8")
