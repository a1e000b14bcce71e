"""What answers a question: the passages of an index in order.

app/static/search/found.js does the same in a browser; tests/vectors/search.json holds the
two equal. What a word counts is how rare it is, and what has most of what was asked comes
first. Words may be unfinished, or wrong by a letter.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor, log
from typing import Any

from certlab.search.asked import Asked, Vocabulary
from certlab.search.packing import IMPACTS, unpack_postings, unpack_words
from certlab.search.passage import Kind
from certlab.search.tokens import tokens

# What a passage counts by its kind: an item or a lab has its words for another end.
_WORTH: Mapping[Kind, float] = {
    "section": 1.0,
    "term": 0.9,
    "exam": 0.9,
    "lab": 0.85,
    "item": 0.75,
    "fact": 0.8,
}
# Results of a kind, and of one shelf of it: facts about one thing are much alike.
_MOST_OF: Mapping[Kind, int] = {"term": 3, "lab": 2, "exam": 3, "item": 3, "fact": 4}
_ON_A_SHELF: Mapping[Kind, int] = {"lab": 1, "item": 2, "fact": 2}
# Passages that are thought of beside those of an index: in a small one no word is worth
# nothing because all of them have it, and small and large ones can be compared.
_ELSEWHERE = 1000
_ENOUGH = 0.25  # of the best score: what has less is no answer


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found, by its shelf and its place there.

    Attributes:
        worth: what each word of the course counts that was meant, for choosing a sentence.
    """

    file: str
    page: str
    label: str
    kind: Kind
    module: str
    place: int
    score: float
    worth: Mapping[str, tuple[int, float]]


class Index:
    """An index as `indexing` writes it."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.shelves: list[tuple[str, str, str, Kind, str, int]] = data["shelves"]
        self.categories: dict[str, list[str]] = {title: modules for title, *modules in data["categories"]}  # fmt: skip
        self.vocabulary = Vocabulary(unpack_words(data["words"]), data)
        self._postings: list[str] = data["postings"].split(" ")
        self._hints: list[tuple[str, Kind, float]] = data["hints"]
        # Which shelf a passage lies on, and which it is there.
        self._places = [
            (shelf, place)
            for shelf, (*_, count) in enumerate(self.shelves)
            for place in range(count)
        ]

    def of(self, question: str, modules: Iterable[str] | None = None) -> list[Hit]:
        """All that has a word of the question, the best first.

        Args:
            modules: slugs of those to look in; where None, all, and what is of none.
        """
        asked = self.vocabulary.asked(question)
        reaches = [self._reach(one) for one in asked]
        scores, reached = _sums(reaches)
        of_words = zip(asked, reaches, strict=True)
        whole = sum(reach.worth for one, reach in of_words if not one.inside)
        hinted, worth = self._hinted(question), self._worth(asked, reaches)
        only = None if modules is None else frozenset(modules)
        hits = []
        for passage in sorted(scores):
            shelf, place = self._places[passage]
            file, page, label, kind, module, _ = self.shelves[shelf]
            if only is None or module in only:
                share = min(1.0, reached[passage] / whole) if whole else 0.0
                score = scores[passage] * share * _WORTH[kind] * hinted.get(kind, 1.0)
                hits.append(Hit(file, page, label, kind, module, place, rounded(score), worth))  # fmt: skip
        return sorted(hits, key=lambda one: -one.score)

    def _reach(self, one: Asked) -> "_Reach":
        impacts: dict[int, float] = {}
        shares: dict[int, float] = {}
        for group, share in one.groups.items():
            for passage, impact in unpack_postings(self._postings[group]):
                impacts[passage] = max(share * impact, impacts.get(passage, 0.0))
                shares[passage] = max(share, shares.get(passage, 0.0))
        # As BM25 has it: how rare the word is, whichever of its meanings stands there.
        holding = len(impacts)
        among = len(self._places) + _ELSEWHERE
        rare = log(1 + (among - holding + 0.5) / (holding + 0.5))
        return _Reach(impacts, shares, one.weight * rare if impacts else 0.0)

    def _worth(
        self, asked: Iterable[Asked], reaches: Iterable["_Reach"]
    ) -> dict[str, tuple[int, float]]:
        """By word of the course, which word of the question it is, and what it counts."""
        of_group: dict[int, tuple[int, float]] = {}
        for number, (one, reach) in enumerate(zip(asked, reaches, strict=True)):
            for group, share in one.groups.items():
                of_group.setdefault(group, (number, reach.worth * share))
        return {
            word: of_group[group]
            for word, group in self.vocabulary.groups.items()
            if group in of_group
        }

    def _hinted(self, question: str) -> dict[Kind, float]:
        """Kinds of passage that the question wants, by its words, and how much more."""
        words = f" {' '.join(one[0] for one in tokens(question))} "
        return {
            kind: more for phrase, kind, more in self._hints if f" {phrase} " in words
        }


@dataclass(frozen=True, slots=True)
class _Reach:
    """Where a word of the question stands.

    Attributes:
        impacts: by passage, the best that any of its meanings comes to there.
        shares: by passage, what the best of these meanings counts, from 0 to 1.
        worth: what the word counts in the question.
    """

    impacts: dict[int, float]
    shares: dict[int, float]
    worth: float


def _sums(reaches: Iterable[_Reach]) -> tuple[dict[int, float], dict[int, float]]:
    """By passage, what its impacts come to, and the worth of the words that it has."""
    scores: dict[int, float] = {}
    reached: dict[int, float] = {}
    for one in reaches:
        for passage, impact in one.impacts.items():
            scores[passage] = scores.get(passage, 0.0) + one.worth * impact / IMPACTS
            share = one.worth * one.shares[passage]
            reached[passage] = reached.get(passage, 0.0) + share
    return scores, reached


def best(
    indexes: Sequence[Index],
    question: str,
    most: int,
    modules: Iterable[str] | None = None,
) -> list[Hit]:
    """The passages that answer a question best, the best first.

    Args:
        indexes: of one language or several, the reader's own first; a page that stands in
            an earlier one is not looked for in a later one.
        most: how many, at most.
        modules: slugs of those to look in; where None, all, and what is of none.
    """
    only = None if modules is None else [*modules]
    known: set[str] = set()
    hits: list[Hit] = []
    for index in indexes:
        hits += [hit for hit in index.of(question, only) if hit.page not in known]
        known |= {_in_english(page) for _, page, *_ in index.shelves}
    hits.sort(key=lambda one: -one.score)
    return _chosen(hits, most)


def _in_english(page: str) -> str:
    """The address of the page that another language's page translates."""
    language, _, rest = page.partition("/")
    return rest if rest.startswith("modules/") and language else page


def _chosen(hits: Sequence[Hit], most: int) -> list[Hit]:
    """Without what is too much of one kind or of one shelf, or answers too little."""
    counts: dict[str, int] = {}
    chosen: list[Hit] = []
    for hit in hits:
        of_kind, of_file = counts.get(hit.kind, 0), counts.get(hit.file, 0)
        room = of_kind < _MOST_OF.get(hit.kind, most)
        room = room and of_file < _ON_A_SHELF.get(hit.kind, most)
        if room and hit.score >= _ENOUGH * hits[0].score:
            counts |= {hit.kind: of_kind + 1, hit.file: of_file + 1}
            chosen.append(hit)
    return chosen[:most]


def rounded(score: float) -> float:
    """A score to six digits, which both languages have alike."""
    return floor(score * 1e6 + 0.5) / 1e6
