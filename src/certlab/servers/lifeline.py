"""No process of a run outlives it: each signs in as it starts, and all who signed are killed.

A run is whatever starts processes for a while in a folder of its own: the ranks of a
launch, a server and its workers. Such processes often have sessions of their own, as
torchrun's ranks do, so no signal to a group reaches them all. One process watches a run:
it calls `open_list` and `adopt` before it starts anything, and `sweep`, `reap` and `clear`
when the run is over; each process that it starts calls `sign` first. A process that starts
too late to be killed finds no list to sign, and leaves by itself.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

_SIGNED, _CLOSED = "processes", "processes.closed"
_GUARDIAN_SECONDS = 20.0  # that a guardian has to end all that it has started
_SECONDS = 5.0  # a killed process is gone at once unless the kernel holds it
_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36  # of Linux's prctl(2)


def open_list(folder: Path) -> None:
    """Let processes sign in."""
    (folder / _SIGNED).mkdir()


def sign(folder: Path) -> None:
    """Enter this process, as the leader of a group of its own; leave if the run is over."""
    if os.getpgrp() != os.getpid():
        os.setpgid(0, 0)
    parent = os.getppid()
    _prctl(
        _SET_DEATH_SIGNAL, signal.SIGKILL
    )  # dies with its parent, whatever kills that
    try:
        (folder / _SIGNED / str(os.getpid())).touch()
    except OSError:
        os._exit(1)
    if os.getppid() != parent:  # it had gone before the signal was asked for
        os._exit(1)


def adopt() -> None:
    """Become the parent of all orphans below this process, where the system can do that."""
    _prctl(_SET_SUBREAPER, 1)


def sweep(folder: Path) -> None:
    """Close the list, kill all groups on it and all children, and wait until they are gone."""
    with suppress(OSError):
        (folder / _SIGNED).rename(folder / _CLOSED)
    for entry in (folder / _CLOSED).glob("*"):
        with suppress(OSError):
            os.killpg(int(entry.name), signal.SIGKILL)


def close(guardian: "subprocess.Popen[bytes] | None", folder: Path) -> None:
    """End a guardian, which ends all below it, and remove the run's files; from outside."""
    if guardian is not None and guardian.stdin and guardian.stdout:
        guardian.stdin.close()
        try:
            guardian.wait(_GUARDIAN_SECONDS)
        except subprocess.TimeoutExpired:
            guardian.kill()
            guardian.wait()
        guardian.stdout.close()
    sweep(folder)
    clear(folder)


def reap() -> None:
    """Kill the children of this process and, as they become its own, their children."""
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        for pid in children():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.005)
        except ChildProcessError:
            return


def clear(folder: Path) -> None:
    """Remove all that a run has written."""
    shutil.rmtree(folder, ignore_errors=True)


def children() -> list[int]:
    """Of this process; none where the system has no /proc."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name in brackets may hold anything; state and parent come after it.
            _, _, rest = path.read_text("utf-8", errors="replace").rpartition(")")
            if int(rest.split()[1]) == os.getpid():
                found.append(int(path.parent.name))
    return found


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, int(value), 0, 0, 0)
