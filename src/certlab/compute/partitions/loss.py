"""A worker that dies in the middle of its work, and what must be done again for it."""

import time
from typing import Any

from certlab.compute.partitions.cluster import Workers
from certlab.compute.partitions.run import COMPUTE, Run
from certlab.errors import BackendError

_SECONDS = 30  # for the scheduler to notice, and for the nanny to start another


def kill(workers: Workers, number: int = 0) -> int:
    """End a worker's process at once, as a crash or the system's memory guard does.

    Returns when the scheduler has noticed. Its nanny then starts another, with an empty
    memory.

    Args:
        workers: one of which is to die.
        number: which, from 0.

    Returns:
        The process id that was killed.

    Raises:
        BackendError: there is no such worker.
    """
    import psutil

    found = workers.client.run(_process)
    victims = {name: (address, pid) for address, (name, pid) in found.items()}
    if number not in victims:
        raise BackendError(
            f"There is no worker {number}; take one of {sorted(victims)}."
        )
    address, process = victims[number]
    psutil.Process(process).kill()
    _until(lambda: address not in workers.addresses())
    return int(process)


def during(workers: Workers, frame: Any, number: int = 1) -> Any:
    """Kill a worker as soon as it has computed something of a frame; give the frame back.

    Args:
        workers: that are at work on the frame.
        frame: a collection that has just been persisted.
        number: which of the workers is to die, from 0.

    Raises:
        BackendError: it computed nothing for half a minute.
    """
    mine = {number}
    _until(lambda: mine & _at_work(workers))
    kill(workers, number)
    return frame


def back(workers: Workers) -> None:
    """Wait until as many workers run as were asked for.

    Raises:
        BackendError: the nanny has started none for half a minute.
    """
    _until(lambda: len(workers.addresses()) >= workers.count)


def again(before: Run, after: Run) -> dict[str, int]:
    """How many tasks of each name of the first run the second one computed once more."""
    done = set(before.keys)
    counts: dict[str, int] = {}
    for one in after.spans:
        if one.action == COMPUTE and one.key in done:
            counts[one.task] = counts.get(one.task, 0) + 1
    return counts


def _at_work(workers: Workers) -> set[int]:
    """The workers that hold the result of a task."""
    found = workers.client.has_what()
    return {n for address, n in workers.addresses().items() if found.get(address)}


def _process(dask_worker: Any = None) -> tuple[int, int]:
    import os

    return int(dask_worker.name), os.getpid()


def _until(done: Any) -> None:
    end = time.monotonic() + _SECONDS
    while not done():
        if time.monotonic() > end:
            raise BackendError(
                f"The workers did not change in {_SECONDS} s; close them and start anew."
            )
        time.sleep(0.02)
