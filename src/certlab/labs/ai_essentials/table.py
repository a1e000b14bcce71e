"""A table that a learner fills in by words: what is missing, unknown or wrong, and why.

The claims are for `exercises.check_claims`, which says the first that does not hold. So a
row that is empty or misspelt is named before a row that is wrong.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from certlab.near_names import choice

Why = Mapping[str, str | Mapping[str, str]]


def claims(
    given: object, right: Mapping[str, str], options: Sequence[str], why: Why
) -> Iterator[tuple[bool, str]]:
    """What must be true of a filled table.

    Args:
        given: the learner's, a word by the letter of its row.
        right: the word that belongs to each row.
        options: all words that may be entered.
        why: for a wrong row, why its word does not fit: one text, or one by the word.
    """
    rows = _rows(given)
    if set(rows) != set(right):
        letters = ", ".join(right)
        yield False, f"keep one entry for each of the rows {letters}, and no other."
        return
    known = {_plain(one): one for one in options}
    for row in right:
        yield bool(_plain(rows[row])), f"row {row} is still empty."
        near = choice(rows[row], options)
        yield _plain(rows[row]) in known, f"row {row}: no {rows[row]} here; {near}"
    for row, word in right.items():
        said = known[_plain(rows[row])]
        reason = why[row]
        text = reason if isinstance(reason, str) else reason.get(said, "")
        yield said == word, f"row {row} is not {said}. {text}".strip()


def attempted(given: object) -> bool:
    """Whether anything has been entered."""
    return any(_plain(one) for one in _rows(given).values())


def number(given: object) -> float:
    """A number that a learner entered; what is none compares as wrong with everything."""
    fits = isinstance(given, int | float) and not isinstance(given, bool)
    return float(given) if fits else math.nan  # type: ignore[arg-type]  # it is one here


def _rows(given: object) -> dict[str, str]:
    entries = given if isinstance(given, Mapping) else {}
    return {str(row): str(word or "").strip() for row, word in entries.items()}


def _plain(word: str) -> str:
    return " ".join(word.lower().replace("-", " ").split())
