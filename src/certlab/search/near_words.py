"""Words of the course that somebody may have meant who typed one that it does not have."""

from collections.abc import Iterable

_LEAST = 3  # letters of a beginning
_MOST = 8  # words with one beginning
_ENDING = 4  # letters that a word may be longer than the one that is known
_STEM = 5  # letters that the known one has at least
_LONG = 8  # letters from which on two may be wrong


def near_words(word: str, known: Iterable[str]) -> list[str]:
    """The words that begin so; else the longest that it begins with; else those spelled nearly so.

    A name with a digit may be unfinished, and nothing else: H100 is no H200.
    """
    words = list(known)
    if len(word) >= _LEAST:
        longer = [one for one in words if one.startswith(word)]
        if longer:
            return sorted(longer, key=len)[:_MOST]
    if any(sign in "0123456789" for sign in word):
        return []
    least = max(_STEM, len(word) - _ENDING)
    begun = [one for one in words if len(one) >= least and word.startswith(one)]
    if begun:
        return [max(begun, key=len)]
    allowed = 0 if len(word) < 4 else 1 if len(word) < _LONG else 2
    near = [
        (steps, one)
        for one in words
        if one[0] == word[0] and abs(len(one) - len(word)) <= allowed
        if (steps := distance(word, one)) <= allowed
    ]
    best = min(near, default=(0, ""))[0]
    return [one for steps, one in near if steps == best][:_MOST]


def distance(one: str, other: str) -> int:
    """Letters to change, add, leave out or swap with the next one, to turn one into the other."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, to in enumerate(other, 1):
            steps = min(
                last[column] + 1,
                now[column - 1] + 1,
                last[column - 1] + (letter != to),
            )
            if row > 1 and column > 1 and one[row - 2] == to and letter == other[column - 2]:  # fmt: skip
                steps = min(steps, before[column - 2] + 1)
            now.append(steps)
        before, last = last, now
    return last[-1]
