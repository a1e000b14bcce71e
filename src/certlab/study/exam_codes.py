"""An exam by the code that somebody typed."""

from collections.abc import Sequence
from difflib import get_close_matches

from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.errors import CourseError
from certlab.words import Sentence

_ALIKE = 0.75  # of the letters, for a code to be what was meant
_PART = 3  # letters of a code that say which is meant, when few codes hold them


def certification(course: Course, code: str) -> Certification:
    """The exam of that code, id or alias, in letters of any case.

    Raises:
        CourseError: there is none; it names those that are spelled nearly so, else all.
    """
    typed = code.strip().lower()
    for id, one in course.certifications.items():
        if typed in (id, *map(str.lower, one.alias)):
            return one
    codes = {id: one.code for id, one in course.certifications.items()}
    near = _near(typed, tuple(codes))
    names = ", ".join(codes[id] for id in near or codes)
    if near:
        says = Sentence(
            "There is no exam {exam}; did you mean {codes}?", exam=code, codes=names
        )
        raise CourseError(says)
    says = Sentence(
        "There is no exam {exam}; choose one of {codes}.", exam=code, codes=names
    )
    raise CourseError(says)


def renamed(exam: Certification, code: str) -> Sentence | None:
    """That an exam is known here by another code than was typed; None where it is not."""
    if code.strip().lower() == exam.id:
        return None
    return Sentence(
        "{alias} and {exam} are codes of the same exam; here it is {exam}.",
        alias=code.strip().upper(),
        exam=exam.code,
    )


def _near(typed: str, ids: Sequence[str]) -> list[str]:
    """Few that are spelled alike, or that hold what was typed."""
    holding = [id for id in ids if len(typed) >= _PART and typed in id]
    few = holding if len(holding) < len(ids) / 2 else []
    return get_close_matches(typed, ids, cutoff=_ALIKE) or few
