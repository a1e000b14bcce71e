"""Running a notebook with nobody watching: what it says, and where it stops."""

import json
from pathlib import Path

import pytest

from certlab.errors import ServerError
from certlab.servers import execution
from certlab.servers.execution import execute
from tests.bound import BOUND


def notebook(path: Path, *sources: str) -> Path:
    cells = [
        {
            "id": f"cell-{n}",
            "cell_type": "code",
            "source": source,
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        for n, source in enumerate(sources)
    ]
    whole = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(whole), "utf-8")
    return path


def test_the_wanted_cells_are_told_and_the_rest_is_saved(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    given = notebook(tmp_path / "a.ipynb", "x = 2", "print('two')", "x")
    before = given.read_bytes()
    result = tmp_path / "runs" / "deep" / "a.ipynb"
    assert execute(given, result, ["cell-1", "cell-2"]) == {
        "cell-1": "two",
        "cell-2": "2",
    }
    assert "two" in result.read_text("utf-8")
    assert given.read_bytes() == before
    assert "without encryption" not in capfd.readouterr().err


def test_a_cell_that_stops_is_one_sentence_and_what_ran_is_saved(
    tmp_path: Path,
) -> None:
    given = notebook(tmp_path / "a.ipynb", "print('one')", "raise ValueError('odd.')")
    with pytest.raises(ServerError) as stop:
        execute(given, tmp_path / "runs.ipynb", [])
    says = f"{given}: a cell stopped with ValueError: odd. Run it cell by cell"
    assert str(stop.value).startswith(says)
    assert "one" in (tmp_path / "runs.ipynb").read_text("utf-8")


@pytest.mark.parametrize(
    ("code", "why", "what"),
    [
        (
            "while True: pass",
            "a cell ran for 1 s and was stopped.",
            "give the cell less",
        ),
        ("import os; os._exit(1)", "Python ended in one", "Close other programs"),
    ],
)
def test_a_cell_that_does_not_end_or_ends_python_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, why: str, what: str
) -> None:
    monkeypatch.setattr(execution, "_LONGEST", 1 if "while" in code else BOUND)
    given = notebook(tmp_path / "a.ipynb", code)
    with pytest.raises(ServerError) as stop:
        execute(given, tmp_path / "runs.ipynb", [])
    assert f"{given}: {why}" in str(stop.value)
    assert what in str(stop.value)
