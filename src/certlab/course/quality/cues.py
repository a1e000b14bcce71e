"""Cues: what somebody who knows nothing could go by in the options of one item.

Each is a number for each option, less the item's mean, so that only differences count.
"""

import re
from collections.abc import Sequence
from math import log

from certlab.course.quality.shown import Shown

CUES = (
    "length",
    "odd length",
    "longest",
    "shortest",
    "words of the stem",
    "words of other options",
    "hedges",
    "absolutes",
    "digits",
    "code",
)
WORD = re.compile(r"\w+(?:[.:'’/-]\w+)*")


def words(text: str) -> list[str]:
    """The words of a text, small letters; versions and names with hyphens are one."""
    return WORD.findall(text.casefold())


# Test-wise learners look for careful words in the key and for strong ones elsewhere.
HEDGES = frozenset(
    words(
        "about almost can could generally largely likely mainly may might most mostly "
        "nearly normally often perhaps probably rarely some sometimes tends typically "
        "usually"
    )
)
ABSOLUTES = frozenset(
    words(
        "all always any cannot completely each entirely every everything exactly must "
        "never no nobody none nothing only whole"
    )
)
EMPTY = frozenset(
    words(
        "a an and are as at be been by can do does for from has have how in into is it its "
        "of on one or that the their they this to what when which who why with"
    )
)


def matter(text: str) -> set[str]:
    """The words that say something."""
    return set(words(text)) - EMPTY


def cues(item: Shown) -> list[list[float]]:
    """The CUES of each option."""
    rows = list(zip(*_columns(item), strict=True))
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return [[x - mean for x, mean in zip(row, means, strict=True)] for row in rows]


def _columns(item: Shown) -> list[list[float]]:
    """The options' numbers, a list for each of CUES."""
    lengths = [max(1, len(one)) for one in item.options]
    mean = sum(lengths) / len(lengths)
    relative = [log(one / mean) for one in lengths]
    said, stem = [matter(one) for one in item.options], matter(item.stem)
    spoken = [words(one) for one in item.options]
    return [
        relative,
        [abs(one) for one in relative],
        _extreme(lengths, max(lengths)),
        _extreme(lengths, min(lengths)),
        [len(one & stem) / max(1, len(one)) for one in said],
        [_likeness(n, said) for n in range(len(said))],
        [float(sum(word in HEDGES for word in one)) for one in spoken],
        [float(sum(word in ABSOLUTES for word in one)) for one in spoken],
        [float(any(map(str.isdigit, one))) for one in item.options],
        [float("`" in one) for one in item.marked],
    ]


def _extreme(lengths: Sequence[int], end: int) -> list[float]:
    return [(one == end) / lengths.count(end) for one in lengths]


def _likeness(place: int, said: Sequence[set[str]]) -> float:
    """How much an option shares with the others: they are often made from the key."""
    own = said[place]
    others = [one for n, one in enumerate(said) if n != place]
    shares = [len(own & one) / max(1, len(own | one)) for one in others]
    return sum(shares) / len(shares)
