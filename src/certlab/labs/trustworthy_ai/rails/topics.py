"""A small classifier of lines into topics: naive Bayes over words and pairs of words."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from certlab.labs.trustworthy_ai.rails.lines import TOPICS

_WORD = re.compile(r"[a-z]+")
SMOOTH = 0.15


def pieces(text: str) -> list[str]:
    """The words of a text in small letters, and each two that follow each other."""
    words = _WORD.findall(text.lower())
    return [*words, *(f"{a} {b}" for a, b in pairwise(words))]


class Topics:
    """What was learnt from lines by topic."""

    def __init__(self, lines: Mapping[str, Sequence[str]]) -> None:
        """Count the pieces of each topic."""
        self.names = tuple(lines)
        self._counts = {
            topic: Counter(piece for line in own for piece in pieces(line))
            for topic, own in lines.items()
        }
        self._kinds = len({piece for one in self._counts.values() for piece in one})

    def chances(self, text: str) -> dict[str, float]:
        """How likely each topic is for a text; they add up to one."""
        logs = {topic: self._log(topic, pieces(text)) for topic in self.names}
        top = max(logs.values())
        odds = {topic: math.exp(value - top) for topic, value in logs.items()}
        total = sum(odds.values())
        return {topic: value / total for topic, value in odds.items()}

    def of(self, text: str) -> str:
        """The most likely topic of a text."""
        chances = self.chances(text)
        return max(chances, key=lambda topic: chances[topic])

    def _log(self, topic: str, found: Sequence[str]) -> float:
        counts = self._counts[topic]
        total = sum(counts.values()) + SMOOTH * self._kinds
        return sum(math.log((counts[piece] + SMOOTH) / total) for piece in found)


@cache
def learnt() -> Topics:
    """The classifier trained on the lines that we ship."""
    return Topics(TOPICS)
