"""Cards: the back is shown, and the learner says whether they knew it."""

from typing import Any

from certlab.course.items.card import Card
from certlab.course.template import fill
from certlab.study.kinds.asking import Asking
from certlab.study.verdicts import Parts, Verdict, graded, invalid
from certlab.words import Sentence


def compile_card(body: Card, asking: Asking) -> Parts:
    """What to show, the key and the feedback of a card.

    Raises:
        TemplateError, ExpressionError: a fact or a number is missing.
    """
    return {}, {"kind": "card"}, {"back": fill(body.back, asking.values)}


def grade_card(_key: dict[str, Any], response: Any) -> Verdict:
    """Either "known" or "forgotten"."""
    if response not in ("known", "forgotten"):
        return invalid(Sentence("Say whether you knew it."))
    return graded(response == "known")
