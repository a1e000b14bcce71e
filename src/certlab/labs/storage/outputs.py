"""What fio and gdsio print, read."""

import re
from dataclasses import dataclass

from certlab.errors import CourseError

_FIO = re.compile(
    r"^\s*(READ|WRITE): bw=[\d.]+[KMGT]?i?B/s \(([\d.]+)([kMGT]?)B/s\)", re.MULTILINE
)
_GDSIO = re.compile(
    r"IoType: (\w+) XferType: (\w+) Threads: (\d+).*?IOSize: (\d+)\(KiB\)\s*"
    r"Throughput: ([\d.]+) GiB/sec, Avg_Latency: ([\d.]+) usecs",
    re.DOTALL,
)
_TIMES = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}


@dataclass(frozen=True)
class Result:
    """What one run of a test says.

    Attributes:
        direction: "READ", "WRITE", "RANDREAD".
        gigabytes: a second, in powers of ten.
        path: of gdsio: "GPUD" is the direct path, "CPU_GPU" the one through the host.
        workers: of gdsio.
        request: of gdsio, bytes of each request.
        latency: of gdsio, seconds on average.
    """

    direction: str
    gigabytes: float
    path: str = ""
    workers: int = 0
    request: int = 0
    latency: float = 0.0

    @property
    def under_way(self) -> float:
        """Requests under way at once, by Little's law: those a second times the seconds of each."""
        return self.gigabytes * 1e9 / self.request * self.latency


def read_fio(text: str) -> Result:
    """The line of the run status: direction and gigabytes a second."""
    found = _FIO.search(text)
    if not found:
        raise CourseError(
            "The text has no line of fio such as `READ: bw=…`; take the end of its output."
        )
    direction, number, times = found.groups()
    return Result(direction, float(number) * _TIMES[times] / 1e9)


def read_gdsio(text: str) -> Result:
    """The line that gdsio prints."""
    found = _GDSIO.search(text)
    if not found:
        raise CourseError(
            "The text has no line of gdsio such as `IoType: READ XferType: …`; take it whole."
        )
    kind, path, workers, request, rate, latency = found.groups()
    return Result(
        kind,
        float(rate) * 2**30 / 1e9,
        path,
        int(workers),
        int(request) * 1024,
        float(latency) / 1e6,
    )
