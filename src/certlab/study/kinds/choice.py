"""Choice questions: the options in their shown order, the key, and the grading."""

from typing import Any

from certlab.course.items.choice import Choice
from certlab.course.template import fill
from certlab.study.kinds.asking import Asking
from certlab.study.verdicts import Parts, Verdict, graded, invalid
from certlab.words import Sentence


def compile_choice(body: Choice, asking: Asking) -> Parts:
    """What to show, the key and the feedback of a choice question.

    Raises:
        TemplateError, ExpressionError: a fact or a number is missing.
    """
    kind, values = asking.kind, asking.values
    options = [option for option in body.options if not option.pin]
    asking.draw.shuffle(options)
    options += [option for option in body.options if option.pin]
    show: dict[str, Any] = {
        "options": [{"id": one.id, "text": fill(one.text, values)} for one in options]
    }
    if pinned := [one.id for one in options if one.pin]:
        show["pinned"] = pinned  # last, wherever somebody else shuffles them again
    key: dict[str, Any] = {
        "kind": kind,
        "correct": sorted(body.correct),
        "options": [one.id for one in options],
    }
    if kind == "multi":
        show["select"] = len(body.correct)
        key["score"] = body.score
    whys = {one.id: fill(one.why, values) for one in body.options}
    return show, key, {"whys": whys, "correct": sorted(body.correct)}


def grade_single(key: dict[str, Any], response: Any) -> Verdict:
    """An option id."""
    if response not in key["options"]:
        return invalid(Sentence("Choose one option."))
    return graded(response in key["correct"])


def grade_multi(key: dict[str, Any], response: Any) -> Verdict:
    """As many different option ids as are correct; `items.scores.RULES` score them."""
    if not isinstance(response, list | tuple):
        return invalid(Sentence("Choose the options that are right."))
    wanted = len(key["correct"])
    known = [id for id in key["options"] if id in response]
    if len(response) != wanted or len(known) != wanted:
        return invalid(Sentence("Choose {n} options.", n=wanted))
    right = sum(id in key["correct"] for id in response)
    if right == wanted or key["score"] == "all":
        return graded(right == wanted)
    taken = wanted - right if key["score"] == "net" else 0
    score = max(0, right - taken) / wanted
    say = Sentence("Right: {n} of {count} options.", n=right, count=wanted)
    return Verdict("wrong", score, say)
