"""What somebody may have meant who typed a name that there is not."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from certlab.words import Sentence

_ALIKE = (
    0.76  # of the letters, for a name to be what was meant: more than three of four
)
_CLOSE = 0.1  # and at most so much less alike than the one that is most alike
_MOST = 4  # names: the professional exams of one kind are no more, and more are no help
_LIST = 20  # names that are listed where none is near
_PART = 3  # letters that say which is meant, when few names hold them


def choice(typed: str, names: Iterable[str], listing: str = "") -> Sentence:
    """The end of a sentence about a name that there is not: what to give in its place.

    Args:
        typed: the name that somebody gave.
        names: those that there are.
        listing: the command that lists them, for where they are many.
    """
    there = [*names]
    if near := nearest(typed, there):
        return Sentence("did you mean {names}?", names=", ".join(near))
    if listing and len(there) > _LIST:
        return Sentence("{command} lists all {n}.", command=listing, n=len(there))
    return Sentence("choose one of {names}.", names=", ".join(there) or "none")


def nearest(typed: str, names: Iterable[str]) -> list[str]:
    """The few names that are spelled alike, in whole or to one of their parts' ends.

    Else those that hold what was typed, where they are few.
    """
    there = [*names]
    wanted = typed.strip().lower()
    marks = {name: _likeness(wanted, name.lower()) for name in there}
    best = max(marks.values(), default=0.0)
    if best >= _ALIKE:
        near = [one for one in there if marks[one] >= max(_ALIKE, best - _CLOSE)]
        if len(near) > _MOST and len(there) <= _LIST:
            return []  # it may be most of them: all are soon read
        return sorted(near, key=lambda one: -marks[one])[:_MOST]
    holding = [one for one in there if len(wanted) >= _PART and wanted in one.lower()]
    return holding if len(holding) <= min(_MOST, len(there) // 2) else []


def _likeness(typed: str, name: str) -> float:
    """How alike, from 0 to 1: a name of many parts may be typed as some of them."""
    cuts = [one.start() for one in re.finditer(r"[/_-]", name)]
    begins = {name, *(name[:at] for at in cuts)}
    ends = {name[at + 1 :] for at in cuts if name[at] == "/"}
    return max(_ratio(typed, one) for one in begins | ends)


def _ratio(typed: str, name: str) -> float:
    if sorted(typed) == sorted(name):
        return 1.0  # letters in another order, the commonest slip
    return SequenceMatcher(None, typed, name).ratio()
