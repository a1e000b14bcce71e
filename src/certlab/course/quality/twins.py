"""Items that answer each other: the question differs, what it is answered by does not.

Stems alone do not show this. One item asks why memory stays the same under TF32, one
what becomes of it, and both keys say that tensors stay in 32 bits. So keys and
explanations are compared too, over all banks, each word by how rare it is.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import log

from certlab.course.catalogue import Course
from certlab.course.items import Item
from certlab.course.markup import plain
from certlab.course.problems import Problem
from certlab.course.quality.cues import matter
from certlab.course.quality.stems import declared, stems
from certlab.course.template import TemplateError, Values, fill

# Read pair by pair over seven banks, 630 items. Of questions whose keys share as much,
# most gave each other away; below, keys share a term and ask of different things.
ALIKE_KEYS, ALIKE_QUESTIONS = 0.3, 0.2
# A practice card is read just before; at this much it holds what an exam item asks.
ALIKE_CARD = 0.165

Weights = Mapping[str, float]
Words = frozenset[str]


@dataclass(frozen=True)
class KeyWords:
    """The words of an item's key, and of all that somebody knows who has seen it."""

    item: Item
    key: Words
    all: Words
    weight: float


def keys_differ(course: Course) -> Iterator[Problem]:
    """Items that give each other's key away are enemies."""
    all_words, rarity = _key_words(course)
    for one, other in combinations(all_words, 2):
        if _gives_away(one, other, rarity) and not declared(one.item, other.item):
            says = f"is answered by {one.item.id}, or answers it; name it in enemies."
            yield Problem(other.item.file, other.item.id, says)


def _gives_away(one: KeyWords, other: KeyWords, rarity: Weights) -> bool:
    cards = sum(not one.item.body.graded for one in (one, other))
    if cards == 2:
        return False
    if cards == 1:
        # A card may repeat a practice question, as it trains for it.
        exam = "exam" in (one.item.pool, other.item.pool)
        return exam and _shared(one, other, rarity) >= ALIKE_CARD
    both = one.key & other.key
    if not both or _shared(one, other, rarity) < ALIKE_QUESTIONS:
        return False
    whole = _sum(one.key | other.key, rarity)
    return _sum(both, rarity) >= ALIKE_KEYS * whole


def _shared(one: KeyWords, other: KeyWords, rarity: Weights) -> float:
    """The share of the weight of two items' words that they have in common."""
    few, many = sorted((one.weight, other.weight))
    if few < ALIKE_CARD * many or not many:  # they cannot share enough
        return 0.0
    both = _sum(one.all & other.all, rarity)
    return both / (few + many - both)


def _sum(words: Words, rarity: Weights) -> float:
    return sum(rarity[word] for word in words)


def _key_words(course: Course) -> tuple[list[KeyWords], Weights]:
    values = Values(course.facts)
    found = []
    for stem in stems(course):
        try:
            key = frozenset(matter(plain(fill(stem.item.body.answer_words, values))))
            more = frozenset(matter(plain(fill(stem.item.explain, values))))
        except TemplateError:  # a sum over given values, or study.item_tests reports it
            key = more = frozenset()
        found.append((stem.item, key, stem.matter | key | more))
    seen = Counter(word for _, _, words in found for word in words)
    rarity = {word: log(len(found) / count) for word, count in seen.items()}
    return [KeyWords(a, b, c, _sum(c, rarity)) for a, b, c in found], rarity
