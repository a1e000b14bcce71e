"""Running a notebook with nobody watching: what it says, and where it stops."""

import json
from pathlib import Path

import pytest

from certlab.errors import ServerError
from certlab.servers.execution import execute


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
    assert str(stop.value) == f"{given}: a cell stopped with ValueError: odd."
    assert "one" in (tmp_path / "runs.ipynb").read_text("utf-8")
