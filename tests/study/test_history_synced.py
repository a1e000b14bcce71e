"""On disk when append returns: what is synced, in which order, and a power cut."""

import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from certlab.study import history_file
from certlab.study.answers import Answer, to_bytes
from certlab.study.history import FILE, History
from certlab.study.history_file import adding, write

ROOT = Path(__file__).parents[2]
ROW = Answer("mig-x", 1, "correct", 1.0)


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What was written and synced, by inode."""
    seen: list[tuple[str, int]] = []

    def noted(name: str) -> None:
        real = getattr(os, name)

        def call(file: int, *data: bytes) -> object:
            done = real(file, *data)
            seen.append((name, os.fstat(file).st_ino))
            return done

        monkeypatch.setattr(history_file.os, name, call)

    noted("write")
    noted("fsync")
    return seen


@pytest.mark.skipif(sys.platform == "win32", reason="Windows syncs no folder")
def test_a_new_file_s_names_are_synced_before_its_first_row(
    tmp_path: Path, events: list[tuple[str, int]]
) -> None:
    history = History(tmp_path / "new" / "home" / FILE)
    history.append(ROW)
    folders = [history.path.parent, tmp_path / "new", tmp_path]
    inodes = [one.stat().st_ino for one in folders]
    own = history.path.stat().st_ino
    names, row = events[:-2], events[-2:]
    assert names[:3] == [("fsync", one) for one in inodes]
    assert {what for what, _ in names} == {"fsync"}
    assert row == [("write", own), ("fsync", own)]


def test_later_rows_cost_one_sync(
    tmp_path: Path, events: list[tuple[str, int]]
) -> None:
    history = History(tmp_path / FILE)
    history.append(ROW)
    events.clear()
    history.append(ROW)
    assert [what for what, _ in events] == ["write", "fsync"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows syncs no folder")
def test_who_was_killed_before_the_first_row_leaves_the_names_to_the_next(
    tmp_path: Path, events: list[tuple[str, int]]
) -> None:
    history = History(tmp_path / FILE)
    history.path.touch()
    history.append(ROW)
    assert events[0] == ("fsync", tmp_path.stat().st_ino)


def test_an_answer_that_could_not_be_synced_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused, and will be given again: it must not count twice."""
    history = History(tmp_path / FILE)
    kept = history.append(ROW)

    def fail(_: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(history_file.os, "fsync", fail)
        with pytest.raises(OSError, match="Input/output"), adding(history.path) as file:
            write(file, to_bytes(ROW))
    assert history.read().rows == (kept,)


def test_a_reader_waits_for_a_line_that_is_being_written(tmp_path: Path) -> None:
    history = History(tmp_path / FILE)
    kept = history.append(ROW)
    line, found = to_bytes(kept).replace(kept.ulid.encode(), b"other"), []
    reader = threading.Thread(target=lambda: found.append(history.read()))
    with adding(history.path) as file:
        os.write(file.fileno(), line[:50])
        reader.start()
        reader.join(0.3)
        assert reader.is_alive(), "it read half a line"
        os.write(file.fileno(), line[50:])
    reader.join(10)
    assert {row.ulid for row in found[0].rows} == {kept.ulid, "other"}
    assert found[0].problems == ()


def test_a_reader_never_sees_what_is_taken_back(tmp_path: Path) -> None:
    history = History(tmp_path / FILE)
    kept = history.append(ROW)
    found = []
    reader = threading.Thread(target=lambda: found.append(history.read()))
    with suppress(KeyboardInterrupt), adding(history.path) as file:
        os.write(file.fileno(), b'{"schema": 1, ')
        reader.start()
        reader.join(0.3)
        raise KeyboardInterrupt
    reader.join(10)
    assert (found[0].rows, found[0].problems) == ((kept,), ())


@pytest.mark.soak
def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path) -> None:
    module = [sys.executable, "-W", "error", "-m", "tests.study.power_cuts"]
    trial = ["unshare", "--mount", "sh", "-c", "mkfs.ext4 -V && losetup --find"]
    try:
        subprocess.run(trial, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no disk can be mounted here")
    done = subprocess.run(
        ["unshare", "--mount", *module, tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["synced"] == 0
    assert found["unsynced"] > 0, "the trial would not have noticed"
