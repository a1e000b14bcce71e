"""The start notebook lists the modules before a cell is run, and loses nothing of the learner's."""

import json
from pathlib import Path
from typing import Any

import pytest

from certlab.cli.labs import _show_contents
from certlab.course import Course
from certlab.course.contents import CELL, SOURCE
from certlab.course.workspace import START, fill
from certlab.servers.stored_output import renew

DATA = {"text/markdown": "one\ntwo", "text/plain": "one"}


@pytest.fixture
def workspace(whole: Course, tmp_path: Path) -> Path:
    fill(whole, tmp_path)
    return tmp_path


def cells(workspace: Path) -> dict[str, Any]:
    found = json.loads((workspace / START).read_text("utf-8"))["cells"]
    return {one["id"]: one for one in found}


def test_the_modules_are_listed_before_it_is_run(
    whole: Course, workspace: Path
) -> None:
    assert "".join(cells(workspace)[CELL]["source"]) == SOURCE
    assert cells(workspace)[CELL]["outputs"] == []  # in what ships
    _show_contents(whole, workspace)
    (output,) = cells(workspace)[CELL]["outputs"]
    told = "".join(output["data"]["text/markdown"])
    assert all(f"../modules/{id}.md" in told for id in whole.modules)
    assert fill(whole, workspace).offered == []


def test_what_the_learner_wrote_stays_and_a_cell_of_theirs_is_left_alone(
    workspace: Path,
) -> None:
    path = workspace / START
    book = json.loads(path.read_text("utf-8"))
    mine = {"cell_type": "raw", "id": "mine", "metadata": {}, "source": ["é my words"]}
    book["cells"].append(mine)
    book["metadata"]["own"] = 1
    path.write_text(json.dumps(book), "utf-8")
    path.chmod(0o600)
    assert renew(path, CELL, SOURCE, DATA)
    after = json.loads(path.read_text("utf-8"))
    assert after["cells"][-1] == mine
    assert after["metadata"] == book["metadata"]
    assert path.stat().st_mode & 0o777 == 0o600
    (index,) = [n for n, one in enumerate(after["cells"]) if one["id"] == CELL]
    after["cells"][index]["outputs"] = book["cells"][index]["outputs"]
    assert after == book
    book["cells"][index]["source"] = ["contents(load())"]
    path.write_text(json.dumps(book), "utf-8")
    before = path.read_bytes()
    assert not renew(path, CELL, SOURCE, DATA)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "[1]", '{"cells": 3}', '{"cells": [4]}', "{}"])
def test_a_file_that_is_no_such_notebook_is_left_alone(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "x.ipynb"
    path.write_text(text, "utf-8")
    assert not renew(path, CELL, SOURCE, DATA)
    assert path.read_text("utf-8") == text
    assert not renew(tmp_path / "none.ipynb", CELL, SOURCE, DATA)
    assert [one.name for one in tmp_path.iterdir()] == ["x.ipynb"]


def test_the_list_of_modules_is_no_edit_and_a_newer_edition_replaces_it(
    whole: Course, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _show_contents(whole, workspace)
    assert fill(whole, workspace).written == []
    assert START not in fill(whole, workspace).offered
    lab = whole.labs["00_start_here"]
    newer = workspace / "newer.ipynb"
    book = json.loads(lab.path.read_text("utf-8"))
    book["cells"][0]["source"] = ["# Begin here"]
    newer.write_text(json.dumps(book), "utf-8")
    monkeypatch.setitem(lab.__dict__, "path", newer)
    done = fill(whole, workspace)
    assert done.offered == []
    assert cells(workspace)["title"]["source"] == ["# Begin here"]
