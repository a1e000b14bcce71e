"""The course's pages as passages, and its glossary as questions whose section is known."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from certlab.course import Course
from certlab.course.pages import FENCE, HEADING, cut
from certlab.course.template import Values, fill

_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_MARKS = re.compile(r"[*`>|$\\{}]|^\s*[-+] |^\s*\d+\. ", re.MULTILINE)
_WORD = re.compile(r"[a-z0-9]+(?:[-./][a-z0-9]+)*")


@dataclass(frozen=True)
class Passage:
    """Some words of one section: "module#anchor", its page's title, and the text."""

    section: str
    title: str
    text: str


@dataclass(frozen=True)
class Question:
    """What is asked, and the section that answers it, "module#anchor"."""

    asks: str
    section: str


def tokens(text: str) -> list[str]:
    """Words in lower case, numbers too; `fp8` and `nvidia-smi` stay whole."""
    return _WORD.findall(text.lower())


def sections(course: Course) -> list[Passage]:
    """Each section of each page without Markdown, in the order of the course."""
    values = Values(course.facts)
    found = []
    for page in course.pages.values():
        anchors = list(page.sections)
        for anchor, piece in zip(anchors, cut(page.body)[1:], strict=True):
            body = FENCE.sub("", HEADING.sub(r"\2.", fill(piece, values), count=1))
            plain = _MARKS.sub("", _LINK.sub(r"\1", _PICTURE.sub("", body)))
            text = " ".join(plain.split())
            found.append(Passage(f"{page.module}#{anchor}", page.title, text))
    return found


def windows(whole: Sequence[Passage], size: int, step: int) -> list[Passage]:
    """Each section cut into windows of so many words, which begin `step` words apart."""
    cuts = []
    for one in whole:
        words = one.text.split()
        for start in range(0, max(1, len(words) - size + step), step):
            text = " ".join(words[start : start + size])
            cuts.append(Passage(one.section, one.title, text))
    return cuts


def named(course: Course) -> list[Question]:
    """A question a term, which names it: "What is a profile of a NIM?"."""
    return [
        Question(f"What is {one.term}?", f"{one.module}#{one.section}")
        for one in course.glossary.values()
    ]


def described(course: Course) -> list[Question]:
    """The same terms by their definitions, with the words of the term taken out."""
    asked = []
    for one in course.glossary.values():
        gone = {word for name in one.spellings for word in tokens(name)}
        words = _MARKS.sub("", _LINK.sub(r"\1", one.shown(course.facts))).split()
        kept = [word for word in words if not gone & set(tokens(word))]
        asked.append(Question(" ".join(kept), f"{one.module}#{one.section}"))
    return asked


def recall(
    found: Sequence[Sequence[Passage]], asked: Sequence[Question], k: int
) -> float:
    """The share of questions whose section is among their first k passages."""
    hits = (
        any(one.section == question.section for one in ranked[:k])
        for ranked, question in zip(found, asked, strict=True)
    )
    return sum(hits) / len(asked)
