"""What is asked of a change: tests that it can reach, the nearest first, within a budget."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from statistics import median

from tools.fast.graph import COURSE, FAR, Edges, reach

BUDGET = 300  # processor seconds, two and a half minutes of two cores
SECONDS = Path(__file__).parents[2] / "tests" / "seconds.json"
# Changes that reach so much that only the whole run is an answer.
WHOLE = re.compile(
    r"src/certlab/(course|study|compute)/|tools/(?!fast/|gallery/)|constraints\.txt"
    r"|pyproject\.toml|package\.json|(tests/)?conftest\.py|\.ci/"
)
PROJECT = re.compile(r"[^/]+|docs/.*|tools/.*|\.(ci|github)/.*")
TEXTS = re.compile(r"(content|quizzes|labs)/.*")
_PAGE = re.compile(r"content/modules/([\w-]+)")
TYPED = re.compile(r"(src|benchmarks)/.*\.py")
# The module or the package that a file belongs to: tests in a folder of its name are near.
_MODULE = re.compile(
    r"(?:quizzes|labs|src/certlab(?:/labs)?|content/(?:modules|facts|glossary|claims))"
    r"/([\w-]+)"
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

    def of(self, file: str) -> float:
        """Those of a file; of one without a row as its neighbours."""
        usual = self.usual.get(file.rpartition("/")[0], self.usual.get("", 5.0))
        return self.rows.get(file, usual)


@dataclass
class Choice:
    """What is to be run, and what is not.

    Attributes:
        tests: test files and notebooks, in the order in which they were chosen.
        left: those that the change can reach too, and the budget has no room for.
        check: whether the course is to be checked.
        pages: modules whose pages are to be built.
        typed: whether mypy is to be run.
        whole: changed files for which only the whole run is an answer.
        seconds: what all of it is expected to take of a processor.
    """

    tests: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    check: bool = False
    pages: list[str] = field(default_factory=list)
    typed: bool = False
    whole: list[str] = field(default_factory=list)
    seconds: float = 0


# Laws of all files, which no import leads to.
ALWAYS = {
    "tests/test_architecture.py",
    "tests/test_browser_architecture.py",
    "tests/test_browser_lengths.py",
    "tests/test_named_paths.py",
}
# Processor seconds of two workers of pytest until they begin and of this program, of
# `certlab check`, of a module's pages, and of mypy for a few files.
START, CHECK, PAGE, TYPES = 20, 20, 8, 40


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
    choice.typed = any(TYPED.fullmatch(one) and one in there for one in changed)
    choice.seconds = START + (
        CHECK * choice.check + PAGE * len(choice.pages) + TYPES * choice.typed
    )
    far = _steps(changed, there, edges) | dict.fromkeys(ALWAYS, -1)
    tests = [one for one in far if one in there and is_test(one)]
    for file in sorted(tests, key=lambda one: (far[one], seconds.of(one), one)):
        if file in ALWAYS or choice.seconds + seconds.of(file) <= budget:
            choice.tests.append(file)
            choice.seconds += seconds.of(file)
        else:
            choice.left.append(file)
    return choice


def _steps(changed: list[str], there: set[str], edges: Edges) -> dict[str, int]:
    """How far each file is: by the graph, and by what no import shows."""
    far = reach(changed, edges)
    if any(TEXTS.fullmatch(one) for one in changed):
        # What a test asks of the whole course holds for any course: it is far.
        far |= {one: 2 * FAR for one in edges.get(COURSE, ()) if one not in far}
    near = {one for one in there if one.startswith("tests/project/")}
    near = near if any(PROJECT.fullmatch(one) for one in changed) else set()
    modules = {of[1].replace("_", "-") for one in changed if (of := _MODULE.match(one))}
    near |= {
        one
        for one in far
        if any(part.replace("_", "-") in modules for part in one.split("/")[:-1])
    }
    return far | {one: min(far.get(one, 2), 2) for one in near}
