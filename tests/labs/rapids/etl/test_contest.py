"""The contests of the ETL: like sides, the same answer asked first, nothing left behind."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from certlab.bench.unlike import unlike
from certlab.errors import BackendError, CourseError
from certlab.labs.rapids.real.etl import contest, data_size
from certlab.labs.rapids.real.etl.data_size import Size


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Temporary folders are made here, and data sets are small."""
    monkeypatch.setattr(contest.tempfile, "mkdtemp", lambda **_: str(tmp_path / "etl"))
    monkeypatch.setattr(contest, "ROWS", 3000)
    monkeypatch.setattr(data_size, "GPU_ROWS", 3000)
    yield tmp_path
    assert not list(tmp_path.iterdir())


def test_the_ids_are_these_and_each_row_names_its_id() -> None:
    found = contest.contests()
    assert list(found) == ["etl-polars", "etl-duckdb", "etl-cudf"]
    assert [one.id for one in found.values()] == list(found)
    assert found["etl-polars"].needs == ("polars", "pyarrow")


def test_on_one_device_nothing_differs_but_the_engine() -> None:
    for name in ("etl-polars", "etl-duckdb"):
        one = contest.contests()[name]
        assert unlike(one.old, one.new, ("engine",)) == ()
        assert one.old.threads == one.new.threads == 1


def test_against_a_gpu_the_device_and_the_thread_differ_as_well() -> None:
    one = contest.contests()["etl-cudf"]
    assert unlike(one.old, one.new, ("engine", "device")) == (
        "a whole GPU against one thread of a CPU",
    )
    assert unlike(one.old, one.new, ("engine", "device", "threads")) == ()


@pytest.mark.parametrize("name", ["etl-polars", "etl-duckdb"])
def test_both_sides_are_asked_for_the_same_answer_and_run(
    folders: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers: list[contest.Worker] = []

    class Noted(contest.Worker):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            workers.append(self)

    monkeypatch.setattr(contest, "Worker", Noted)
    ready = contest.contests()[name].make()
    try:
        assert [one.threads for one in workers] == [1, 1]
        assert [f"etl-{one.name}" for one in workers] == ["etl-pandas", name]
        assert ready.same() == ""
        ready.old()
        ready.new()
    finally:
        ready.close()


def test_a_side_that_is_wrong_is_told(
    folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = contest.contests()["etl-duckdb"].make()
    ways = iter([contest.race.written, _fewer])

    def written(files: Any) -> Any:
        return next(ways)(files)

    monkeypatch.setattr(contest.race, "written", written)
    try:
        assert ready.same().startswith("history has ")
    finally:
        ready.close()


def _fewer(files: Any) -> Any:
    import pyarrow.parquet as pq

    daily, history = (
        pq.read_table(files.folder / f"{name}.parquet") for name in ("daily", "history")
    )
    return contest.tables.answer(daily, history[:-1])


def test_without_cudf_it_is_one_sentence_and_nothing_is_left(folders: Path) -> None:
    with pytest.raises(BackendError, match="cuDF cannot run: CuPy is not installed"):
        contest.contests()["etl-cudf"].make()


def test_too_little_memory_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        data_size, "pick", lambda **_: Size(30_000, "30,000 rows: no room.")
    )
    with pytest.raises(CourseError, match="The contest does not fit: 30,000 rows: no"):
        contest.contests()["etl-polars"].make()
