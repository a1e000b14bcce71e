"""A queue of work with the host in front of it and a device behind.

`launch` returns at once, the device takes the work in order, `synchronise` waits until
nothing is left: that is a CUDA stream. CuPy has one under every call. NumPy has none: it
returns when the work is done. So that a lab can show on a CPU what a queue does to a
clock, a thread takes the device's place there, and says so.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from certlab.compute.backend import arrays


class Stream(Protocol):
    """What the streams here and in `paper` share."""

    def launch(self, work: Callable[[], object]) -> None:
        """Queue the work and return."""

    def synchronise(self) -> None:
        """Return when all that was queued is done; an error of the work comes here."""

    def clock(self) -> float:
        """Seconds since some moment, as the host sees them."""


class CudaStream:
    """CuPy's current stream: its calls queue by themselves."""

    def __str__(self) -> str:
        return "The GPU's own queue: a CuPy call returns when its kernel is queued."

    def launch(self, work: Callable[[], object]) -> None:
        """Call it; the kernels it starts run on after it returned."""
        work()

    def synchronise(self) -> None:
        """Wait for all streams of the device."""
        import cupy

        cupy.cuda.runtime.deviceSynchronize()

    def clock(self) -> float:
        """`time.perf_counter`."""
        return time.perf_counter()


class ThreadStream:
    """A stand-in for a device: one thread that takes work from a queue."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="stand-in-device")
        self._queued: list[Future[object]] = []

    def __str__(self) -> str:
        return (
            "A stand-in: a second thread takes the GPU's place. The work is real, and so "
            "is the waiting. NumPy by itself has no queue."
        )

    def launch(self, work: Callable[[], object]) -> None:
        """Hand the work to the thread and return."""
        self._queued.append(self._thread.submit(work))

    def synchronise(self) -> None:
        """Wait for the thread; raises what the work raised, as late as CUDA does."""
        queued, self._queued = self._queued, []
        for one in queued:
            one.result()

    def clock(self) -> float:
        """`time.perf_counter`."""
        return time.perf_counter()


def stream(want: str | None = None) -> CudaStream | ThreadStream:
    """The GPU's stream where `arrays(want)` is CuPy, else the stand-in.

    Raises:
        BackendError: as `arrays`.
    """
    return CudaStream() if arrays(want).__name__ == "cupy" else ThreadStream()
