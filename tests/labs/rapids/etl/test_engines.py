"""Every engine gives what the rules give by hand, and a wrong one is not timed."""

import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from certlab.errors import BackendError, CourseError
from certlab.labs.rapids.real.etl import engines, race, rules, store, tables
from certlab.labs.rapids.real.etl.dataset import Recipe
from certlab.labs.rapids.real.etl.store import Files

from . import by_hand

HERE = ("pandas", "polars", "duckdb")


@pytest.fixture(scope="session")
def expected(made: Files) -> tables.Answer:
    daily, history = by_hand.answer(made)
    return tables.answer(pa.Table.from_pylist(daily), pa.Table.from_pylist(history))


@pytest.mark.parametrize("name", HERE)
def test_an_engine_gives_what_the_rules_give_by_hand(
    files: Files, expected: tables.Answer, name: str
) -> None:
    one = engines.engine(name)
    assert tables.differs(expected, engines.found(one, files)) == ""
    assert tables.differs(expected, race.written(files)) == ""


@pytest.mark.parametrize("name", HERE)
def test_the_steps_one_by_one_give_the_same_as_the_whole(
    files: Files, expected: tables.Answer, name: str
) -> None:
    one = engines.engine(name)
    jobs, users = one.load(files)
    joined = one.join(one.clean(jobs), users)
    daily, history = one.group(joined), one.window(joined)
    one.write(daily, history, files.folder)
    stepwise = tables.answer(one.arrow(daily), one.arrow(history))
    assert tables.differs(expected, stepwise) == ""
    assert tables.differs(expected, race.written(files)) == ""


@pytest.mark.parametrize("name", HERE)
def test_jobs_of_equal_gpu_hours_share_a_rank_and_leave_a_gap(
    files: Files, name: str
) -> None:
    jobs = pq.read_table(files.jobs)
    hour = pa.array([3600.0] * len(jobs))
    at = jobs.column_names.index("seconds")
    pq.write_table(jobs.set_column(at, "seconds", hour), files.jobs)
    daily, history = by_hand.answer(files)
    expected = tables.answer(pa.Table.from_pylist(daily), pa.Table.from_pylist(history))
    assert max(one["rank"] for one in history) > 20
    assert tables.differs(expected, engines.found(engines.engine(name), files)) == ""


def test_nothing_half_written_is_left(files: Files) -> None:
    for name in HERE:
        engines.engine(name).whole(files)
    names = {path.name for path in files.folder.iterdir()}
    assert names == {f"{one}.parquet" for one in ("jobs", "users", "daily", "history")}


@pytest.mark.parametrize("rows", [1, 40])
def test_an_answer_without_rows_or_with_few_is_the_same_too(
    rows: int, tmp_path: Path
) -> None:
    files = store.make(Recipe(rows), tmp_path)
    those = engines.engines(HERE)[0]
    _, history = by_hand.answer(files)
    assert race.agreed(those, files).history.num_rows == len(history)
    assert bool(history) is (rows > 1)


def test_calls_are_the_six_steps_and_can_be_made_again(files: Files) -> None:
    for name in HERE:
        calls = engines.calls(engines.engine(name), files)
        assert tuple(calls) == rules.STEPS
        for _ in range(2):
            for call in calls.values():
                call()
    assert race.written(files).history.num_rows > 0


def test_an_engine_that_is_wrong_is_refused_before_anything_is_timed(
    files: Files,
) -> None:
    class Wrong(engines.Frames):
        def whole(self, files: Files) -> Any:
            daily, history = super().whole(files)
            daily.loc[0, "gpu_hours"] *= 1 + 1e-7
            self.write(daily, history, files.folder)
            return daily, history

    with pytest.raises(CourseError) as told:
        race.agreed([engines.engine("polars"), Wrong("pandas")], files)
    assert str(told.value).startswith(
        "pandas and Polars do not agree: daily.gpu_hours differs in 1 of "
    )


def test_an_engine_that_writes_another_answer_is_refused(files: Files) -> None:
    class Forgetful(engines.Frames):
        def write(self, daily: Any, history: Any, folder: Path) -> None:
            super().write(daily, history[:-1], folder)

    with pytest.raises(
        CourseError, match="pandas did not write what it found: history"
    ):
        race.agreed([Forgetful("pandas")], files)


def test_no_engine_is_refused(files: Files) -> None:
    with pytest.raises(CourseError, match="no engine to ask"):
        race.agreed([], files)


def table(**columns: Any) -> Any:
    base: dict[str, Any] = {
        "team": ["a", "b"],
        "queue": ["q", "q"],
        "day": pa.array([0, 1], pa.timestamp("us")),
        "jobs": [1, 2],
        "failed": [0, 0],
        "users": [1, 1],
        "longest": [1.0, None],
        "gpu_hours": [1.0, 2.0],
        "cost": [0.0, 2.0],
    }
    return pa.table(base | columns)


