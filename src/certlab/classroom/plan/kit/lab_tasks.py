"""What a lab asks its learners, read from the notebook: exercises and predictions.

Nothing is run. What a check says of wrong answers are the sentences in its cell, and what came
out after a prediction is what the notebook has stored.
"""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from certlab.classroom.plan.kit import predictions
from certlab.classroom.plan.kit.check_sentences import sentences
from certlab.classroom.plan.syllabi import headings
from certlab.course.labs import Exercise, Lab
from certlab.course.notebook import as_python, prediction_of, source

Cells = Sequence[dict[str, Any]]
_FOLDS = re.compile(r"</?details>|<summary>.*?</summary>", re.DOTALL)
_LINK = re.compile(r"!?\[([^\]\n]*)\]\((?!https?://)[^)\s]*\)")


@dataclass(frozen=True)
class Task:
    """An exercise as a teacher needs it.

    Attributes:
        lab: the lab's title.
        title: "Exercise 1".
        statement: what is asked, in Markdown.
        shown: code between the statement and the learner's cell.
        stub: the learner's cell.
        wants: what the answer is, by the function's docstring or the task's own words.
        says: what the check says of answers that are not right.
        solution: in Markdown, with what is said about it.
    """

    exercise: Exercise
    lab: Lab
    title: str
    statement: str
    shown: tuple[str, ...]
    stub: str
    wants: str
    says: tuple[str, ...]
    solution: str

    @property
    def id(self) -> str:
        """The exercise's id."""
        return self.exercise.id


def tasks(
    lab: Lab, parts: Sequence[str] = ()
) -> Iterator[Task | predictions.Prediction]:
    """The exercises and predictions of a lab in their order.

    Args:
        parts: headings of the lab that are done; () for all of it.
    """
    cells = json.loads(lab.path.read_text("utf-8"))["cells"]
    known = {one.id: one for one in lab.exercises}
    heading = ""
    for place, cell in enumerate(cells):
        if cell["cell_type"] == "markdown":
            heading = [heading, *headings(source(cell))][-1]
            continue
        if parts and heading not in parts:
            continue
        mark = cell.get("metadata", {}).get("certlab", {})
        if mark.get("role") == "stub" and mark["exercise"] in known:
            yield _task(lab, known[mark["exercise"]], cells, place)
        if prediction_of(cell) in lab.predictions:
            yield predictions.read(cells[place:], unlinked)


def _task(lab: Lab, exercise: Exercise, cells: Cells, place: int) -> Task:
    number = lab.exercises.index(exercise) + 1
    start = place
    while start and cells[start - 1]["cell_type"] != "markdown":
        start -= 1
    before = unlinked(source(cells[start - 1])) if start else ""
    title, statement, task = _statement(before, f"Exercise {number}")
    code = {role: _cell_of(cells, exercise.id, role) for role in ("check", "solution")}
    stub = cells[place]
    return Task(
        exercise=exercise,
        lab=lab,
        title=title,
        statement=statement,
        shown=tuple(source(one) for one in cells[start:place]),
        stub=source(stub).strip(),
        wants=_docstring(as_python(stub)) or task.partition("\n\n")[0],
        says=sentences(as_python(code["check"])),
        solution=unlinked(_FOLDS.sub("", source(code["solution"]))).strip(),
    )


def _cell_of(cells: Cells, exercise: str, role: str) -> dict[str, Any]:
    """The cell of that role, which a well-formed exercise has."""
    wanted = {"exercise": exercise, "role": role}
    return next(
        one
        for one in cells
        if wanted.items() <= one.get("metadata", {}).get("certlab", {}).items()
    )


def _statement(text: str, title: str) -> tuple[str, str, str]:
    """The exercise's title, its statement and the task itself, above the learner's cell.

    The statement is what stands below the last heading, or else from "**Exercise 1.**" on,
    where the task begins: what comes before it may tell the result of a cell.
    """
    head, below = _after_heading(text)
    mark = predictions.MARK.search(below)
    task = below
    if mark:
        title, task = mark[1], below[mark.end() :]
        below = below if head else task
    elif head.startswith("###"):  # of the exercise alone, below its section's
        title = head.lstrip("# ")
    return title, below.strip(), task.strip()


def _after_heading(text: str) -> tuple[str, str]:
    """The last heading of a text and what stands below it; "" and all of it without one."""
    kept: list[str] = []
    head, is_code = "", False
    for line in text.splitlines():
        is_code ^= line.startswith("```")
        if line.startswith("#") and not is_code:
            head, kept = line.strip(), []
        else:
            kept.append(line)
    return head, "\n".join(kept)


def unlinked(text: str) -> str:
    """A notebook's Markdown without links to what lies beside the notebook."""
    return _LINK.sub(r"\1", text)


def _docstring(code: str) -> str:
    """What the functions of a cell do, in their own words."""
    try:
        body = ast.parse(code).body
    except SyntaxError:
        return ""
    found = (ast.get_docstring(one) for one in body if isinstance(one, ast.FunctionDef))
    return " ".join(" ".join(one.split()) for one in found if one)
