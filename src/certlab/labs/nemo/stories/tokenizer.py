"""A byte-pair tokeniser: bytes, then the pairs of a word that come most often."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from certlab.errors import Refusal

END_OF_TEXT = "<|end|>"
_WORD = re.compile(r" ?[A-Za-z]+|\s|[^A-Za-z\s]")
_BYTES = 256

Pair = tuple[int, int]


@dataclass(frozen=True)
class Tokenizer:
    """Ids 0 to 255 are bytes, each merge has the next, and the last ends a text."""

    merges: tuple[Pair, ...]

    @property
    def size(self) -> int:
        """How many ids there are, the one that ends a text among them."""
        return _BYTES + len(self.merges) + 1

    @property
    def end(self) -> int:
        """The id that ends a text."""
        return self.size - 1

    @cached_property
    def _rank(self) -> dict[Pair, int]:
        return {pair: number for number, pair in enumerate(self.merges)}

    @cached_property
    def pieces(self) -> tuple[bytes, ...]:
        """What each id stands for, in bytes."""
        pieces = [bytes((number,)) for number in range(_BYTES)]
        for left, right in self.merges:
            pieces.append(pieces[left] + pieces[right])
        return (*pieces, END_OF_TEXT.encode())

    @cached_property
    def _words(self) -> dict[str, tuple[int, ...]]:
        return {}

    def encode(self, text: str) -> list[int]:
        """The ids of a text, without the one that ends it."""
        ids: list[int] = []
        for word in _WORD.findall(text):
            if word not in self._words:
                self._words[word] = self._merged(word)
            ids += self._words[word]
        return ids

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids; bytes that are no UTF-8 become a question mark.

        Raises:
            Refusal: an id is none of this tokeniser.
        """
        numbers = list(ids)
        for number in numbers:
            if not 0 <= number < self.size:
                raise Refusal(
                    f"There is no token {number}; this tokeniser has 0 to {self.end}."
                )
        return b"".join(self.pieces[n] for n in numbers).decode("utf-8", "replace")

    def _merged(self, word: str) -> tuple[int, ...]:
        ids = list(word.encode())
        while len(ids) > 1:
            ranks = [
                (self._rank.get(pair, len(self.merges)), place)
                for place, pair in enumerate(pairwise(ids))
            ]
            rank, place = min(ranks)
            if rank == len(self.merges):
                break
            ids[place : place + 2] = [_BYTES + rank]
        return tuple(ids)


def learn(texts: Iterable[str], size: int) -> Tokenizer:
    """A tokeniser of at most `size` ids, whose merges are the commonest pairs in `texts`.

    Of pairs that come equally often the smallest ids win, so the result is the same
    everywhere.
    """
    counts = Counter(word for text in texts for word in _WORD.findall(text))
    words = {tuple(word.encode()): count for word, count in counts.items()}
    merges: list[Pair] = []
    while _BYTES + len(merges) + 1 < size:
        pairs: Counter[Pair] = Counter()
        for ids, count in words.items():
            for pair in pairwise(ids):
                pairs[pair] += count
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        new = _BYTES + len(merges) - 1
        words = {_replaced(ids, best, new): count for ids, count in words.items()}
    return Tokenizer(tuple(merges))


def _replaced(ids: tuple[int, ...], pair: Pair, new: int) -> tuple[int, ...]:
    out: list[int] = []
    for number in ids:
        if out and (out[-1], number) == pair:
            out[-1] = new
        else:
            out.append(number)
    return tuple(out)
