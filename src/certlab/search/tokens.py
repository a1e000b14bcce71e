"""Words as the search compares them: names stay whole, and their parts are words too.

app/static/search/tokens.js has the same rule; tests/vectors/search.json holds them equal.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

_THOUSANDS = re.compile(r"([0-9]),(?=[0-9]{3}(?![0-9]))")
_POSSESSIVE = re.compile(r"['’]s(?![^\W_])")
_WHOLE = re.compile(r"[^\W_]+(?:[-._/+:'’][^\W_]+)*(?:\+\+)?")
_JOINTS = re.compile(r"[-._/+:'’]+")
_DROPPED = re.compile(r"[-_/'’]")
_NUMBER = re.compile(r"[0-9.:/-]+")
# Chinese is written without spaces: each two signs that stand together are a word.
HAN = re.compile(r"([\u3400-\u9fff\uf900-\ufaff]+)")
LONGEST = 30  # characters of a word: what is longer is a path or an address


def tokens(text: str) -> list[tuple[str, ...]]:
    """The words of a text in order, each followed by its parts where it has some.

    >>> tokens("An all-reduce on 1g.10gb")
    [('an',), ('allreduce', 'all', 'reduce'), ('on',), ('1g.10gb', '1g', '10gb')]
    """
    lower = _POSSESSIVE.sub("", _THOUSANDS.sub(r"\1", text.lower()))
    return [word for found in _WHOLE.findall(lower) for word in _words(found)]


@lru_cache(maxsize=50_000)  # an index meets the same words again and again
def _words(found: str) -> tuple[tuple[str, ...], ...]:
    pieces = [one for one in HAN.split(found) if one]
    if len(pieces) > 1 or HAN.match(found):
        return tuple(
            word
            for one in pieces
            for word in (_pairs(one) if HAN.match(one) else tokens(one))
        )
    if _NUMBER.fullmatch(found):
        return ((found,),)
    parts = [one for one in _JOINTS.split(found) if one]
    whole = _DROPPED.sub("", found)
    words = (whole, *parts) if len(parts) > 1 else (whole,)
    short = tuple(one for one in words if len(one) <= LONGEST)
    return (short,) if short else ()


def _pairs(han: str) -> list[tuple[str, ...]]:
    if len(han) == 1:
        return [(han,)]
    return [(han[at : at + 2],) for at in range(len(han) - 1)]


def flat(text: str) -> list[str]:
    """The words of a text in order, of one with parts the parts alone."""
    return in_parts(tokens(text))


def in_parts(words: Iterable[tuple[str, ...]]) -> list[str]:
    """What `tokens` found, of a word with parts the parts alone."""
    return [one for word in words for one in (word[1:] or word)]
