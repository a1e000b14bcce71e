"""What the first questions of an exam come to in the terminal: a place on its path."""

from collections.abc import Iterable, Iterator

from certlab.course import Course
from certlab.course.first_questions import first_questions, more_questions
from certlab.course.items import Item
from certlab.day.placement import asked_steps, may_skip
from certlab.errors import CourseError
from certlab.study.answers import Answer
from certlab.study.exam_codes import certification
from certlab.study.exams.blueprint import objective_of
from certlab.words import ENGLISH, Sentence, Words


def asked_first(course: Course, code: str) -> list[Item]:
    """The questions of an exam for a newcomer, those for a place on the path too.

    Raises:
        CourseError: there is no such exam, or it has none.
    """
    exam = certification(course, code)
    found = [*first_questions(course, exam.id), *more_questions(course, exam.id)]
    if not found:
        says = Sentence("{exam}: no question can be asked yet.", exam=exam.code)
        raise CourseError(says)
    return found


def place_lines(
    course: Course, code: str, answers: Iterable[Answer], words: Words = ENGLISH
) -> Iterator[str]:
    """The steps that may be skipped by the first answer to each; none is ticked."""
    exam, asked = certification(course, code), asked_first(course, code)
    given: dict[str, bool] = {}
    for row in answers:
        given.setdefault(row.item, row.outcome == "correct")
    known = [one for one in asked if one.id in given]
    if len(known) < len(asked):
        yield words(
            "You stopped after {n} of {count} questions; what you answered is kept.",
            n=len(known),
            count=len(asked),
        )
    steps = asked_steps(course, exam.id)
    results = [(objective_of(one, exam.id), given[one.id]) for one in known]
    found = [steps[n] for n in may_skip([one.objectives for one in steps], results)]
    if not found:
        yield words(
            "Begin the path at its first step: no step is known to you as a whole."
        )
        return
    yield words.ngettext(
        "You may skip this step of the path to {code}:",
        "You may skip these {n} steps of the path to {code}:",
        len(found),
        code=exam.code,
    )
    for one in found:
        yield f"  {one.name}: {one.part}" if one.part else f"  {one.name}"
    yield words(
        "Nothing is ticked: what you know of each you showed with a few questions."
    )
