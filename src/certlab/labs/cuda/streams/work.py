"""What a host puts into streams. All times are in seconds."""

from dataclasses import dataclass
from math import isfinite
from typing import Literal

from certlab.errors import CourseError

Way = Literal["in", "out"]
DEFAULT = "default"  # the stream that waits for all others, and they for it


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy between host and device, `cudaMemcpyAsync`.

    Attributes:
        way: "in" to the device, "out" to the host.
        pinned: whether the host's memory is page-locked; if not, the host waits.
    """

    stream: str
    way: Way
    seconds: float
    name: str = ""
    pinned: bool = True

    def __post_init__(self) -> None:
        _positive(self.seconds, self.name or "A copy")
        if self.way not in ("in", "out"):
            raise CourseError(f'A copy goes "in" or "out", not "{self.way}".')


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel that fills the GPU, so that no other runs beside it."""

    stream: str
    seconds: float
    name: str = ""

    def __post_init__(self) -> None:
        _positive(self.seconds, self.name or "A kernel")


@dataclass(frozen=True, slots=True)
class Record:
    """A mark in a stream, `cudaEventRecord`: reached when all before it is done."""

    stream: str
    event: str


@dataclass(frozen=True, slots=True)
class Wait:
    """The stream goes on when the event is reached, `cudaStreamWaitEvent`."""

    stream: str
    event: str


Work = Copy | Kernel | Record | Wait


def _positive(seconds: float, what: str) -> None:
    if not isfinite(seconds) or seconds <= 0:
        raise CourseError(f"{what} takes {seconds} s; give a time above 0.")
