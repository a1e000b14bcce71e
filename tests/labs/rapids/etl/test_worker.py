"""An engine in a process of its own: its threads, its memory, and its end."""

import os
import subprocess
import sys

import pytest

from certlab.errors import BackendError
from certlab.labs.rapids.real.etl import duckdb_steps, race, tables
from certlab.labs.rapids.real.etl.store import Files
from certlab.labs.rapids.real.etl.worker import Worker

from .test_engines import HERE, expected

__all__ = ["expected"]


@pytest.mark.parametrize("name", HERE)
def test_a_worker_has_one_thread_and_gives_the_same_answer(
    files: Files, expected: tables.Answer, name: str
) -> None:
    with Worker(name, files, threads=1) as one:
        assert one.threads == 1
        one.ask("whole")
        assert tables.differs(expected, race.written(files)) == ""
        (files.folder / "daily.parquet").unlink()
        for step in ("load", "clean", "join", "group", "window", "write"):
            one.ask(step)
        assert tables.differs(expected, race.written(files)) == ""


@pytest.mark.skipif("duckdb" not in HERE, reason="DuckDB is not installed")
def test_duckdb_draws_no_bar_on_what_a_worker_answers_with() -> None:
    """It does in a process that has no file, once a step takes two seconds."""
    code = (
        f"from {duckdb_steps.__name__} import connect\n"
        "print(connect().execute(\"select current_setting('enable_progress_bar')\").fetchone())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "(False,)\n"


def test_without_a_limit_an_engine_takes_what_it_likes(files: Files) -> None:
    with Worker("polars", files) as one:
        assert one.threads == len(os.sched_getaffinity(0))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak")
def test_the_peak_is_more_than_the_tables_take_and_less_than_the_computer_has(
    files: Files,
) -> None:
    with Worker("pandas", files) as one:
        before = one.ask("peak")
        one.ask("whole")
        assert 0 <= before < 10_000_000  # nothing was done yet
        assert before < one.ask("peak") < 2**30


def test_what_goes_wrong_there_is_told_here(files: Files) -> None:
    files.jobs.write_bytes(b"no Parquet")
    with (
        Worker("duckdb", files) as one,
        pytest.raises(BackendError, match="is broken or is no Parquet file"),
    ):
        one.ask("whole")


def test_an_engine_that_is_missing_there_is_told_here(files: Files) -> None:
    with pytest.raises(BackendError, match="cuDF cannot run: CuPy is not installed"):
        Worker("cudf", files)


def test_a_process_that_dies_is_one_sentence(files: Files) -> None:
    with Worker("duckdb", files) as one:
        one._process.kill()
        one._process.wait()
        with pytest.raises(BackendError) as told:
            one.ask("whole")
    assert str(told.value) == "The process of duckdb ended: exit -9."


def test_after_close_the_process_is_gone(files: Files) -> None:
    with Worker("duckdb", files) as one:
        process = one._process
    assert process.returncode is not None


def test_the_whole_is_timed_in_turn_after_a_first_run(files: Files) -> None:
    with Worker("duckdb", files, 1) as one, Worker("pandas", files, 1) as other:
        found = race.whole([one, other], rounds=3)
    assert set(found) == {"duckdb", "pandas"}
    for took in found.values():
        assert 0 < took.low <= took.value <= took.high < 60
