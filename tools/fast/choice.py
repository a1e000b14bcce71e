"""What is asked of a change: tests that it can reach, the nearest first, within a budget."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from statistics import median

from tools.fast.graph import COURSE, FAR, Edges, reach

BUDGET = 300  # processor seconds, two and a half minutes of two cores
# Of the tests that were changed together with what they test, nine in ten are this near.
NEAREST = 3
SECONDS = Path(__file__).parents[2] / "tests" / "seconds.json"
# Changes that reach so much that only the whole run is an answer.
WHOLE = re.compile(
    r"src/certlab/(course|study|compute)/|tools/(?!fast/|gallery/)|constraints\.txt"
    r"|pyproject\.toml|package\.json|(tests/)?conftest\.py|\.ci/"
)
PROJECT = re.compile(r"[^/]+|docs/.*|tools/.*|\.(ci|github)/.*")
TEXTS = re.compile(r"(content|quizzes|labs)/.*")
_PAGE = re.compile(r"content/modules/([\w-]+)")
# The module that a file of the course or of a wing belongs to.
_MODULE = re.compile(
    r"(?:quizzes|labs|src/certlab/labs|content/(?:modules|facts|glossary|claims))/([\w-]+)"
)


class Seconds:
    """Processor seconds of each test file, as the last whole run recorded them."""

    def __init__(self, rows: dict[str, float]) -> None:
        self.rows = rows
        folders: dict[str, list[float]] = {"": [*rows.values()]}
        for file, row in rows.items():
            folders.setdefault(file.rpartition("/")[0], []).append(row)
        self.usual = {one: median(all) for one, all in folders.items() if all}

    @classmethod
    def read(cls) -> "Seconds":
        return cls(json.loads(SECONDS.read_text("utf-8")) if SECONDS.exists() else {})

    @cached_property
    def by_name(self) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        for file, seconds in self.rows.items():
            found.setdefault(PurePosixPath(file).name, []).append(seconds)
        return found

    def of(self, file: str) -> float:
        """Those of a file; of one that moved as it was, of a new one as its neighbours."""
        if file in self.rows:
            return self.rows[file]
        moved = self.by_name.get(PurePosixPath(file).name, [])
        if len(moved) == 1:
            return moved[0]
        folder = file.rpartition("/")[0]
        return self.usual.get(folder, self.usual.get("", 5.0))


@dataclass
class Choice:
    """What is to be run, and what is not.

    Attributes:
        tests: test files and notebooks, in the order in which they were chosen.
        left: near ones that the budget has no room for.
        far: those that the change can reach too, over more than NEAREST steps.
        check: whether the course is to be checked.
        pages: modules whose pages are to be built.
        whole: changed files for which only the whole run is an answer.
    """

    tests: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    far: list[str] = field(default_factory=list)
    check: bool = False
    pages: list[str] = field(default_factory=list)
    whole: list[str] = field(default_factory=list)
    seconds: float = 0


ALWAYS = "tests/test_architecture.py"
CHECK, PAGE = 20, 8  # processor seconds of `certlab check`, and of a module's pages


def is_test(file: str) -> bool:
    name = PurePosixPath(file).name
    notebook = file.startswith(("labs/", "quizzes/")) and name.endswith(".ipynb")
    return notebook or (
        file.startswith("tests/") and bool(re.fullmatch(r"test_.*\.py", name))
    )


def choose(
    changed: Iterable[str],
    files: Iterable[str],
    edges: Edges,
    seconds: Seconds,
    budget: float = BUDGET,
) -> Choice:
    """What to run of a change: in the order of nearness, and of two alike the shorter.

    Args:
        changed: paths from the root.
        files: all paths that there are now.
        edges: who names each file.
    """
    changed, there = [*changed], {*files}
    choice = Choice(whole=[one for one in changed if WHOLE.match(one)])
    choice.check = any(TEXTS.fullmatch(one) for one in changed)
    choice.pages = sorted({page[1] for one in changed if (page := _PAGE.match(one))})
    choice.seconds = CHECK * choice.check + PAGE * len(choice.pages)
    far = _steps(changed, there, edges) | {ALWAYS: -1}
    tests = [one for one in far if one in there and is_test(one)]
    for file in sorted(tests, key=lambda one: (far[one], seconds.of(one), one)):
        if far[file] > NEAREST:
            choice.far.append(file)
        elif file != ALWAYS and choice.seconds + seconds.of(file) > budget:
            choice.left.append(file)
        else:
            choice.tests.append(file)
            choice.seconds += seconds.of(file)
    return choice


def _steps(changed: list[str], there: set[str], edges: Edges) -> dict[str, int]:
    """How far each file is: by the graph, and by what no import shows."""
    far = reach(changed, edges)
    if any(TEXTS.fullmatch(one) for one in changed):
        # What a test asks of the whole course holds for any course: it is far.
        far |= {one: FAR + NEAREST for one in edges.get(COURSE, ()) if one not in far}
    near = {one for one in there if one.startswith("tests/project/")}
    near = near if any(PROJECT.fullmatch(one) for one in changed) else set()
    modules = {of[1].replace("_", "-") for one in changed if (of := _MODULE.match(one))}
    near |= {
        one
        for one in far
        if any(part.replace("_", "-") in modules for part in one.split("/")[:-1])
    }
    return far | {one: min(far.get(one, 2), 2) for one in near}
