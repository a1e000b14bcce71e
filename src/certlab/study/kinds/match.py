"""Match questions: the right side shuffled, each left entry graded by itself."""

from typing import Any

from certlab.course.items.match import Match
from certlab.course.template import fill
from certlab.study.kinds.asking import Asking
from certlab.study.verdicts import Parts, Verdict, by_parts, invalid
from certlab.words import Sentence, plural


def compile_match(body: Match, asking: Asking) -> Parts:
    """What to show, the key and the feedback of a match question.

    Raises:
        TemplateError, ExpressionError: a fact or a number is missing.
    """
    values = asking.values
    left = [{"id": one.id, "text": fill(one.text, values)} for one in body.left]
    right = [{"id": one.id, "text": fill(one.text, values)} for one in body.right]
    asking.draw.shuffle(right)
    key = {
        "kind": "match",
        "left": [one["id"] for one in left],
        "options": [one["id"] for one in right],
        "pairs": body.pairs,
        "score": body.score,
    }
    whys = {id: fill(why, values) for id, why in body.whys.items()}
    return {"left": left, "right": right}, key, {"whys": whys, "pairs": body.pairs}


def grade_match(key: dict[str, Any], response: Any) -> Verdict:
    """A right id for each left id."""
    chosen = response if isinstance(response, dict) else {}
    lefts = key["left"]
    unmatched = sum(chosen.get(id) not in key["options"] for id in lefts)
    if unmatched:
        say = plural(
            "Match all {count} entries on the left; {n} is still open.",
            "Match all {count} entries on the left; {n} are still open.",
            unmatched,
            count=len(lefts),
        )
        return invalid(say)
    parts = {id: chosen[id] == key["pairs"][id] for id in lefts}
    return by_parts(parts, key["score"], _right)


def _right(n: int, count: int) -> Sentence:
    return Sentence("Right: {n} of {count} pairs.", n=n, count=count)