HISTORY = pa.table({name: pa.array([], pa.int64()) for name in rules.HISTORY})


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ({}, ""),
        ({"gpu_hours": [1.0, 2.0 + 1e-12]}, ""),
        ({"gpu_hours": [1.0, 2.0 + 1e-8]}, "daily.gpu_hours differs in 1 of 2 rows"),
        ({"cost": [1e-300, 2.0]}, "daily.cost differs in 1 of 2 rows"),
        ({"longest": [1.0, float("nan")]}, ""),
        ({"longest": [1.0, 0.0]}, "daily.longest differs in 1 of 2 rows"),
        ({"jobs": [1, 3]}, "daily.jobs differs in 1 of 2 rows"),
        ({"jobs": [1, None]}, "daily.jobs differs in 1 of 2 rows"),
        ({"jobs": pa.array([1, 2], pa.uint32())}, ""),
        ({"team": pa.array(["a", "b"]).dictionary_encode()}, ""),
        ({"team": ["a", None]}, "daily.team differs in 1 of 2 rows"),
        ({"day": pa.array([0, 1000], pa.timestamp("ns"))}, ""),
    ],
)
def test_only_floats_may_differ_and_only_by_roundings(columns: Any, says: str) -> None:
    one = tables.answer(table(), HISTORY)
    assert tables.differs(one, tables.answer(table(**columns), HISTORY)) == says


def test_the_order_of_rows_does_not_count_and_their_number_does() -> None:
    one = tables.answer(table(), HISTORY)
    turned = tables.answer(table().take([1, 0]), HISTORY)
    assert tables.differs(one, turned) == ""
    fewer = tables.answer(table()[:1], HISTORY)
    assert tables.differs(one, fewer) == "daily has 2 rows and 1"


def test_an_answer_that_lacks_a_column_is_one_sentence(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = engines.engine("pandas")
    monkeypatch.setattr(one, "window", lambda jobs: jobs[["job", "user"]])
    with pytest.raises(CourseError) as told:
        engines.found(one, files)
    assert str(told.value) == (
        "pandas gave no such table: the column submitted is missing."
    )


@pytest.mark.parametrize(
    ("name", "module"),
    [("polars", "polars"), ("duckdb", "duckdb"), ("pandas", "pyarrow")],
)
def test_a_missing_package_is_one_sentence_and_the_others_go_on(
    name: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(BackendError) as told:
        engines.engine(name)
    assert str(told.value).startswith(
        f"{engines.TITLES[name]} cannot run: {module} is not installed; "
        "run certlab lab prepare rapids/10_etl (about "
    )
    if module != "pyarrow":
        found, sentences = engines.engines(HERE)
        assert [one.name for one in found] == [one for one in HERE if one != name]
        assert sentences == [str(told.value)]


def test_without_a_gpu_its_engines_say_why() -> None:
    found, sentences = engines.engines(("cudf", "polars-gpu"))
    assert found == []
    assert sentences[0].startswith("cuDF cannot run: CuPy is not installed; run pip")
    assert sentences[1].startswith("Polars on the GPU cannot run: CuPy is not")


def test_a_name_that_is_no_engine_is_told() -> None:
    with pytest.raises(
        BackendError, match="'dask' is not an engine; use one of pandas, "
    ):
        engines.engine("dask")


def test_threads_are_said_and_held() -> None:
    assert engines.engine("pandas").threads == 1
    assert engines.engine("duckdb", threads=1).threads == 1
    assert engines.engine("duckdb", threads=2).threads == 2


def test_a_race_has_a_timing_of_each_step_in_the_same_rounds(files: Files) -> None:
    those = [engines.engine("pandas"), engines.engine("duckdb")]
    found = race.run(those, files, seconds=0)
    assert tuple(found.steps) == rules.STEPS
    for took in found.steps.values():
        assert tuple(took) == ("pandas", "duckdb")
        assert len(took["pandas"].samples) == len(took["duckdb"].samples)
    steps = [took["duckdb"].seconds for took in found.steps.values()]
    assert found.total("duckdb") == pytest.approx(sum(steps))


def test_what_a_table_takes_is_told_where_the_engine_knows(files: Files) -> None:
    import pandas as pd

    jobs, _ = engines.engine("pandas").load(files)
    # Four columns of 8 bytes and one of 4, and strings that take more than nothing.
    numbers = 36 * len(jobs)
    assert numbers < (engines.engine("pandas").bytes(jobs) or 0) < 3 * numbers
    polars = engines.engine("polars")
    assert numbers < (polars.bytes(polars.load(files)[0]) or 0) < 3 * numbers
    assert engines.engine("duckdb").bytes("loaded") is None
    assert engines.engine("pandas").bytes(pd.DataFrame({"a": [1, 2]})) == 16
