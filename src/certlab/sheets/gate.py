"""What may stand on a sheet: no number but those of graded facts.

A learner takes a sheet along without the page that explains it. So whatever holds a number
of its own, or a fact that nobody may be asked, is left off, however true it is.
"""

import re
from functools import cached_property

from certlab.course import Course
from certlab.course.expression import ExpressionError
from certlab.course.facts import GRADED
from certlab.course.template import (
    PLACEHOLDER,
    TemplateError,
    Values,
    facts_named,
    fill,
)
from certlab.errors import ContentError

_CODE = re.compile(r"(`+).+?\1", re.DOTALL)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
# "H100" and "A100-80GB" are names: their digits stand behind a letter.
# The number of a driver's branch, R570, is no name.
_NUMBER = re.compile(r"(?<![\w.,-])(?:[\d½¼¾][\w.,:/%×-]*|R\d{3}\b)")
_NAMED = re.compile(r"[A-Z][\w-]* \d+(?![\w.,%])")

# Words that lean on what stands beside them on a page.
_POINTS = re.compile(
    r"\b(?:above|below|here|this (?:course|module)"
    r"|(?:the|this|next|same) (?:page|table|figure|section|lab|sheet)s?)\b"
)


class Gate:
    """Fills the texts of a course in, and holds back what may not stand on a sheet."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.values = Values(course.facts, maths=course.maths)

    @cached_property
    def _names(self) -> frozenset[str]:
        """What facts call things that end in a number: "PRO 6000"."""
        whats = (fact.what for fact in self.course.facts.values())
        return frozenset(name for what in whats for name in _NAMED.findall(what))

    def passes(self, text: str, beside: str = "") -> bool:
        """Whether a text, still with its placeholders, may stand on a sheet by itself.

        Args:
            text: inline Markdown.
            beside: the command that it is about, whose numbers it may repeat.
        """
        facts = self.course.facts
        graded = all(
            facts[id].tier in GRADED for id in facts_named(text) if id in facts
        )
        return graded and not leans(text) and not self._loose(text, beside)

    def _loose(self, text: str, beside: str) -> list[str]:
        text = _CODE.sub(lambda found: _code(found[0]), PLACEHOLDER.sub("F", text))
        text = _NAMED.sub(
            lambda found: "F" if found[0] in self._names else found[0],
            _LINK.sub(r"\1", text),
        )
        return [
            number
            for number in _NUMBER.findall(text)
            if not beside or re.match(r"\d*", number).group() not in beside  # type: ignore[union-attr]  # it always matches
        ]

    def filled(self, text: str, where: str) -> str:
        """The text with its facts, without links; it keeps its other marks.

        Raises:
            ContentError: a fact is gone, named with `where` the text stands.
        """
        try:
            return fill(_LINK.sub(r"\1", text), self.values).strip()
        except (TemplateError, ExpressionError) as error:
            raise ContentError(
                f"{where}: {error}, so there is no sheet of it; correct the text or add the fact."
            ) from error

    def through(self, text: str, where: str) -> str:
        """The text filled in; "" where it may not stand on a sheet."""
        return self.filled(text, where) if self.passes(text) else ""


def leans(text: str) -> bool:
    """Whether a text needs what stands beside it on a page."""
    return _POINTS.search(_CODE.sub("F", text)) is not None


def _code(span: str) -> str:
    """What a piece of code counts as: a word, but where it is nothing but a number."""
    inside = span.strip("`").strip()
    return inside if re.fullmatch(r"[\d.,e+-]*\d[\d.,e+-]*", inside) else "F"
