"""A newer edition of a notebook that is open: asked once, taken or not, and nothing is lost."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.course import load, new_edition
from certlab.course.workspace import fill
from certlab.errors import WorkspaceError

LAB = "labs/small/10_first.ipynb"
NEW, MINE = "labs/small/10_first.new.ipynb", "labs/small/10_first.mine.ipynb"
Edition = Callable[[str], None]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return tmp_path / "work"


@pytest.fixture
def push(small: Path, workspace: Path) -> Edition:
    """Bring an edition with this text into the workspace."""

    def bring(text: str) -> None:
        write(small / LAB, text)
        fill(load(small), workspace)

    return bring


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cell = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": text}
    told = {
        "title": "First",
        "minutes": 5,
        "paths": ["C"],
        "objectives": ["nca-test.1.1"],
    }
    metadata = {"certlab": told}
    book = {"cells": [cell], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(book), "utf-8")


def text(path: Path) -> str:
    (cell,) = json.loads(path.read_text("utf-8"))["cells"]
    return "".join(cell["source"])


def loaded(path: Path) -> str:
    """As JupyterLab knows a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_whoever_has_not_edited_it_may_take_it_or_save_their_own_beside(
    workspace: Path, push: Edition
) -> None:
    push("# One")
    opened = loaded(workspace / LAB)
    assert new_edition.where(workspace, LAB, opened) == ""
    push("# Two")
    assert new_edition.where(workspace, LAB, opened) == new_edition.PLACE
    assert new_edition.where(workspace, LAB, loaded(workspace / LAB)) == ""
    assert new_edition.take(workspace, LAB) == ""  # it is in its place: open it again
    assert text(workspace / LAB) == "# Two"
    # Now somebody saves what they had open.
    over = loaded(workspace / LAB)
    assert new_edition.step_aside(workspace, LAB, opened) == over
    assert text(workspace / NEW) == text(workspace / LAB) == "# Two"
    write(workspace / LAB, "# Mine")
    assert not new_edition.step_aside(workspace, LAB, loaded(workspace / LAB))
    assert new_edition.where(workspace, LAB, "") == new_edition.BESIDE
    assert new_edition.take(workspace, LAB) == MINE
    assert (text(workspace / LAB), text(workspace / MINE)) == ("# Two", "# Mine")
    taken = (workspace / LAB).read_bytes()
    write(workspace / LAB, "# Two and mine")  # what was taken is not offered again
    assert new_edition.where(workspace, LAB, "") == ""
    (workspace / LAB).write_bytes(taken)
    push("# Three")  # what was taken counts as not edited
    assert text(workspace / LAB) == "# Three"
    assert text(workspace / MINE) == "# Mine"


def test_who_keeps_theirs_is_not_asked_again_until_the_next_edition(
    workspace: Path, push: Edition
) -> None:
    push("# One")
    write(workspace / LAB, "# Mine")
    assert new_edition.where(workspace, LAB, "") == ""
    push("# Two")
    assert new_edition.where(workspace, LAB, "") == new_edition.BESIDE
    new_edition.keep_mine(workspace, LAB)
    assert new_edition.where(workspace, LAB, "") == ""
    push("# Two")
    assert new_edition.where(workspace, LAB, "") == ""
    push("# Three")
    assert new_edition.where(workspace, LAB, "") == new_edition.BESIDE
    assert text(workspace / LAB) == "# Mine"
    assert new_edition.take(workspace, LAB) == MINE
    write(workspace / LAB, "# Mine again")
    push("# Four")
    other = MINE.replace(".mine", ".mine2")
    assert new_edition.take(workspace, LAB) == other
    assert text(workspace / MINE) == "# Mine"
    assert text(workspace / other) == "# Mine again"


def test_a_browser_that_dies_while_saving_loses_no_edition(
    workspace: Path, push: Edition
) -> None:
    push("# One")
    opened = loaded(workspace / LAB)
    push("# Two")
    for _ in range(2):
        assert new_edition.step_aside(workspace, LAB, opened)
    assert text(workspace / LAB) == text(workspace / NEW) == "# Two"
    assert not (workspace / NEW.replace(".new", ".new2")).exists()
    push("# Three")
    assert text(workspace / LAB) == "# Three"


def test_no_name_goes_away_while_an_edition_is_taken(
    workspace: Path, push: Edition
) -> None:
    """JupyterLab says of a whole folder that it is not there, where a file of it goes away."""
    push("# One")
    write(workspace / LAB, "# Mine")
    push("# Two")
    before = set((workspace / LAB).parent.iterdir())
    new_edition.take(workspace, LAB)
    assert before < set((workspace / LAB).parent.iterdir())


@pytest.mark.parametrize(
    "name", ["history.jsonl", "../out.ipynb", "labs/own.ipynb", ""]
)
def test_what_the_course_did_not_put_there_has_no_edition(
    workspace: Path, push: Edition, name: str
) -> None:
    push("# One")
    (workspace / "labs" / "own.ipynb").write_text("{}", "utf-8")
    assert new_edition.where(workspace, name, "") == ""
    assert not new_edition.step_aside(workspace, name, "")
    new_edition.keep_mine(workspace, name)
    with pytest.raises(WorkspaceError, match="no newer edition"):
        new_edition.take(workspace, name)


def test_an_edition_that_was_edited_where_it_lies_is_the_learners(
    workspace: Path, push: Edition
) -> None:
    push("# One")
    write(workspace / LAB, "# Mine")
    push("# Two")
    write(workspace / NEW, "# Both")
    assert new_edition.where(workspace, LAB, "") == ""
    with pytest.raises(WorkspaceError):
        new_edition.take(workspace, LAB)
    assert text(workspace / NEW) == "# Both"
