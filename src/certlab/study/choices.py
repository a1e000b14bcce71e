"""Choice questions: the options in their shown order, and the key."""

import random
from typing import Any

from certlab.course.items.choice import Choice
from certlab.course.template import Values, fill

Parts = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]


def compile_choice(
    kind: str, body: Choice, values: Values, draw: random.Random
) -> Parts:
    """What to show, the key and the feedback of a choice question."""
    options = [option for option in body.options if not option.pin]
    draw.shuffle(options)
    options += [option for option in body.options if option.pin]
    show: dict[str, Any] = {
        "options": [{"id": one.id, "text": fill(one.text, values)} for one in options]
    }
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
