"""The question that stands in a quiz notebook where nothing is live, and its record there.

It is the first one that the page would ask of an empty history, so the notebook's stored
output says whether Python and the page deal alike. The notebook names it by its id, which
lets the bank grow without the output changing.
"""

import json
import re
from pathlib import Path
from typing import Any

from certlab.course import Course
from certlab.course.markup import plain
from certlab.course.notebook import canonical, source
from certlab.course.problems import Problem
from certlab.errors import CourseError
from certlab.study.questions import compile_item

Data = dict[str, Any]
ASKS = {"single": "Choose one.", "multi": "Choose several.", "card": "A card."}
_CALL = re.compile(
    r'^widgets\.(quiz|flashcards|mock_exam)\(.*\bshows="([\w-]+)"', re.MULTILINE
)
_WHAT = {"quiz": "Quiz", "flashcards": "Flashcards", "mock_exam": "Mock exam"}


def example(course: Course, what: str, shows: str | None) -> str:
    """What a part of the app is, and one of its questions as it is asked first.

    Args:
        course: where the question is.
        what: "Quiz".
        shows: the question's id; a line without one when None.

    Raises:
        CourseError: there is no such question, or it is of a kind that needs the page.
    """
    head = f"{what}: run this cell to answer."
    if shows is None:
        return head
    item = course.items.get(shows)
    if item is None or item.kind not in ASKS:
        kinds = ", ".join(ASKS)
        raise CourseError(
            f"shows={shows!r}: there is no such question; give the id of one of the "
            f"kinds {kinds}."
        )
    show = compile_item(course, item, 0).show
    options = [
        f"  {n}. {plain(row['text'])}"
        for n, row in enumerate(show.get("options", []), 1)
    ]
    return "\n".join([head, "", f"{ASKS[item.kind]} {plain(show['ask'])}", *options])


def unrecorded(course: Course) -> list[Problem]:
    """Cells whose stored output is not the question that they name.

    Raises:
        CourseError: as `example`.
    """
    says = "its stored output is not what it shows; run certlab check --fix."
    return [
        Problem(file, cell, says)
        for file, (_notebook, cells) in _renewed(course).items()
        for cell in cells
    ]


def record(course: Course) -> list[str]:
    """Store what is asked now; the files that changed.

    Raises:
        CourseError: as `example`.
    """
    found = _renewed(course)
    for file, (notebook, _cells) in found.items():
        course.notebooks[Path(file).stem].path.write_text(canonical(notebook), "utf-8")
    return list(found)


def _renewed(course: Course) -> dict[str, tuple[Data, list[str]]]:
    """By file, the notebooks that are to change, and in which cells."""
    found: dict[str, tuple[Data, list[str]]] = {}
    for one in course.notebooks.values():
        notebook = json.loads(one.path.read_text("utf-8"))
        changed = []
        for cell in notebook["cells"]:
            call = _CALL.search(source(cell)) if cell["cell_type"] == "code" else None
            if call is None:
                continue
            says = example(course, _WHAT[call[1]], call[2])
            output = {
                "data": {"text/plain": says.splitlines(keepends=True)},
                "execution_count": cell["execution_count"],
                "metadata": {},
                "output_type": "execute_result",
            }
            if cell["outputs"] != [output]:
                cell["outputs"] = [output]
                changed.append(cell["id"])
        if changed:
            found[one.file] = (notebook, changed)
    return found
