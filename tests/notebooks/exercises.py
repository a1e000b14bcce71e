"""Every exercise of a notebook is tried in the kernel in which nbval runs the notebook.

After the cell that checks an exercise stands one more test: untouched, the exercise says
so; its solution is correct, and each wrong answer is refused. Then its cell is as it was,
and nbval goes on. This is a plugin of pytest, see pyproject.toml.
"""

import sys
from collections.abc import Generator, Iterator
from typing import Any

import pytest

# A grammar that nobody here asks for takes each worker two seconds to compile.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type] # cannot be imported
from nbval.plugin import IPyNbFile

from certlab.course.labs import Exercise, read_lab
from certlab.study.exercises import NOT_ATTEMPTED
from tests.bound import BOUND

UNTOUCHED = NOT_ATTEMPTED.says
# A lab marks so what it shows of another machine; beside that it prints what is stored.
RECORDED = r"  # recorded(?=\n)"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    parent: pytest.Collector,
) -> Generator[None, list[Any], list[Any]]:
    """Put a notebook with its exercises in the place of nbval's."""
    files = yield
    return [
        Notebook.from_parent(parent, path=one.path) if type(one) is IPyNbFile else one
        for one in files
    ]


class Notebook(IPyNbFile):
    """A notebook's cells, and its exercises among them."""

    def setup_sanitize_files(self) -> None:
        """What is not compared: nbval asks for it before it runs the first cell."""
        super().setup_sanitize_files()
        self.sanitize_patterns[RECORDED] = ""

    def collect(self) -> Iterator[pytest.Item]:
        lab = read_lab(self.path, "", "", [])
        exercises = {one.check: one for one in lab.exercises} if lab else {}
        texts = {}
        for item in super().collect():
            item.output_timeout = BOUND  # nbval's 5 seconds are few on a busy machine
            yield item
            texts[item.cell.get("id")] = item.cell.source
            if exercise := exercises.get(item.cell.get("id")):
                yield Trial.from_parent(
                    self,
                    name=f"exercise {exercise.id}",
                    exercise=exercise,
                    stub=texts[exercise.stub],
                    check=texts[exercise.check],
                )


class Trial(pytest.Item):
    """One exercise, tried in the kernel of its notebook."""

    def __init__(self, *, exercise: Exercise, stub: str, check: str, **of: Any) -> None:
        super().__init__(**of)
        self.exercise, self.stub, self.check = exercise, stub, check

    def runtest(self) -> None:
        assert self.says() == UNTOUCHED
        try:
            for right in (self.exercise.solution, *self.exercise.others):
                assert self.says(right) == "Correct.", right
            for wrong in self.exercise.wrong:
                assert self.says(wrong).startswith("Not yet: "), wrong
        finally:
            untouched = self.says(self.stub)
        assert untouched == UNTOUCHED

    def says(self, *before: str) -> str:
        """What the check says, after other code has run."""
        return [self.run_code(code) for code in (*before, self.check)][-1]

    def run_code(self, code: str) -> str:
        """What some code prints and shows in the kernel; an error in it is ours."""
        texts = []

        def hear(message: dict[str, Any]) -> None:
            said = message["content"]
            texts.append(said.get("text") or said.get("data", {}).get("text/plain", ""))

        reply = self.parent.kernel.kc.execute_interactive(
            code,
            store_history=False,
            allow_stdin=False,
            timeout=BOUND,
            output_hook=hear,
        )
        assert reply["content"]["status"] == "ok", reply["content"]["evalue"]
        return "".join(texts).strip()

    def reportinfo(self) -> tuple[Any, int, str]:
        return self.path, 0, f"{self.path.name}: {self.name}"
