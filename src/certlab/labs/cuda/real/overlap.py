"""Copies and kernels in streams, for real, with the time of each piece.

On a GPU the streams are CuPy's, the host's memory is pinned, and events on the device take
the times. Without one, a thread takes the place of each engine: NumPy copies an array, and
works on it, and both let go of Python's lock, so that they do overlap.

A row is what a `Span` of `certlab.labs.cuda.streams` holds: name, stream, engine, and when it
was queued, began and ended, in seconds.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

from certlab.compute.backend import arrays
from certlab.errors import BackendError

Row = tuple[str, str, str, float, float, float]
ENGINES = ("copy in", "kernels", "copy out")
_WORK = "float v = x; for (int n = 0; n < steps; ++n) v = v * 0.5f + 1.0f; y = v;"


def measure(
    chunks: int,
    streams: int,
    *,
    elements: int = 0,
    steps: int = 0,
    want: str | None = None,
) -> list[Row]:
    """Copy an array in, work on it, copy it out, in chunks; when each piece ran.

    Args:
        chunks: pieces, dealt out to the streams in turn.
        streams: how many streams.
        elements: numbers of float32 in all; by default 64 MiB of them on a GPU, 16 MiB
            without.
        steps: multiply-adds an element; by default about as long as a copy.
        want: as for `arrays`.

    Raises:
        BackendError: as `arrays`; or a result that came back is wrong.
    """
    import numpy as np

    if chunks < 1 or streams < 1:
        raise BackendError("There must be at least one chunk and one stream.")
    xp = arrays(want)
    on_gpu = xp.__name__ == "cupy"
    size = elements or (16_777_216 if on_gpu else 4_194_304)
    turns = steps or (2_000 if on_gpu else 12)
    shape = (chunks, max(size // chunks, 1))
    first = np.linspace(0, 1, shape[1], dtype=np.float32)
    go = _on_gpu if on_gpu else _on_threads
    rows, result = go(xp, first, shape, streams, turns)
    expected = np.float32(2) - (np.float32(2) - first) * np.float32(0.5) ** turns
    if not np.allclose(result, expected, rtol=1e-5):
        raise BackendError("What came back from the streams is wrong.")
    return rows


def _on_gpu(
    cupy: Any, first: Any, shape: tuple[int, int], streams: int, steps: int
) -> tuple[list[Row], Any]:
    import cupyx

    source, result = (cupyx.empty_pinned(shape, "float32") for _ in range(2))
    source[:] = first
    device = cupy.empty(shape, "float32")
    work = cupy.ElementwiseKernel("float32 x, int32 steps", "float32 y", _WORK, "steps")
    queues = [cupy.cuda.Stream(non_blocking=True) for _ in range(streams)]
    rows: list[Row] = []
    for timed in (False, True):  # the first time compiles and allocates
        origin = cupy.cuda.Event()
        cupy.cuda.runtime.deviceSynchronize()
        origin.record(queues[0])
        began, marks = time.perf_counter(), []
        for chunk in range(shape[0]):
            queue = queues[chunk % streams]
            marks.append(
                _chunk(cupy, queue, chunk, source, device, result, work, steps, began)
            )
        cupy.cuda.runtime.deviceSynchronize()
        if timed:
            rows = [row for one in marks for row in _rows(cupy, origin, streams, *one)]
    return rows, result


def _chunk(
    cupy: Any,
    queue: Any,
    chunk: int,
    source: Any,
    device: Any,
    result: Any,
    work: Any,
    steps: int,
    began: float,
) -> tuple[int, list[float], list[Any]]:
    """Queue one chunk; its number, when each piece was queued, and the events around."""
    events = [cupy.cuda.Event() for _ in range(4)]
    queued = []
    with queue:
        pieces: list[Callable[[], object]] = [
            lambda: device[chunk].set(source[chunk], stream=queue),
            lambda: work(device[chunk], steps, device[chunk]),
            lambda: device[chunk].get(stream=queue, out=result[chunk], blocking=False),
        ]
        events[0].record(queue)
        for piece, event in zip(pieces, events[1:], strict=True):
            piece()
            event.record(queue)
            queued.append(time.perf_counter() - began)
    return chunk, queued, events


def _rows(
    cupy: Any,
    origin: Any,
    streams: int,
    chunk: int,
    queued: list[float],
    events: list[Any],
) -> list[Row]:
    """What the events say, in seconds since the origin."""
    at = [cupy.cuda.get_elapsed_time(origin, one) / 1e3 for one in events]
    stream = str(chunk % streams + 1)
    names = ("in", "kernel", "out")
    return [
        (f"{name} {chunk + 1}", stream, engine, queued[n], at[n], at[n + 1])
        for n, (name, engine) in enumerate(zip(names, ENGINES, strict=True))
    ]


def _on_threads(
    np: Any, first: Any, shape: tuple[int, int], streams: int, steps: int
) -> tuple[list[Row], Any]:
    source = np.broadcast_to(first, shape).copy()
    device, result = np.zeros(shape, "float32"), np.zeros(shape, "float32")

    def kernel(chunk: int) -> None:
        for _ in range(steps):
            np.multiply(device[chunk], 0.5, out=device[chunk])
            np.add(device[chunk], 1.0, out=device[chunk])

    rows: list[Row] = []
    for _ in range(2):  # the first time touches each page of memory
        threads = _Threads()
        for chunk in range(shape[0]):
            stream, after = str(chunk % streams + 1), str(chunk + 1)
            threads.queue(
                f"in {after}",
                stream,
                ENGINES[0],
                partial(np.copyto, device[chunk], source[chunk]),
            )
            threads.queue(f"kernel {after}", stream, ENGINES[1], partial(kernel, chunk))
            threads.queue(
                f"out {after}",
                stream,
                ENGINES[2],
                partial(np.copyto, result[chunk], device[chunk]),
            )
        rows = threads.finish()
    return rows, result


class _Threads:
    """A thread for each engine, which takes its work as it was queued."""

    def __init__(self) -> None:
        self._engines = {one: ThreadPoolExecutor(1) for one in ENGINES}
        self._last: dict[str, Future[None]] = {}
        self._rows: list[Row] = []
        self._began = time.perf_counter()

    def queue(
        self, name: str, stream: str, engine: str, call: Callable[[], object]
    ) -> None:
        """Put work into a stream; it begins when the stream's last one has ended."""
        before, queued = self._last.get(stream), self._clock()

        def work() -> None:
            if before is not None:
                before.result()
            start = self._clock()
            call()
            self._rows.append((name, stream, engine, queued, start, self._clock()))

        self._last[stream] = self._engines[engine].submit(work)

    def finish(self) -> list[Row]:
        """Wait for all; the rows by their start."""
        for one in self._last.values():
            one.result()
        for pool in self._engines.values():
            pool.shutdown()
        return sorted(self._rows, key=lambda row: row[4])

    def _clock(self) -> float:
        return time.perf_counter() - self._began


def alone(rows: list[Row]) -> dict[str, float]:
    """Seconds of each engine in all, by its name."""
    return {
        engine: sum(end - start for *_, name, _, start, end in rows if name == engine)
        for engine in ENGINES
    }
