"""Verdicts: what is said of one response."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

# What an item is compiled to: what to show, the key, and the feedback.
Parts = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]


@dataclass(frozen=True)
class Verdict:
    """What is said of one response.

    Attributes:
        outcome: "correct", "wrong", or "invalid": not an answer, and never recorded.
        score: from 0 to 1; below 1 it is not correct.
        say: one sentence or two more, inline Markdown, "" when there is none. What this
            package says is a `Sentence`, which a surface says in its own language.
        parts: of a match, a cloze or an order, whether each left entry, gap or step is
            right, by id.
    """

    outcome: str
    score: float
    say: str = ""
    parts: dict[str, bool] = field(default_factory=dict)


def graded(right: bool, say: str = "", parts: dict[str, bool] | None = None) -> Verdict:
    """Right or wrong, all or nothing."""
    outcome = "correct" if right else "wrong"
    return Verdict(outcome, float(right), say, parts or {})


def invalid(say: str) -> Verdict:
    """The verdict on what is no answer."""
    return Verdict("invalid", 0, say)


def by_parts(
    parts: dict[str, bool], rule: str, says: Callable[[int, int], str]
) -> Verdict:
    """The verdict on several parts, by "all" or "each" of `items.scores.RULES`.

    `says` says how many are right, of how many.
    """
    right = sum(parts.values())
    if right == len(parts):
        return graded(True, parts=parts)
    score = right / len(parts) if rule == "each" else 0
    say = says(right, len(parts)) if len(parts) > 1 else ""
    return Verdict("wrong", score, say, parts)
