"""The files: room is asked for first, none is left half written, a broken one is told."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq
import pytest

from certlab.errors import CourseError
from certlab.labs.rapids.real.etl import dataset, engines, store
from certlab.labs.rapids.real.etl.dataset import Recipe
from certlab.labs.rapids.real.etl.store import Files


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_a_data_set_has_sixteen_row_groups_and_the_users(files: Files) -> None:
    with pq.ParquetFile(files.jobs) as jobs:
        assert jobs.num_row_groups == dataset.GROUPS
        assert jobs.metadata.num_rows == 6000
    assert pq.read_table(files.users).equals(dataset.users(files.recipe))


def test_a_full_disk_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, 50_000_000))
    with pytest.raises(CourseError) as told:
        store.make(Recipe(1_000_000), tmp_path)
    assert str(told.value) == (
        f"{tmp_path}: 1,000,000 rows and the results take 110 MB and 50 MB are free; "
        "free some, take another folder, or fewer rows."
    )
    assert not list(tmp_path.iterdir())


def test_the_room_that_is_asked_for_is_enough(tmp_path: Path) -> None:
    files = store.make(Recipe(100_000), tmp_path)
    for one in engines.engines(("pandas", "polars", "duckdb"))[0]:
        one.whole(files)
        sizes = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
        again = sizes["daily.parquet"] + sizes["history.parquet"]  # while replaced
        assert sum(sizes.values()) + again < 100_000 * 100 + 10_000_000, one.name


def test_a_disk_that_fills_up_meanwhile_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = list(dataset.jobs(Recipe(500)))[:3]

    def jobs(recipe: Recipe) -> Iterator[Any]:
        yield from tables
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(dataset, "jobs", jobs)
    with pytest.raises(CourseError, match=r"cannot be written \(No space left on dev"):
        store.make(Recipe(500), tmp_path)
    assert not list(tmp_path.iterdir())


def test_an_interrupted_one_leaves_the_earlier_one(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = next(dataset.jobs(Recipe(500)))

    def jobs(recipe: Recipe) -> Iterator[Any]:
        yield first
        raise KeyboardInterrupt

    before = files.jobs.read_bytes()
    monkeypatch.setattr(dataset, "jobs", jobs)
    with pytest.raises(KeyboardInterrupt):
        store.make(Recipe(500), files.folder)
    assert files.jobs.read_bytes() == before
    left = {path.name for path in files.folder.iterdir()}
    assert left == {"jobs.parquet", "users.parquet"}


def test_a_folder_that_is_a_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "here").write_text("a file")
    with pytest.raises(CourseError, match="here cannot be written"):
        store.make(Recipe(500), tmp_path / "here")


def test_without_pyarrow_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(CourseError) as told:
        store.make(Recipe(500), tmp_path)
    assert str(told.value) == (
        "pyarrow is not installed; run certlab lab prepare rapids/10_etl (about 176 MB)."
    )


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _text(path: Path) -> None:
    path.write_text("job,submitted\n1,2025-01-01\n")


def _scribbled(path: Path) -> None:
    # In the last groups, which every engine reads; the footer stays whole.
    content = bytearray(path.read_bytes())
    begin = len(content) * 7 // 10
    content[begin : begin + 40_000] = b"\xff" * 40_000
    path.write_bytes(content)


@pytest.mark.parametrize("harm", [_cut, _empty, _text, _scribbled])
@pytest.mark.parametrize("name", ["pandas", "polars", "duckdb"])
@pytest.mark.parametrize("way", ["load", "whole"])
def test_a_broken_parquet_is_one_sentence(
    files: Files, name: str, way: str, harm: Any
) -> None:
    harm(files.jobs)
    one = engines.engine(name)
    with pytest.raises(CourseError) as told:
        getattr(one, way)(files)
    says = str(told.value)
    assert says.startswith(f"{files.jobs} is broken or is no Parquet file (")
    assert says.endswith("); make the data set again.")
    assert "\n" not in says


@pytest.mark.parametrize("name", ["pandas", "polars", "duckdb"])
def test_a_missing_file_is_one_sentence(files: Files, name: str) -> None:
    files.users.unlink()
    with pytest.raises(CourseError) as told:
        engines.engine(name).load(files)
    assert str(told.value) == f"{files.users} is not there; make the data set again."


def test_what_is_wrong_elsewhere_is_not_blamed_on_the_files(files: Files) -> None:
    with (
        pytest.raises(ZeroDivisionError),
        store.readable(files.jobs, files.users),
    ):
        _ = 1 / 0


def test_a_write_that_fails_leaves_the_earlier_file(tmp_path: Path) -> None:
    path = tmp_path / "daily.parquet"
    path.write_text("earlier")

    def half() -> None:
        with store.whole(path) as part:
            part.write_text("half")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        half()
    assert path.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [path]
