"""Questions that are asked twice, in the same words or nearly."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from certlab.course.catalogue import Course
from certlab.course.items import Item
from certlab.course.markup import plain
from certlab.course.problems import Problem
from certlab.course.quality.cues import matter, tokens
from certlab.course.template import TemplateError, Values, fill

# Words that matter, shared of all. Read pair by pair in the first two banks, 120
# questions: from 0.43 up each was a variant of the other, from 0.38 down none was.
NEAR = 0.4
_DRAWN = re.compile(r"\{(?:given|calc):[^{}]*\}")
_NAME = re.compile(r"fact\([^)]*\)|\b[a-z_]\w*\b(?!\s*\()")


@dataclass(frozen=True)
class Stem:
    """What sets one question apart: its words, and a situation that it belongs to."""

    item: Item
    situation: str
    words: tuple[str, ...]
    matter: frozenset[str]
    formula: str


def questions_differ(course: Course) -> Iterator[Problem]:
    """No two questions are the same; near ones are enemies, so one exam has one."""
    asked = list(stems(course))
    for one, other in combinations(asked, 2):
        file, id = other.item.file, other.item.id
        if one.words == other.words and one.situation == other.situation:
            says = f"asks what {one.item.id} asks; retire one of them."
            yield Problem(file, id, says)
        elif not _apart(one.item, other.item):
            if likeness(one, other) >= NEAR:
                says = f"is close to {one.item.id}; name it in enemies, or ask more."
                yield Problem(file, id, says)
            elif one.formula and one.formula == other.formula:
                says = f"computes what {one.item.id} computes; name it in enemies."
                yield Problem(file, id, says)


def likeness(one: Stem, other: Stem) -> float:
    """The share of the words that matter which two questions have in common."""
    # Far from equal in number, they cannot share enough; this saves most of the time.
    few, many = sorted((len(one.matter), len(other.matter)))
    if few < NEAR * many or not many:
        return 0.0
    both = len(one.matter & other.matter)
    return both / (few + many - both)


def _apart(one: Item, other: Item) -> bool:
    """Whether two items may be alike.

    An exam never has both of two enemies, whichever names the other, nor any card; and
    a card may repeat a question, as it trains for it.
    """
    if one.body.graded != other.body.graded:
        return True
    return declared(one, other)


def declared(one: Item, other: Item) -> bool:
    """Whether one of two items names the other in its enemies."""
    return other.id in one.enemies or one.id in other.enemies


def stems(course: Course) -> Iterator[Stem]:
    """What each item asks that is in use; one that cannot be filled in is left out."""
    values = Values(course.facts)
    situation = {
        id: item.id for item in course.items.values() for id in item.body.children
    }
    for item in course.items.values():
        if not item.body.asked or item.status == "retired":
            continue
        try:
            asked = " ".join((item.ask, *item.body.stem))
            text = plain(fill(_DRAWN.sub("", asked), values))
        except TemplateError:  # study.item_tests reports it
            continue
        text = unicodedata.normalize("NFKC", text)
        yield Stem(
            item,
            situation.get(item.id, ""),
            tuple(tokens(text)),
            frozenset(matter(text)),
            _formula(item),
        )


def _formula(item: Item) -> str:
    """A numeric item's formula with its names struck out; "" for one of few signs.

    Many things are a product of two; what shares a longer formula is a variant.
    """
    answer = next(iter(item.body.formulas), "")

    def struck(found: re.Match[str]) -> str:
        return found.group() if found.group().startswith("fact(") else "x"

    text = _NAME.sub(struck, answer).replace(" ", "")
    signs = re.findall(r"//|\*\*|[-+*/%]", re.sub(r"fact\([^)]*\)", "", text))
    return text if len(signs) > 1 else ""
