"""Cues: what somebody who knows nothing could go by in the options of one item.

Each is a number for each option, less the item's mean, so that only differences count.
"""

import re
from collections.abc import Callable, Sequence
from math import log

from certlab.course.quality.shown import VisibleChoice

WORD = re.compile(r"\w+(?:[.:'’/-]\w+)*")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def tokens(text: str) -> list[str]:
    """The words of a text, small letters; versions and names with hyphens are one."""
    return WORD.findall(text.casefold())


# Test-wise learners look for careful words in the key and for strong ones elsewhere.
HEDGES = frozenset(
    tokens(
        "about almost can could generally largely likely mainly may might most mostly "
        "nearly normally often perhaps probably rarely some sometimes tends typically "
        "usually"
    )
)
ABSOLUTES = frozenset(
    tokens(
        "all always any cannot completely each entirely every everything exactly must "
        "never no nobody none nothing only whole"
    )
)
NEGATIONS = frozenset(tokens("cannot neither never no nobody none nor not nothing"))
# A wrong option that explains itself, or a key that was made safe by a condition.
CLAUSES = frozenset(
    tokens("as because if since so that when where which while who whose")
)
EMPTY = frozenset(
    tokens(
        "a an and are as at be been by can do does for from has have how in into is it its "
        "of on one or that the their they this to what when which who why with"
    )
)


def matter(text: str) -> set[str]:
    """The words that say something."""
    return set(tokens(text)) - EMPTY


def cues(item: VisibleChoice) -> list[list[float]]:
    """The CUES of each option."""
    rows = list(zip(*(cue(item) for cue in CUES.values()), strict=True))
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return [[x - mean for x, mean in zip(row, means, strict=True)] for row in rows]


def _lengths(item: VisibleChoice) -> list[int]:
    return [max(1, len(one)) for one in item.options]


def _relative(item: VisibleChoice) -> list[float]:
    lengths = _lengths(item)
    mean = sum(lengths) / len(lengths)
    return [log(one / mean) for one in lengths]


def _extreme(lengths: Sequence[int], end: int) -> list[float]:
    return [(one == end) / lengths.count(end) for one in lengths]


def _of_the_stem(item: VisibleChoice) -> list[float]:
    stem = matter(item.stem)
    said = [matter(one) for one in item.options]
    return [len(one & stem) / max(1, len(one)) for one in said]


def _likeness(item: VisibleChoice) -> list[float]:
    """How much an option shares with the others: they are often made from the key."""
    said = [matter(one) for one in item.options]
    found = []
    for place, own in enumerate(said):
        others = [one for n, one in enumerate(said) if n != place]
        shares = [len(own & one) / max(1, len(own | one)) for one in others]
        found.append(sum(shares) / len(shares))
    return found


def _middle(item: VisibleChoice) -> list[float]:
    """Whether an option's first number lies between those of others."""
    firsts = [_NUMBER.search(one) for one in item.options]
    numbers = [float(one.group().replace(",", "")) for one in firsts if one]
    if len(numbers) < len(item.options):
        return [0.0] * len(item.options)
    return [float(min(numbers) < one < max(numbers)) for one in numbers]


def _count(among: frozenset[str]) -> Callable[[VisibleChoice], list[float]]:
    def count(item: VisibleChoice) -> list[float]:
        return [float(sum(w in among for w in tokens(one))) for one in item.options]

    return count


def _holds(pattern: str) -> Callable[[VisibleChoice], list[float]]:
    holds = re.compile(pattern)
    return lambda item: [float(bool(holds.search(one))) for one in item.options]


CUES: dict[str, Callable[[VisibleChoice], list[float]]] = {
    "length": _relative,
    "odd length": lambda item: [abs(one) for one in _relative(item)],
    "longest": lambda item: _extreme(_lengths(item), max(_lengths(item))),
    "shortest": lambda item: _extreme(_lengths(item), min(_lengths(item))),
    "words of the stem": _of_the_stem,
    "words of other options": _likeness,
    "hedges": _count(HEDGES),
    "absolutes": _count(ABSOLUTES),
    "digits": _holds(r"\d"),
    "code": lambda item: [float("`" in one) for one in item.marked],
    # A colon in 9:30 or gpu:1 parts no sentence.
    "colon or semicolon": _holds(r":(?!\S)|;"),
    "comma": _holds(r",(?!\d)"),
    "and": _count(frozenset(["and"])),
    "negation": _count(NEGATIONS),
    "no at the start": _holds(r"^(?:No|None|Nothing|Nobody|Not)\b"),
    "reason or clause": _count(CLAUSES),
    "number in the middle": _middle,
}
