"""What a lab says of its predictions and exercises: one wording, wherever they are."""

import json
from collections.abc import Iterator

from certlab.course.catalogue import Course
from certlab.course.labs import Lab
from certlab.course.notebook import source
from certlab.course.problems import Problem

_PREDICT = (
    "Where the lab asks what you expect, answer before you run the next cell, because the two "
    "are then shown next to each other."
)
_TRY = "An exercise is a cell that waits for your code or your answer. "
_CHECK = "Press *Check* below it."
_CHECK_WITH_HINTS = (
    "Press *Check* below it; each further try that is not right yet gets another hint."
)


def sentences(lab: Lab) -> tuple[str, ...]:
    """What a lab says of how it is done, by what it has."""
    hints = any(exercise.hints for exercise in lab.exercises)
    tries = _TRY + (_CHECK_WITH_HINTS if hints else _CHECK)
    parts = ((_PREDICT, lab.predictions), (tries, lab.exercises))
    return tuple(text for text, there in parts if there)


def labs_say_how_they_are_done(course: Course) -> Iterator[Problem]:
    """Before its first code, in the same words as every other lab."""
    for lab in course.labs.values():
        opening = ""
        for cell in json.loads(lab.path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                break
            opening += source(cell) + "\n"
        for text in sentences(lab) if lab.module else ():
            if opening.count(text) != 1:
                says = f"its opening says once, as other labs do: {text}"
                yield Problem(lab.file, "", says)
