"""Every exercise of every lab, in the notebook itself: untouched it says so, its
solution is correct, and each wrong answer is refused. One warm kernel a notebook."""

import json
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from certlab.course import load
from certlab.course.labs import Lab
from certlab.course.notebook import source

LABS = [lab for lab in load().labs.values() if lab.exercises]


class Kernel:
    """A notebook's kernel, into which any code can be put."""

    def __init__(self, client: NotebookClient) -> None:
        self.client = client
        self.count = 0

    def run(self, code: str) -> str:
        """Run code as a cell; what it printed and showed."""
        cell = nbformat.v4.new_code_cell(code)
        self.client.nb.cells.append(cell)
        self.client.execute_cell(cell, len(self.client.nb.cells) - 1)
        texts = [
            one.get("text") or one.get("data", {}).get("text/plain", "")
            for one in cell.outputs
        ]
        return "".join(texts).strip()


@pytest.fixture
def kernel(request: pytest.FixtureRequest) -> Iterator[Kernel]:
    lab: Lab = request.param
    client = NotebookClient(
        nbformat.v4.new_notebook(),
        timeout=120,
        resources={"metadata": {"path": str(lab.path.parent)}},
    )
    with client.setup_kernel():
        yield Kernel(client)


@pytest.mark.parametrize(
    ("lab", "kernel"),
    [pytest.param(lab, lab, id=lab.id) for lab in LABS],
    indirect=["kernel"],
)
def test_exercises(lab: Lab, kernel: Kernel) -> None:
    cells = json.loads(Path(lab.path).read_text("utf-8"))["cells"]
    texts = {cell["id"]: source(cell) for cell in cells}
    exercises = {one.check: one for one in lab.exercises}
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        found = kernel.run(texts[cell["id"]])
        exercise = exercises.get(cell["id"])
        if exercise is None:
            continue
        check = texts[exercise.check]
        assert found == "Not attempted yet.", exercise.id
        kernel.run(exercise.solution)
        assert kernel.run(check) == "Correct.", exercise.id
        for wrong in exercise.wrong:
            kernel.run(wrong)
            assert kernel.run(check).startswith("Not yet: "), (exercise.id, wrong)
        kernel.run(texts[exercise.stub])
        assert kernel.run(check) == "Not attempted yet.", exercise.id


def test_there_are_exercises_to_test() -> None:
    assert LABS
