"""A workspace of the first edition: its history, its notebooks, and a lab that was edited."""

import json
import shutil
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from certlab.cli.labs import open_jupyterlab
from certlab.course import Course, load
from certlab.course.notebook import canonical, learners_copy
from certlab.course.workspace import START, fill
from certlab.planner.goal import goal_of
from certlab.study.exams import reports
from certlab.study.history import FILE, History
from certlab.study.memory import fold

FIRST = Path(__file__).parents[1] / "workspaces" / "first_edition"
EDITED = "labs/cuda/30_ptx_and_sass.ipynb"
NOTEBOOKS = (START, *(f"quizzes/{one}.ipynb" for one in ("drill", "flashcards", "mock_exam")))  # fmt: skip


@pytest.fixture(scope="module")
def state() -> dict[str, Any]:
    """What the first edition's own code made of the history."""
    found: dict[str, Any] = json.loads((FIRST / "state.json").read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def whole() -> Course:
    """The course that ships: an edition of the one that the workspace is of."""
    return load()


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The learner's folder, to be changed."""
    folder = tmp_path / "learner"
    shutil.copytree(FIRST / "workspace", folder)
    monkeypatch.setenv("CERTLAB_WORKSPACE", str(folder))
    return folder


def test_its_history_folds_to_the_same_state(
    workspace: Path, state: dict[str, Any]
) -> None:
    log = History(workspace / FILE).read()
    assert log.problems == ()
    assert (len(log.rows), len(log.answers)) == (state["rows"], state["answers"])
    memory = {
        id: {
            "due": one.due.isoformat(),
            "answers": one.answers,
            "last": one.last,
            "stability": pytest.approx(one.card.stability),
            "difficulty": pytest.approx(one.card.difficulty),
        }
        for id, one in fold(log.answers).items()
    }
    assert memory == state["memory"]


def test_its_plan_and_its_exam_are_there(
    whole: Course, workspace: Path, state: dict[str, Any]
) -> None:
    history = History(workspace / FILE)
    goal = goal_of(history.read().rows)
    assert goal is not None
    assert [goal.exam, goal.day.isoformat(), goal.minutes] == state["goal"]
    (report,) = reports(whole, history)
    assert {name: report.as_dict()[name] for name in state["exam"]} == state["exam"]


def test_its_start_and_quiz_notebooks_run(workspace: Path) -> None:
    """In one kernel, one after the other."""
    code = [
        "".join(cell["source"])
        for name in NOTEBOOKS
        for cell in json.loads((workspace / name).read_text("utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    assert len(code) > len(NOTEBOOKS)
    cells = [nbformat.v4.new_code_cell(one) for one in code]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, timeout=None, kernel_name="python3").execute()
    assert all(cell.outputs for cell in notebook.cells if "widgets." in cell.source)


def test_an_edited_lab_stays_and_the_newer_edition_lies_next_to_it(
    whole: Course, workspace: Path
) -> None:
    mine = (workspace / EDITED).read_bytes()
    done = fill(whole, workspace)
    assert done.offered == [EDITED.replace(".ipynb", ".new.ipynb")]
    assert (workspace / EDITED).read_bytes() == mine
    newer = (workspace / done.offered[0]).read_text("utf-8")
    recorded = json.loads((whole.root / EDITED).read_text("utf-8"))
    assert newer == canonical(learners_copy(recorded))
    assert fill(whole, workspace).offered == []  # once


def test_opening_the_workspace_says_so_in_a_sentence(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("certlab.servers.jupyterlab.launch", lambda *_, **__: 0)
    open_jupyterlab(START, workspace, browser=False, port=None)
    says = (
        "labs/cuda/30_ptx_and_sass.new.ipynb is a newer edition of a file that you have "
        "edited; yours stays as it is."
    )
    assert says in capsys.readouterr().out
