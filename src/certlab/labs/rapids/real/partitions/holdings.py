"""Where partitions are: in whose memory, on whose disk, and how much of each."""

from dataclasses import dataclass
from typing import Any

from certlab.labs.rapids.real.partitions.cluster import Workers


@dataclass(frozen=True, slots=True)
class WorkerMemory:
    """What one worker holds, in bytes.

    Attributes:
        worker: its number, from 0.
        memory: partitions in memory, as Dask sizes them.
        spilled: partitions that went to disk, by the memory they took.
        disk: the same, by the room they take there.
        process: all memory of the process, as the system counts it.
        limit: what the process may take.
    """

    worker: int
    memory: int
    spilled: int
    disk: int
    process: int
    limit: int


def held(workers: Workers) -> list[WorkerMemory]:
    """What each worker holds now, by its own account."""
    found = workers.client.run(_held)
    return sorted(
        (WorkerMemory(*one) for one in found.values()), key=lambda one: one.worker
    )


def counts(workers: Workers, frame: Any) -> list[int]:
    """How many partitions of a frame that was persisted each worker holds."""
    found = [0] * workers.count
    for places in _places(workers, frame).values():
        for number in places:
            found[number] += 1
    return found


def shares(workers: Workers, frame: Any) -> list[float]:
    """Each worker's part of the bytes of a frame that was persisted; they add up to 1.

    A partition that several workers hold is counted for each in equal parts.
    """
    places = _places(workers, frame)
    sizes = workers.client.nbytes(list(places), summary=False)
    parts = [0.0] * workers.count
    for key, numbers in places.items():
        for number in numbers:
            parts[number] += sizes[key] / len(numbers)
    return [part / sum(parts) for part in parts]


def spread(workers: Workers, frame: Any) -> Any:
    """The frame persisted, its partitions dealt out to the workers in turn.

    Left to itself Dask gives the next partition to whoever is free, so that who holds
    what, and what a shuffle moves, is another at every run.
    """
    import dask.dataframe as dd
    from distributed import wait

    by_number = {number: address for address, number in workers.addresses().items()}
    parts = [
        frame.partitions[number :: workers.count].persist(workers=[address])
        for number, address in sorted(by_number.items())
        if number < frame.npartitions
    ]
    wait(parts)
    whole = dd.concat(parts).persist()
    wait(whole)
    return whole


def rows(frame: Any) -> list[int]:
    """Rows of each partition of a frame."""
    return [int(one) for one in frame.map_partitions(len).compute()]


def size(frame: Any) -> int:
    """Bytes of all partitions of a frame in memory, with its index."""
    return int(frame.memory_usage(index=True, deep=True).sum().compute())


def _places(workers: Workers, frame: Any) -> dict[Any, list[int]]:
    """The numbers of the workers that hold each partition, by its key."""
    from distributed import futures_of

    names = workers.addresses()
    found = workers.client.who_has(futures_of(frame))
    return {key: [names[one] for one in places] for key, places in found.items()}


def _held(dask_worker: Any = None) -> tuple[int, ...]:
    manager = dask_worker.memory_manager
    fast = getattr(dask_worker.data, "fast", None)  # no spilling, no fast and slow part
    memory = int(fast.total_weight if fast is not None else dask_worker.state.nbytes)
    spilled, disk = getattr(dask_worker.data, "spilled_total", (0, 0))
    process = dask_worker.monitor.get_process_memory()
    return (
        int(dask_worker.name),
        memory,
        int(spilled),
        int(disk),
        int(process),
        int(manager.memory_limit or 0),
    )
