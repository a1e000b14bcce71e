"""The index: which passage has which word, and how much that says of it.

A word weighs by where it stands, as BM25F has it (Robertson and Zaragoza, *The probabilistic
relevance framework*, 2009, section 3.6): the fields are added before the sum is damped. What
comes of it depends on the passage alone, so it is computed here once, and a reader adds.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any

import snowballstemmer

from certlab.search.packing import IMPACTS, pack_postings, pack_words
from certlab.search.passage import Kind, Passage, Shelf, Speech
from certlab.search.tokens import flat, in_parts, tokens

_DAMPING = 3.0  # k1 of BM25: from how many times on a word says little more
# Field: what a word in it counts, and how far a long text is held against it (b of BM25).
_FIELDS = {
    "title": (8.0, 0.6),
    "says": (1.0, 0.5),
    "around": (1.0, 0.5),
    "label": (0.6, 0.0),
}
_CONCEPT = "="  # begins the word that stands for all spellings of a term
_Fields = dict[str, tuple[dict[str, int], int]]  # by field its stems and its length
_Counted = tuple[
    list[_Fields], dict[str, str]
]  # of each passage, and the stem of each word
Remember = Callable[[str, Callable[[], _Counted]], _Counted]


class Stems:
    """The stem of each word, found once."""

    def __init__(self) -> None:
        self._stem = snowballstemmer.stemmer("english").stemWord
        self.known: dict[str, str] = {}

    def of(self, word: str) -> str:
        """A word without its ending; what is no English word is a name and stays."""
        if word not in self.known:
            bare = word.isascii() and word.isalpha() and len(word) > 2
            self.known[word] = self._stem(word) if bare else word
        return self.known[word]


def index(
    shelves: Sequence[Shelf],
    speech: Speech,
    categories: Mapping[str, Sequence[str]],
    spellings: Iterable[Sequence[str]] = (),
    everyday: Mapping[str, Sequence[str]] | None = None,
    remember: Remember = lambda _, count: count(),
) -> dict[str, Any]:
    """The index of some passages, as JSON takes it.

    Args:
        remember: takes a key, and what counts the words of a shelf; gives what that gave
            once under the key.
        categories: slugs of modules by the title of what they belong to.
        spellings: those of one thing, as "MIG" and "Multi-Instance GPU" are.
        everyday: the passages' words by what people say in their place.

    Returns:
        {"shelves": [[file, page, label, kind, module, passages], ...],
        "categories": [[title, module, ...], ...], "spellings": [["mig", ...], ...],
        "everyday": [["graphics card", "gpu"], ...],
        "frequent": [...], "hints": [[phrase, kind, more], ...],
        "words": "0warp 4s", "postings": "AB CD"}; see `packing` for the last two.
    """
    writer = _Writer(speech, [[*one] for one in spellings])
    kinds: list[Kind] = []
    counted: list[_Fields] = []
    for shelf in shelves:
        kinds += [shelf.kind] * len(shelf.passages)
        known = hashlib.sha256(repr((shelf, speech, writer.spellings)).encode())
        fields, stems = remember(known.hexdigest(), partial(writer.counts, shelf))
        counted += fields
        writer.learn(stems)
    postings = _postings(kinds, counted)
    groups = writer.groups(postings)
    lists: dict[int, str] = {}
    for word, group in groups.items():
        if group not in lists:
            lists[group] = pack_postings(postings[writer.stem(word)])
    return {
        "shelves": [
            [one.file, one.page, one.label, one.kind, one.module, len(one.passages)]
            for one in shelves
        ],
        "categories": [[title, *modules] for title, modules in categories.items()],
        "words": pack_words(groups),
        "postings": " ".join(lists[group] for group in sorted(lists)),
        "spellings": [[" ".join(flat(one)) for one in all] for all in writer.spellings],
        "everyday": [
            [" ".join(flat(one)) for one in (says, *means)]
            for says, means in (everyday or {}).items()
        ],
        "frequent": list(speech.frequent),
        "hints": [list(one) for one in speech.hints],
    }


def texts(shelves: Iterable[Shelf]) -> dict[str, list[list[str]]]:
    """What is shown of each passage, by the file of its shelf: anchor, title, sentences."""
    return {
        shelf.file: [[one.anchor, one.title, *one.says] for one in shelf.passages]
        for shelf in shelves
    }


class _Writer:
    """Counts words as stems, and the spellings of a thing as the thing too."""

    def __init__(self, speech: Speech, spellings: list[list[str]]) -> None:
        self.spellings = spellings
        self._frequent = frozenset(speech.frequent)
        self._stems = Stems()
        self._words: dict[str, None] = {}
        # By its first stem: the stems of a spelling, and what it means.
        self._phrases: dict[str, list[tuple[list[str], str]]] = defaultdict(list)
        for number, every in enumerate(spellings):
            for one in every:
                stems = [self._stems.of(word) for word in flat(one)]
                if stems and set(flat(one)) - self._frequent:
                    self._phrases[stems[0]].append((stems, f"{_CONCEPT}{number}"))

    def stem(self, word: str) -> str:
        return word if word.startswith(_CONCEPT) else self._stems.of(word)

    def learn(self, stems: Mapping[str, str]) -> None:
        """Take in the words of a shelf."""
        self._words |= dict.fromkeys(stems)
        self._stems.known |= stems

    def counts(self, shelf: Shelf) -> _Counted:
        """What stands in the passages of a shelf."""
        before, self._words = self._words, {}
        fields = [self._passage(shelf, one) for one in shelf.passages]
        own, self._words = self._words, before
        return fields, {word: self._stems.of(word) for word in own}

    def _passage(self, shelf: Shelf, passage: Passage) -> _Fields:
        # A title says a thing once, and one with several spellings is as long as its shortest.
        names = passage.title.split(", ") if shelf.kind == "term" else [passage.title]
        title = dict.fromkeys(self._count(passage.title), 1)
        fields: _Fields = {
            "title": (title, min(_length(self._count(one)) for one in names))
        }
        for name, text in (
            ("says", " ".join(passage.says)),
            ("around", passage.around),
            ("label", shelf.label),
        ):
            counts = self._count(text)
            fields[name] = (counts, _length(counts))
        return fields

    def groups(self, postings: Mapping[str, object]) -> dict[str, int]:
        """The group of each word that was counted; words of a stem are one."""
        numbers: dict[str, int] = {}
        things = [stem for stem in postings if stem.startswith(_CONCEPT)]
        return {
            word: numbers.setdefault(self.stem(word), len(numbers))
            for word in sorted([*self._words, *things])
        }

    def _count(self, text: str) -> dict[str, int]:
        words = tokens(text)
        said = [word for one in words for word in one if word not in self._frequent]
        self._words |= dict.fromkeys(said)
        counts = Counter(map(self._stems.of, said))
        stems = [self._stems.of(one) for one in in_parts(words)]
        for place, stem in enumerate(stems):
            for phrase, thing in self._phrases.get(stem, ()):
                if stems[place : place + len(phrase)] == phrase:
                    counts[thing] += 1
        return dict(counts)


def _postings(
    kinds: Sequence[Kind], counted: Sequence[_Fields]
) -> dict[str, list[tuple[int, int]]]:
    """By stem, the passages that have it, in order, with the impact of each."""
    lengths: dict[tuple[Kind, str], list[int]] = defaultdict(list)
    for kind, fields in zip(kinds, counted, strict=True):
        for name, (counts, length) in fields.items():
            if counts:
                lengths[kind, name].append(length)
    usual = {place: sum(all) / len(all) for place, all in lengths.items()}
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, (kind, fields) in enumerate(zip(kinds, counted, strict=True)):
        weights: dict[str, float] = defaultdict(float)
        for name, (counts, length) in fields.items():
            if counts:
                worth, held = _FIELDS[name]
                long = length / usual[kind, name]
                for stem, times in counts.items():
                    weights[stem] += worth * times / (1 - held + held * long)
        for stem, weight in weights.items():
            damped = weight / (_DAMPING + weight)
            found[stem].append((number, ceil(damped * IMPACTS)))
    return found


def _length(counts: Mapping[str, int]) -> int:
    """The words of a field; what several of them mean together is none more."""
    return max(1, sum(n for stem, n in counts.items() if not stem.startswith(_CONCEPT)))
