"""The rows of the ETL: the script is what the helpers do, and nothing unlike is compared."""

import sys
from pathlib import Path

import pytest

from benchmarks.speed import etl_speed
from benchmarks.speed.etl_speed import etl_rows
from certlab.labs.rapids.real.etl import engines, race, store, tables
from certlab.labs.rapids.real.etl.dataset import Recipe


def test_the_script_gives_what_the_helpers_give(tmp_path: Path) -> None:
    files = store.make(Recipe(3000), tmp_path)
    etl_speed.script(files)
    by_script = race.written(files)
    by_helpers = engines.found(engines.engine("pandas"), files)
    assert tables.differs(by_script, by_helpers) == ""


def test_ours_has_a_goal_and_the_engines_have_none() -> None:
    ours, polars, duckdb = etl_rows(0, rows=2000)
    assert ours.what == "the ETL lab's pandas, by its helpers, 2,000 rows"
    assert ours.goal == 1.03
    for row, title in ((polars, "Polars"), (duckdb, "DuckDB")):
        assert row.what.startswith(f"the same ETL in {title}, ")
        assert "thread" in row.what
        assert row.against == "in pandas, 1 thread"
        assert row.goal is None
    assert all(row.found and row.found.value > 0 for row in (ours, polars, duckdb))


def test_what_the_helpers_add_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper that does the work twice shows as twice the time."""
    plain = engines.Frames.whole

    def twice(self: engines.Frames, files: store.Files) -> object:
        plain(self, files)
        return plain(self, files)

    monkeypatch.setattr(engines.Frames, "whole", twice)
    ours = next(iter(etl_rows(0, rows=20_000)))
    assert ours.found is not None
    assert 1.5 < ours.found.value < 2.7
    assert ours.met == "no"


def test_engines_that_differ_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "differs", lambda *_: "daily has 2 rows and 1")
    _, polars, _ = etl_rows(0, rows=2000)
    assert polars.found is None
    assert polars.note == (
        "Not compared: pandas did not write what it found: daily has 2 rows and 1."
    )


def test_an_engine_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    _, polars, duckdb = etl_rows(0, rows=2000)
    assert polars.found is None
    assert polars.note.startswith(
        "Polars cannot run: polars is not installed; run certlab lab prepare"
    )
    assert duckdb.found is not None


def test_without_pyarrow_nothing_runs_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    (row,) = etl_rows(0, rows=2000)
    assert row.found is None
    assert row.note == (
        "Not run: pyarrow is not installed; run certlab lab prepare rapids/10_etl "
        "(about 176 MB)."
    )
