"""Options that speak of the others: "all of the above"."""

import re
from collections.abc import Iterator

from certlab.course.catalogue import Course
from certlab.course.markup import plain
from certlab.course.problems import Problem

_ABOVE = "above|preceding|previous|foregoing|following|other"
_OPTIONS = "options|answers|choices|statements"
_OTHERS = (
    rf"(?:the |these |those )?(?:(?:{_ABOVE})(?: (?:{_OPTIONS}))?|{_OPTIONS})"
    r"|them|these|those"
)
_ARE = r" (?:is|are)(?: all| both)? (?:correct|right|true|wrong|false)"
_LETTERS = r"(?-i:[A-F](?:, [A-F])*,? (?:and|or|nor) [A-F])"
_CATCHALL = re.compile(
    rf"(?:all|none|both|neither|any)(?: of)? (?:{_OTHERS})(?:{_ARE})?"
    rf"|(?:all|none|both|neither){_ARE}"
    # A bare "A and B" may be two matrices; what is around it says that it is not.
    rf"|(?:both|neither|either|{_OPTIONS}) {_LETTERS}(?:{_ARE})?"
    rf"|{_LETTERS}(?: only| above|{_ARE})",
    re.IGNORECASE,
)


def catchalls_stand_last(course: Course) -> Iterator[Problem]:
    """An option that speaks of the others is pinned: shuffled, it says nothing."""
    for item in course.items.values():
        for option in item.body.offered:
            if not option.pin and speaks_of_others(option.text):
                says = f'option {option.id} speaks of the others; add pin = "last".'
                yield Problem(item.file, item.id, says)


def speaks_of_others(text: str) -> bool:
    """Whether an option is "none of the above", "both A and B" or the like."""
    return _CATCHALL.fullmatch(plain(text).strip(" .!")) is not None
