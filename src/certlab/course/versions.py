"""Gate of versions: which release of a product is today's is said by one fact, for all pages."""

import re
from collections.abc import Iterator

from certlab.course.catalogue import Course
from certlab.course.facts import Fact
from certlab.course.problems import Problem
from certlab.course.template import PLACEHOLDER

# What tells of another day, or of given numbers, may write a version in digits.
_OTHER_DAYS = re.compile(
    r"^> \*\*(?:Exam era|Worked example|Try it|In practice)\*\*.*?(?=^[^>]|\Z)",
    re.DOTALL | re.MULTILINE,
)


def versions_have_one_home(course: Course) -> Iterator[Problem]:
    """A page takes a version from its fact, so no two pages name two versions as today's."""
    facts = [one for one in course.facts.values() if one.version_of]
    homes: dict[str, Fact] = {}
    for fact in facts:
        for name in fact.version_of:
            other = homes.setdefault(name.casefold(), fact)
            if other is not fact:
                says = f"{other.id} is the version of {name} too; keep one of the two."
                yield Problem(fact.file, fact.id, says)
    texts = [(one.file, one.id, one.body) for one in course.pages.values()]
    texts += [(one.file, one.id, one.words) for one in course.figures.values()]
    texts += [(one.file, one.id, one.text) for one in course.glossary.values()]
    for file, id, text in texts if facts else ():
        plain = PLACEHOLDER.sub(" ", _OTHER_DAYS.sub("", text))
        for fact in facts:
            for words in _written(fact).findall(plain):
                says = (
                    f"{words!r}: a version moves; write {{fact:{fact.id}}}, "
                    "or tell of another release in an Exam era box."
                )
                yield Problem(file, id, says)


def _written(fact: Fact) -> re.Pattern[str]:
    """A product's name with a version in digits, also as an image's tag."""
    names = "|".join(map(re.escape, fact.version_of))
    return re.compile(
        rf"(?<![\w-])(?:{names})[\w./-]*+[\s:,\"(]+"
        rf"(?:(?:tag|release|version)[\s:\"]+)?v?\d+\.\d+(?:\.\d+)*"
    )
