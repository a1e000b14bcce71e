"""An exam by the code that somebody typed."""

from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.errors import CourseError
from certlab.near_names import choice
from certlab.words import Sentence


def certification(course: Course, code: str) -> Certification:
    """The exam of that code, id or alias, in letters of any case.

    Raises:
        CourseError: there is none; it names those that are spelled nearly so, else all.
    """
    typed = code.strip().lower()
    for id, one in course.certifications.items():
        if typed in (id, *map(str.lower, one.alias)):
            return one
    codes = [one.code for one in course.certifications.values()]
    raise CourseError(
        Sentence(
            "There is no exam {exam}; {choice}", exam=code, choice=choice(code, codes)
        )
    )


def renamed(exam: Certification, code: str) -> Sentence | None:
    """That an exam is known here by another code than was typed; None where it is not."""
    if code.strip().lower() == exam.id:
        return None
    return Sentence(
        "{alias} and {exam} are codes of the same exam; here it is {exam}.",
        alias=code.strip().upper(),
        exam=exam.code,
    )
