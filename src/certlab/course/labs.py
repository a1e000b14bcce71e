"""Labs: executed notebooks, and the exercises in them."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certlab.course.notebook import misshapen, prediction_of, source
from certlab.course.problems import Problem
from certlab.course.table import Table, valid_id
from certlab.course.toml_file import read_text

LARGEST = 10_000_000  # characters of a notebook, with its outputs
PATHS = {"G": "measures on a GPU", "C": "runs on a CPU", "B": "runs in the browser"}
_ASKS = re.compile(r"(?<![.\w])prediction\(")
_SOLUTION = re.compile(r"```python\n(.*?)```", re.DOTALL)


@dataclass(frozen=True)
class Exercise:
    """One exercise: the cell to edit, a solution, and answers that must be refused.

    Attributes:
        hints: what is said after each further wrong try, in Markdown.
        others: further right answers, such as the function beside a table.
    """

    id: str
    stub: str
    check: str
    solution: str
    wrong: tuple[str, ...]
    hints: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lab:
    """One notebook of labs/ or quizzes/.

    Attributes:
        id: its path without suffix, "cuda/10_matmul_cupy_numpy".
        module: the module's slug, "" for a notebook of no module.
        paths: which of G, C and B it has, see PATHS.
        needs: distributions it imports beyond what `study` installs.
        predictions: ids of what a learner predicts in it, in their order.
        follows: data that its stored outputs go through; see followed.py.
        macos: what of it does not run there, "" where nothing is known to hinder it.
        windows: the same.
    """

    id: str
    module: str
    title: str
    paths: tuple[str, ...]
    objectives: tuple[str, ...]
    minutes: int
    needs: tuple[str, ...]
    exercises: tuple[Exercise, ...]
    path: Path
    file: str
    macos: str = ""
    windows: str = ""
    predictions: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()


def read_lab(path: Path, id: str, file: str, problems: list[Problem]) -> Lab | None:
    """One notebook; None, with a problem, when it is not JSON."""
    text = read_text(path, file, problems, LARGEST)
    if not text:
        return None
    try:
        notebook = json.loads(text)
        malformed = misshapen(notebook)
    except (ValueError, RecursionError) as error:
        malformed = f"{error}"
    if malformed:
        problems.append(Problem(file, "", f"not a notebook: {malformed}."))
        return None
    table = Table(notebook.get("metadata", {}).get("certlab", {}), file, problems)
    lab = Lab(
        id=id,
        module=id.partition("/")[0] if "/" in id else "",
        title=table.text("title"),
        paths=table.texts("paths"),
        objectives=table.texts("objectives"),
        minutes=table.integer("minutes", 0),
        needs=table.texts("needs"),
        exercises=_exercises(notebook, file, problems),
        path=path,
        file=file,
        macos=table.text("macos", ""),
        windows=table.text("windows", ""),
        predictions=_predictions(notebook, file, problems),
        follows=table.texts("follows"),
    )
    table.text("data", "")  # the digest of what it follows
    table.done()
    if set(lab.paths) - PATHS.keys():
        table.problem(f"paths holds more than {', '.join(PATHS)}.")
    return lab


def _exercises(
    notebook: dict[str, Any], file: str, problems: list[Problem]
) -> tuple[Exercise, ...]:
    cells: dict[str, dict[str, dict[str, Any]]] = {}
    for cell in notebook.get("cells", []):
        mark = cell.get("metadata", {}).get("certlab", {})
        if "exercise" in mark:
            cells.setdefault(mark["exercise"], {})[mark.get("role", "")] = cell
    found = []
    for id, parts in cells.items():
        if set(parts) != {"stub", "solution", "check"} or not valid_id(id):
            says = "an exercise needs an id, a stub, a solution and a check."
            problems.append(Problem(file, id, says))
            continue
        solutions = _SOLUTION.findall(source(parts["solution"]))
        wrong = parts["check"]["metadata"]["certlab"].get("wrong", [])
        if not solutions or not wrong:
            says = "an exercise needs a ```python solution and a wrong answer."
            problems.append(Problem(file, id, says))
            continue
        stub, check = parts["stub"]["id"], parts["check"]["id"]
        hints = parts["check"]["metadata"]["certlab"].get("hints", [])
        first, *others = solutions
        found.append(
            Exercise(id, stub, check, first, tuple(wrong), tuple(hints), tuple(others))
        )
    return tuple(found)


def _predictions(
    notebook: dict[str, Any], file: str, problems: list[Problem]
) -> tuple[str, ...]:
    """The ids that cells are tagged with, which their code must say too."""
    found: list[str] = []
    code = [one for one in notebook.get("cells", []) if one["cell_type"] == "code"]
    for place, cell in enumerate(code):
        id = prediction_of(cell)
        if not id:
            if _ASKS.search(source(cell)):
                says = "asks for a prediction; name it in certlab.prediction."
                problems.append(Problem(file, cell.get("id", ""), says))
            continue
        if not valid_id(id) or id in found or f'"{id}"' not in source(cell):
            says = "a prediction needs an id of its own, the same in tag and code."
            problems.append(Problem(file, id, says))
            continue
        # "Run and compare" runs the first code cell below.
        if not any(".compare(" in source(one) for one in code[place + 1 : place + 2]):
            says = "the code cell after a prediction measures, and compares it."
            problems.append(Problem(file, id, says))
        found.append(id)
    return tuple(found)
