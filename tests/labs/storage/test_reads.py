"""Reads of a file: what they count, what they refuse, and that nothing stays."""

import os
from pathlib import Path

import pytest

from certlab.errors import CourseError
from certlab.labs.storage import TestFile
from certlab.labs.storage.reads import MEBI


def test_readers_count_what_they_read_and_the_file_goes(tmp_path: Path) -> None:
    with TestFile(2, tmp_path) as file:
        for direct in {False, file.direct}:
            for block, readers in ((4096, 1), (65536, 3), (MEBI, 2)):
                rate = file.read(block, readers, direct=direct, seconds=0)
                assert rate.requests >= readers
                assert rate.bytes == rate.requests * block
                assert rate.megabytes > 0 < rate.iops
        assert file.path.stat().st_size == 2 * MEBI
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("block", [0, 100, 4097, 3 * MEBI])
def test_a_block_that_direct_reads_would_refuse_is_refused(
    tmp_path: Path, block: int
) -> None:
    with TestFile(2, tmp_path) as file, pytest.raises(CourseError, match=r"4,096"):
        file.read(block)


def test_no_reader_and_no_file_are_refused(tmp_path: Path) -> None:
    with TestFile(1, tmp_path) as file, pytest.raises(CourseError, match="one reader"):
        file.read(4096, 0)
    with pytest.raises(CourseError, match="at least"):
        TestFile(0, tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="another folder"):
        TestFile(1, tmp_path / "none")


def test_readers_without_memory_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(*_: object) -> None:
        raise OSError(12, "Cannot allocate memory")

    with TestFile(1, tmp_path) as file:
        monkeypatch.setattr("certlab.labs.storage.reads.mmap.mmap", none_left)
        with pytest.raises(CourseError, match="Cannot allocate memory"):
            file.read(4096, 2, seconds=0)


def test_where_there_is_no_direct_read_it_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("certlab.labs.storage.reads._DIRECT", 0)
    with TestFile(1, tmp_path) as file:
        assert not file.direct
        with pytest.raises(CourseError, match="O_DIRECT"):
            file.read(4096, direct=True)


def test_a_full_disk_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: TestFile) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(TestFile, "_write", full)
    with pytest.raises(CourseError, match="another folder"):
        TestFile(1, tmp_path)
    assert not [*tmp_path.iterdir()]


def test_a_system_without_the_call_is_told_so_and_no_file_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "preadv")
    with pytest.raises(CourseError, match="has no preadv") as caught:
        TestFile(1, tmp_path)
    assert str(caught.value).count(". ") == 0
    assert not [*tmp_path.iterdir()]
