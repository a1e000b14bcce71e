"""However a run ends, none of its processes and none of its files stay."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.errors import RankError
from certlab.labs.distributed.real import ranks
from certlab.labs.distributed.real.ranks import RankInfo
from tests.bound import BOUND
from tests.labs.distributed.ranks.conftest import left, none_left


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + BOUND
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


def ready(folder: Path, count: int = 2) -> bool:
    return len(list(folder.glob("ready-*"))) == count


SCRIPT = """
import subprocess, sys, time
from pathlib import Path
from certlab.labs.distributed.real import ranks

def waits(info, folder, children):
    for _ in range(children):
        subprocess.Popen(["sleep", "3600"], start_new_session=True)
    Path(folder, f"ready-{info.rank}").touch()
    time.sleep(3600)

ranks.run(waits, 2, sys.argv[1], int(sys.argv[2]), timeout=3600)
"""


def waiting(signs: Path) -> Callable[[RankInfo], None]:
    """A function that signs in and then waits for ever, with a child that does too."""
    folder = str(signs)

    def waits(info: RankInfo) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a rank may be stubborn
        subprocess.Popen(["sleep", "3600"], start_new_session=True)
        Path(folder, f"ready-{info.rank}").touch()
        time.sleep(3600)

    return waits


def guardian(runs: Path) -> int:
    """The process between this one and torchrun."""
    (found,) = (
        int(path.parent.name)
        for path in Path("/proc").glob("[0-9]*/cmdline")
        if b"servers.guardian\0" + str(runs).encode() in path.read_bytes()
    )
    return found


def test_an_interrupt_leaves_nothing(runs: Path, tmp_path: Path) -> None:
    def press() -> None:
        until(lambda: ready(tmp_path))
        assert len(left(runs)) >= 5  # guardian, torchrun, two ranks and their children
        os.kill(os.getpid(), signal.SIGINT)

    pressing = threading.Thread(target=press)
    pressing.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            ranks.run(waiting(tmp_path), 2, timeout=BOUND)
    finally:
        pressing.join()
    none_left(runs)


def test_a_killed_notebook_leaves_nothing(runs: Path, tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(tmp_path), "1"],
        env=os.environ | {"TMPDIR": str(runs)},
    )
    until(lambda: ready(tmp_path))
    parent.kill()
    parent.wait()
    none_left(runs)


def test_a_killed_guardian_leaves_no_rank(runs: Path, tmp_path: Path) -> None:
    def kill() -> None:
        until(lambda: ready(tmp_path))
        os.kill(guardian(runs), signal.SIGKILL)

    killing = threading.Thread(target=kill)
    killing.start()
    with pytest.raises(RankError, match="torchrun"):
        ranks.run(quiet(tmp_path), 2, timeout=BOUND)
    killing.join()
    none_left(runs)


def test_notebook_and_guardian_killed_leave_no_process(
    runs: Path, tmp_path: Path
) -> None:
    # A rank's own child would have nobody left to adopt it.
    parent = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(tmp_path), "0"],
        env=os.environ | {"TMPDIR": str(runs)},
    )
    until(lambda: ready(tmp_path))
    parent.send_signal(signal.SIGSTOP)  # so that it has no time to clear up
    os.kill(guardian(runs), signal.SIGKILL)
    parent.kill()
    parent.wait()
    until(lambda: left(runs) == [])
    for folder in runs.iterdir():  # its files are all that is left of it
        subprocess.run(["rm", "-r", str(folder)], check=True)


def quiet(signs: Path) -> Callable[[RankInfo], None]:
    """As `waiting`, without a child: where the guardian is killed nobody adopts one."""
    folder = str(signs)

    def waits(info: RankInfo) -> None:
        Path(folder, f"ready-{info.rank}").touch()
        time.sleep(3600)

    return waits
