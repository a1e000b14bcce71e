"""A new lab: a notebook that runs and passes the checks, with [brackets] where its text goes.

The template is lab.ipynb. It is stored with the outputs of a run, and what differs from lab to
lab stands in it as <<title>>, <<module>> and <<name>>.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certlab import whole_file
from certlab.course import Course, ledger
from certlab.course.notebook import canonical, source
from certlab.errors import ContentError
from certlab.near_names import choice

# What a lab can run on, as `paths` of its metadata has it; every lab runs on a CPU.
PATHS = ("CB", "C", "GC")
_TEMPLATE = Path(__file__).with_name("lab.ipynb")
_PACKAGE = Path(__file__).resolve().parents[1]
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)+")
_NUMBERED = re.compile(r"(\d\d)_(\w+)")
_LAST = 99
_TO_WRITE = re.compile(r"\[\w[^\]]*\]")


@dataclass(frozen=True)
class NewLab:
    """What was written.

    Attributes:
        id: the lab's, "mig/40_count_slices".
        cells: ids of those with text in [square brackets].
    """

    id: str
    path: Path
    cells: tuple[str, ...]


def write(course: Course, module: str, name: str, paths: str = "CB") -> NewLab:
    """Write a lab into a course, and its ids into content/ids.txt.

    Args:
        module: the module's slug.
        name: what one does in it, as words joined by "_".
        paths: one of PATHS.

    Raises:
        ContentError: it cannot be written there, or would take the place of another.
    """
    number = _number(course, module, name, paths)
    id = f"{module}/{number:02}_{name}"
    path = course.root / "labs" / f"{id}.ipynb"
    notebook = _filled(course, module, name, paths)
    ids = _new_ids(course, notebook)
    try:
        path.parent.mkdir(exist_ok=True)
        path.touch(exist_ok=False)  # never over one that is there
        try:
            whole_file.write(path, canonical(notebook))
            _enter(course.root / ledger.FILE, ids)
        except OSError:
            path.unlink()
            raise
    except OSError as error:
        says = error.strerror or str(error)
        raise ContentError(
            f"{path}: the lab was not written ({says}); make the folder yours, or name "
            "another course with --course."
        ) from error
    return NewLab(id, path, tuple(_to_write(notebook)))


def refuse_installed(course: Course) -> None:
    """Nobody writes into what an installer put in its place and will replace.

    Raises:
        ContentError: the course lies inside the package.
    """
    if course.root.resolve().is_relative_to(_PACKAGE):
        raise ContentError(
            f"{course.root}: this course came with the installed certlab and is not yours "
            "to edit; use the certlab of a checkout, or name a course's folder with --course."
        )


def _number(course: Course, module: str, name: str, paths: str) -> int:
    """The next ten of the module's labs, once nothing speaks against a new one."""
    refuse_installed(course)
    if module not in course.modules:
        says = choice(module, course.modules)
        raise ContentError(f"There is no module called {module}; {says}")
    if not _NAME.fullmatch(name):
        raise ContentError(
            f"{name} is no name for a lab; say what one does in it in lower-case words "
            'joined by "_", such as count_slices.'
        )
    if paths not in PATHS:
        raise ContentError(f"--paths {paths}: choose one of {', '.join(PATHS)}.")
    folder, numbers = course.root / "labs" / module, [0]
    for path in sorted(folder.glob("*.ipynb")):
        if found := _NUMBERED.fullmatch(path.stem):
            numbers.append(int(found[1]))
        if path.stem.lstrip("0123456789_") == name:
            raise ContentError(
                f"{path} is there already; open it, or choose another name."
            )
    number = (max(numbers) // 10 + 1) * 10
    if number > _LAST:
        raise ContentError(
            f"{folder}: no ten is left after {max(numbers)}; give a lab a lower number."
        )
    return number


def _filled(course: Course, module: str, name: str, paths: str) -> dict[str, Any]:
    """The template with the names of this lab, and the cells of its path."""
    text = _TEMPLATE.read_text("utf-8")
    words = name.replace("_", " ")
    text = text.replace("<<title>>", words[0].upper() + words[1:])
    text = text.replace("<<module>>", module)
    text = text.replace("<<name>>", name.replace("_", "-"))
    notebook: dict[str, Any] = json.loads(text)
    cells = notebook["cells"]
    notebook["cells"] = [cell for cell in cells if paths in _only_for(cell)]
    notebook["metadata"]["certlab"] |= {
        "paths": [*paths],
        "objectives": [*course.modules[module].objectives[:1]],
        "needs": ["numpy"] if "G" in paths else [],
    }
    return notebook


def _only_for(cell: dict[str, Any]) -> list[str]:
    """For which paths a cell of the template is; the mark that says so is taken off."""
    mark = cell["metadata"].get("certlab", {})
    paths: list[str] = mark.pop("of", [*PATHS])
    if not mark:
        cell["metadata"].pop("certlab", None)
    return paths


def _new_ids(course: Course, notebook: dict[str, Any]) -> list[str]:
    """The lines of content/ids.txt for it."""
    marks = [cell["metadata"].get("certlab", {}) for cell in notebook["cells"]]
    ids = {
        (kind, one[kind])
        for one in marks
        for kind in ("exercise", "prediction")
        if kind in one
    }
    known = {(kind, id) for kind, id, _ in ledger.in_use(course)}
    if used := sorted(ids & (known | ledger.read_ledger(course.root).keys())):
        raise ContentError(
            f"The id {used[0][1]} was used before, and no id is used twice; choose "
            "another name for the lab."
        )
    return [f"{kind} {id}" for kind, id in ids]


def _enter(path: Path, new: list[str]) -> None:
    """Put lines into the ledger, in their order; what else is new there is not ours."""
    text = path.read_text("utf-8") if path.exists() else ledger.HEAD
    head = [one for one in text.splitlines() if one.startswith("#")]
    rows = [one for one in text.splitlines() if not one.startswith("#")]
    whole_file.write(path, "\n".join([*head, *sorted([*rows, *new]), ""]))


def _to_write(notebook: dict[str, Any]) -> list[str]:
    """Ids of the cells with text that is the author's to write."""
    cells = notebook["cells"]
    return [cell["id"] for cell in cells if _TO_WRITE.search(source(cell))]
