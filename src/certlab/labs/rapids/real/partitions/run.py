"""What the workers did while a call ran: each task's begin and end, and each byte fetched.

The times are the workers' own, as the scheduler keeps them for its task stream. The bytes
are those of the partitions that one worker fetched from another, as Dask counts them in
memory; what went over the wire is some per cent more.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from certlab.labs.rapids.real.partitions import faults
from certlab.labs.rapids.real.partitions.cluster import Workers

TRANSFER, COMPUTE, DISK = "transfer", "compute", "disk"
PIECE = "split-"  # what Dask's tasks that cut a partition apart are called
_CLOCKS = 0.005  # seconds by which a worker's clock may be behind, as Dask corrects it
_ACTIONS = dict.fromkeys(("disk-read", "disk-write"), DISK)
_ACTIONS |= {one: one for one in (TRANSFER, COMPUTE)}


@dataclass(frozen=True, slots=True)
class Span:
    """A time in which a worker did one thing.

    Attributes:
        worker: number of the worker, from 0.
        task: what the task does, such as "read_parquet"; of many tasks the same.
        key: which task it is; its own.
        action: "compute", "transfer" (it waited for data of another) or "disk".
        start, stop: in seconds since the run began.
        bytes: of the task's result, as Dask sizes it.
    """

    worker: int
    task: str
    key: str
    action: str
    start: float
    stop: float
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """One call, seen from the workers.

    Attributes:
        result: what the call gave back.
        seconds: until it was there.
        spans: what the workers did, in the order of its begin.
        moved: bytes that workers fetched from each other.
        workers: how many there are.
    """

    result: Any = field(repr=False)
    seconds: float
    spans: tuple[Span, ...] = field(repr=False)
    moved: int
    workers: int

    @property
    def keys(self) -> list[str]:
        """The tasks that were computed; one that was computed twice is there twice."""
        return [one.key for one in self.spans if one.action == COMPUTE]

    @property
    def tasks(self) -> dict[str, int]:
        """How many tasks of each name were computed, the most frequent first."""
        done = (one.task for one in self.spans if one.action == COMPUTE)
        return dict(Counter(done).most_common())

    @property
    def shuffled(self) -> int:
        """Bytes of the pieces that partitions were cut into, wherever they went."""
        return sum(
            one.bytes
            for one in self.spans
            if one.action == COMPUTE and one.task.startswith(PIECE)
        )

    @property
    def busy(self) -> list[float]:
        """Seconds that each worker computed."""
        return [
            sum(
                one.stop - one.start
                for one in self.spans
                if (one.worker, one.action) == (number, COMPUTE)
            )
            for number in range(self.workers)
        ]


def watch(workers: Workers, call: Callable[[], Any]) -> Run:
    """Call, wait until what it gives back is there, and say what the workers did.

    Args:
        workers: those that will do the work.
        call: gives back a Dask collection that it has persisted, several in a list or
            tuple, or what is no collection.

    Raises:
        BackendError: a task ended its worker, again and again.
    """
    from distributed import get_task_stream, wait

    client = workers.client
    with get_task_stream(client, plot=False) as stream, faults.told():
        begin = time.time()
        found = call()
        futures = futures_of(found)
        wait(futures)
        for one in futures:
            if one.status == "error":
                one.result()  # raises what the task raised
        seconds = time.time() - begin
    told = client.run(_told, begin)
    spans = _spans(stream.data, begin, workers.numbers)
    # Dask notes "disk" wherever a result took over 5 ms to be had, in memory or not.
    if not any(spilled for _, spilled in told.values()):
        spans = tuple(one for one in spans if one.action != DISK)
    return Run(found, seconds, spans, sum(n for n, _ in told.values()), workers.count)


def _told(since: float, dask_worker: Any = None) -> tuple[int, bool]:
    """Bytes that a worker fetched from others since a moment; whether it has spilled."""
    log = dask_worker.transfer_incoming_log
    moved = sum(int(one["total"]) for one in log if one["stop"] >= since)
    return moved, any(getattr(dask_worker.data, "spilled_total", ()))


def futures_of(found: Any) -> list[Any]:
    """What a call's result is still to be made of; [] of what is no collection."""
    import distributed

    return list(distributed.futures_of(found))


def _spans(
    records: list[Any], begin: float, numbers: dict[str, int]
) -> tuple[Span, ...]:
    """In the order of their begin; what began before the run is not of it."""
    from dask.utils import key_split

    found = [
        Span(
            numbers[record["worker"]],
            key_split(record["key"]),
            str(record["key"]),
            _ACTIONS[part["action"]],
            part["start"] - begin,
            part["stop"] - begin,
            int(record["nbytes"] or 0),
        )
        for record in records
        for part in record["startstops"]
        if part["action"] in _ACTIONS and part["start"] >= begin - _CLOCKS
    ]
    return tuple(sorted(found, key=lambda one: one.start))
