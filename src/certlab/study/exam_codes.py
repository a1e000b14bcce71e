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
    """The exam of that code or id, in letters of any case.

    Raises:
        CourseError: there is none; it names those that are spelled nearly so, else all.
    """
    found = course.certifications.get(code.strip().lower())
    if found is not None:
        return found
    codes = {id: one.code for id, one in course.certifications.items()}
    near = _near(code.strip().lower(), tuple(codes))
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


def _near(typed: str, ids: Sequence[str]) -> list[str]:
    """Few that are spelled alike, or that hold what was typed."""
    holding = [id for id in ids if len(typed) >= _PART and typed in id]
    few = holding if len(holding) < len(ids) / 2 else []
    return get_close_matches(typed, ids, cutoff=_ALIKE) or few
