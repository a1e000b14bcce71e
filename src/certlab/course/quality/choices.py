"""What a question says of its own options: their letters, and how many are right."""

import re
from collections.abc import Iterator

from certlab.course.catalogue import Course
from certlab.course.items.option import Option
from certlab.course.markup import plain
from certlab.course.problems import Problem

# "B, as it is nearer" and "B" alone, but not "A restart" nor "Card B".
_LETTER = re.compile(r"[A-H](?:[,:.)]|$)")
_ALL = re.compile(r"\b(?:choose|select|mark) all\b|\ball that apply\b", re.IGNORECASE)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}
_HOW_MANY = re.compile(rf"\bwhich ({'|'.join(_NUMBERS)})\b", re.IGNORECASE)


def options_are_as_asked(course: Course) -> Iterator[Problem]:
    """None bears another's letter, and as many are right as question and form say."""
    for item in course.items.values():
        for says in _faults(item.body.offered, plain(item.ask)):
            yield Problem(item.file, item.id, says)


def _faults(options: tuple[Option, ...], ask: str) -> Iterator[str]:
    named = [one.id for one in options if _LETTER.match(plain(one.text))]
    if len(named) > 1:
        yield (
            f"options {', '.join(named)} begin with a letter, and on paper or in Moodle "
            "options have letters of their own; say what the letter stands for."
        )
    right = sum(one.correct for one in options)
    several = right > 1
    if several and _ALL.search(ask):
        yield f"says to choose all, and the form says to choose {right}; leave it out."
    told = _HOW_MANY.search(ask)
    if several and told and _NUMBERS[told[1].lower()] != right:
        yield f"asks which {told[1]}, and {right} options are right; say {right}."
