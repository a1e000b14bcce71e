"""A size is picked by the memory that is free, and the reason is said."""

from pathlib import Path

import pytest

from certlab.errors import CourseError
from certlab.labs.rapids.real.etl import data_size


def test_with_room_enough_the_size_is_the_wanted_one() -> None:
    assert str(data_size.pick(host_gib=8)) == "300,000 rows."
    assert data_size.pick(host_gib=100, gpu_gib=100, on_gpu=True).rows == 5_000_000
    assert data_size.pick(host_gib=8, wanted=50_000).rows == 50_000


def test_with_less_it_picks_a_smaller_one_and_says_so() -> None:
    size = data_size.pick(host_gib=1, wanted=1_000_000)
    assert size.rows == 300_000
    assert str(size) == (
        "300,000 rows: 1,000,000 would take 1.7 GiB and 1.0 GiB of the computer's "
        "memory are free."
    )
    assert data_size.pick(host_gib=0.35).rows == 30_000


def test_a_gpu_counts_as_well_as_the_computer() -> None:
    size = data_size.pick(on_gpu=True, host_gib=100, gpu_gib=4)
    assert size.rows == 1_000_000
    assert str(size) == (
        "1,000,000 rows: 5,000,000 would take 6.1 GiB and 4.0 GiB of the GPU's memory "
        "are free."
    )
    assert "the computer's" in str(data_size.pick(on_gpu=True, host_gib=4, gpu_gib=100))


def test_too_little_for_any_is_one_sentence() -> None:
    with pytest.raises(CourseError) as told:
        data_size.pick(host_gib=0.1)
    assert str(told.value) == (
        "30,000 would take 0.3 GiB and 0.1 GiB of the computer's memory are free; end "
        "what else runs."
    )


def test_a_size_that_is_asked_for_is_never_made_larger() -> None:
    for wanted in (10, 250_000, 2_000_000):
        assert data_size.pick(host_gib=64, wanted=wanted).rows == wanted
        assert data_size.pick(host_gib=0.5, wanted=wanted).rows <= wanted


def test_what_is_free_is_what_linux_calls_available(tmp_path: Path) -> None:
    path = tmp_path / "meminfo"
    path.write_text("MemTotal: 8388608 kB\nMemFree: 1 kB\nMemAvailable: 4194304 kB\n")
    assert data_size._meminfo(path) == 4.0
    assert data_size._meminfo(tmp_path / "none") is None


def test_a_containers_limit_counts(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text(f"{3 * 2**30}\n")
    (tmp_path / "memory.current").write_text(f"{2**30}\n")
    assert data_size._group(tmp_path) == [2.0]
    (tmp_path / "memory.max").write_text("max\n")
    assert data_size._group(tmp_path) == []
    assert data_size._group(tmp_path / "none") == []


def test_here_something_is_free() -> None:
    assert 0.01 < data_size.available_gib() < 10_000


def test_where_the_system_is_silent_half_of_all_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(data_size, "_meminfo", lambda _: None)
    assert data_size.available_gib() == (data_size.cpu().memory_gib or 4.0) / 2


def test_a_gpu_that_does_not_work_has_nothing_free() -> None:
    assert data_size._gpu_gib() == 0.0
