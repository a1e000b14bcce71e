"""Whether anything of a run is left: processes by the folder in their environment, files."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bound import BOUND

PROCESSES = Path("/proc")


@pytest.fixture(autouse=True)
def tried_anew() -> None:
    """The real torch, where other tests of `compute` hide it."""


def left(folder: Path) -> list[str]:
    """Command lines of the processes that name this folder; zombies have neither."""
    found = []
    for process in PROCESSES.glob("[0-9]*"):
        try:
            told = (process / "environ").read_bytes()
            line = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in told + line and line:
            found.append(line.replace(b"\0", b" ").decode())
    return found


def none_left(folder: Path) -> None:
    """Wait until neither a process nor a file of a run is left under a folder."""
    end = time.monotonic() + BOUND
    while time.monotonic() < end and (left(folder) or any(folder.iterdir())):
        time.sleep(0.05)
    assert left(folder) == []
    assert list(folder.iterdir()) == []


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where runs have their folders; after the test nothing of them is there any more."""
    if not PROCESSES.is_dir():
        pytest.skip("no /proc to look for processes in")
    folder = tmp_path / "runs"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert left(folder) == []
    assert list(folder.iterdir()) == []
