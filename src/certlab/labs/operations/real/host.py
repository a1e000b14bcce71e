"""What this machine says of its cores and memory, and what they cost: measured, as a user.

Everything is Linux's own way: sched_setaffinity, madvise, /sys. Elsewhere `CAN_PIN` and `CAN_ADVISE`
are false, and the lab shows figures that were recorded.
"""

import mmap
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

CAN_PIN = hasattr(os, "sched_setaffinity")
CAN_ADVISE = hasattr(mmap, "MADV_HUGEPAGE")

_PIN = """
import os, sys, time
os.sched_setaffinity(0, {int(sys.argv[1])})
print('ready', flush=True)
os.read(0, 1)
"""
_ECHO = """
poll, count = sys.argv[2] == "poll", int(sys.argv[3])
os.set_blocking(0, not poll)
for _ in range(count):
    while True:
        try:
            byte = os.read(0, 1)
            break
        except BlockingIOError:
            pass
    os.write(1, byte)
"""


# Round trips in microseconds and look-ups in nanoseconds, on two quiet cores of a virtual machine.
RECORDED_TRIPS = {"one core": 7.0, "two cores, asleep": 47.0, "two cores, awake": 4.0}
RECORDED_LOOKUPS = {"small": 24.0, "huge": 12.0}


def cores() -> list[int]:
    """The cores that this process may use."""
    return sorted(os.sched_getaffinity(0)) if CAN_PIN else []


def _start(code: str, core: int, *arguments: object) -> subprocess.Popen[bytes]:
    """A Python of its own, pinned before it begins; it waits for a line."""
    command = [sys.executable, "-S", "-c", _PIN + code, str(core), *map(str, arguments)]
    one = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    assert one.stdout is not None
    one.stdout.readline()  # until it is ready
    return one


def round_trip(
    mine: int, other: int, *, poll: bool = False, count: int = 1500
) -> float:
    """Microseconds until a byte comes back from a program on the other core, the median.

    Args:
        mine: the core of this process while it measures.
        other: the core of the program that answers.
        poll: both ask again and again, in place of sleeping until the byte is there.
        count: round trips.
    """
    echo = _start(_ECHO, other, "poll" if poll else "sleep", count)
    assert echo.stdin is not None
    assert echo.stdout is not None
    to, back = echo.stdin.fileno(), echo.stdout.fileno()
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {mine})
    try:
        os.write(to, b"\n")
        os.set_blocking(back, not poll)
        times = [_trip(to, back) for _ in range(count)]
    finally:
        os.sched_setaffinity(0, before)
        echo.stdin.close()
        echo.wait()
        echo.stdout.close()
    return 1e6 * statistics.median(times)


def _trip(to: int, back: int) -> float:
    begin = time.perf_counter()
    os.write(to, b"x")
    while True:
        try:
            os.read(back, 1)
            return time.perf_counter() - begin
        except BlockingIOError:
            pass


@dataclass(frozen=True, slots=True)
class Touch:
    """What it cost to write one byte into each page of new memory, and to do so again.

    Attributes:
        first: milliseconds of the first time.
        again: milliseconds of the second.
        faults: pages that the kernel had to find in the first.
        again_faults: in the second.
    """

    first: float
    again: float
    faults: int
    again_faults: int


def new_memory(mib: int, *, huge: bool) -> mmap.mmap:
    """Memory that nobody has touched yet, with huge pages asked for or declined."""
    memory = _anonymous(mib << 20)
    if CAN_ADVISE:
        with suppress(OSError):  # a kernel without transparent huge pages
            memory.madvise(mmap.MADV_HUGEPAGE if huge else mmap.MADV_NOHUGEPAGE)
    return memory


def _anonymous(size: int) -> mmap.mmap:
    """Of this process alone: shared memory gets no huge pages by itself."""
    if not CAN_ADVISE:
        return mmap.mmap(-1, size)
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


def touch(mib: int, *, huge: bool) -> Touch:
    """Write into each page of new memory, twice."""
    memory = new_memory(mib, huge=huge)
    mark = bytes(len(memory) // mmap.PAGESIZE)

    def write() -> tuple[float, int]:
        begin, before = time.perf_counter(), _faults()
        memory[:: mmap.PAGESIZE] = mark
        return 1e3 * (time.perf_counter() - begin), _faults() - before

    (first, faults), (again, more) = write(), write()
    memory.close()
    return Touch(first, again, faults, more)


def _faults() -> int:
    import resource  # not on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


def lookups(mib: int, *, count: int = 400_000, rounds: int = 6) -> dict[str, float]:
    """Nanoseconds of a look-up at a random place of a table, in small pages and in huge ones.

    Both tables stand at the same time and take turns, so that another program disturbs both.
    """
    import numpy as np

    places = np.random.default_rng(7).integers(0, mib << 17, count)
    out = np.empty(count, np.int64)
    tables, best = {}, {}
    for name, huge in (("small", False), ("huge", True)):
        tables[name] = np.frombuffer(new_memory(mib, huge=huge), np.int64)
        tables[name][:] = 1
        best[name] = float("inf")
    for _ in range(rounds):
        for name, table in tables.items():
            spent = _timed(partial(np.take, table, places, out=out))
            best[name] = min(best[name], 1e9 * spent / count)
    return best


def _timed(call: Callable[[], object]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def settings(root: Path = Path("/")) -> dict[str, str]:
    """Settings that matter to a GPU server, each as this machine has it, or "not shown here"."""
    cpu = root / "sys/devices/system/cpu"
    read = {
        "cores online": cpu / "online",
        "second threads (SMT)": cpu / "smt/control",
        "NUMA nodes": root / "sys/devices/system/node/online",
        "driver of the clock": cpu / "cpu0/cpufreq/scaling_driver",
        "governor": cpu / "cpu0/cpufreq/scaling_governor",
        "automatic NUMA balancing": root / "proc/sys/kernel/numa_balancing",
        "transparent huge pages": root / "sys/kernel/mm/transparent_hugepage/enabled",
        "huge pages reserved": root / "proc/sys/vm/nr_hugepages",
    }
    told = {name: _told(path) for name, path in read.items()}
    states = sorted((cpu / "cpu0/cpuidle").glob("state*"))
    sleeps = [f"{_told(s / 'name')} {_told(s / 'latency')} µs" for s in states]
    return told | {"states of sleep": ", ".join(sleeps) or "not shown here"}


def _told(path: Path) -> str:
    try:
        return path.read_text().strip() or "empty"
    except OSError:
        return "not shown here"
