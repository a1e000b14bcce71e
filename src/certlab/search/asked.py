"""What a question asks for: its words, and what each may mean in the words of the course."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from certlab.search.near_words import near_words
from certlab.search.tokens import HAN, tokens

LONGEST = 500  # characters of a question
_PART = 0.3  # what a part of a name counts, where the whole name is known
_IN_PHRASE = 0.5  # and a word of a phrase, beside what the phrase means
_NEAR = 0.8  # and a word that is spelled nearly so
_EVERYDAY = 0.7  # and one that the course has in place of what people say


@dataclass(frozen=True, slots=True)
class Asked:
    """A word of the question.

    Attributes:
        groups: what it may mean, as groups of words with what each counts; the word's own
            first. It is empty where the course has nothing like it.
        weight: what it counts in the question.
        near: whether the course has no word that is spelled so.
        meant: the word that it was taken for then, "" for none.
        inside: whether it is part of a phrase that is asked for as well.
    """

    word: str
    groups: dict[int, float]
    weight: float
    near: bool = False
    meant: str = ""
    inside: bool = False


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Words in a row, and the groups that they mean."""

    words: list[int | str]
    means: dict[int, float]
    instead: bool  # whether the words say nothing else


class Vocabulary:
    """The words of an index, and what people say in their place."""

    def __init__(self, groups: Mapping[str, int], data: Mapping[str, Any]) -> None:
        self.groups = groups
        self._frequent = frozenset(data["frequent"])
        self._phrases: dict[int | str, list[_Phrase]] = {}
        for number, every in enumerate(data["spellings"]):
            for spelling in every:
                self._add(spelling, [f"={number}"], 1.0, instead=True)
        for says, *means in data["everyday"]:
            self._add(says, means, _EVERYDAY, instead=" " in says)

    def _add(
        self, says: str, means: Iterable[str], weight: float, *, instead: bool
    ) -> None:
        words = [self._key(one) for one in says.split()]
        known = {self.groups[one]: weight for one in means if one in self.groups}
        if known and set(says.split()) - self._frequent:
            self._phrases.setdefault(words[0], []).append(
                _Phrase(words, known, instead)
            )

    def _key(self, word: str) -> int | str:
        """What two forms of a word have in common."""
        return self.groups.get(word, word)

    def asked(self, question: str) -> list[Asked]:
        """The words of a question that tell something, each meaning once."""
        text = question
        for one in self._frequent:
            if HAN.match(one):
                text = text.replace(one, " ")
        found: list[Asked] = []
        for whole, *parts in tokens(text):
            known = whole in self.groups
            if known or not parts:
                found.append(self._word(whole, 1.0))
            found += [self._word(one, _PART if known else 1.0) for one in parts]
        return _merged(one for one in self._with_phrases(found) if one.weight)

    def _word(self, word: str, weight: float) -> Asked:
        """A word by itself; a frequent one counts nothing, and may stand in a phrase."""
        if word in self._frequent:
            return Asked(word, {}, 0.0)
        if word in self.groups:
            return Asked(word, {self.groups[word]: 1.0}, weight)
        near = near_words(word, self.groups)
        groups = {self.groups[one]: 1.0 for one in near}
        meant = next(iter(near), "")
        return Asked(word, groups, weight * _NEAR, near=True, meant=meant)

    def _with_phrases(self, words: Sequence[Asked]) -> list[Asked]:
        """The words, and what phrases among them mean."""
        keys = [self._key(one.word) for one in words]
        found, things = list(words), list[Asked]()
        for place, first in enumerate(keys):
            for phrase in self._phrases.get(first, ()):
                end = place + len(phrase.words)
                if keys[place:end] != phrase.words:
                    continue
                if phrase.instead:
                    said = " ".join(one.word for one in words[place:end])
                    things.append(Asked(said, phrase.means, 1.0))
                    for at in range(place, end):
                        less = _IN_PHRASE * words[at].weight
                        found[at] = replace(found[at], weight=less, inside=True)
                else:
                    own = found[place]
                    groups = (phrase.means | own.groups) if own.near else own.groups | phrase.means  # fmt: skip
                    found[place] = replace(own, groups=groups, near=False, meant="")
        return [*found, *things]


def _merged(words: Iterable[Asked]) -> list[Asked]:
    """Each meaning once, with the most that it counts."""
    found: dict[tuple[int, ...] | str, Asked] = {}
    for one in words:
        key = tuple(one.groups) or one.word
        if key not in found or found[key].weight < one.weight:
            found[key] = one
    return list(found.values())
