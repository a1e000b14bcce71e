"""A worker that dies in the middle of its work, and what must be done again for it."""

import os
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from certlab.errors import BackendError
from certlab.labs.rapids.real.partitions.cluster import Workers
from certlab.labs.rapids.real.partitions.run import COMPUTE, Run, futures_of

_SECONDS = 120  # for the scheduler to notice, and for the nanny to start another


def kill(workers: Workers, number: int = 0) -> int:
    """End a worker's process at once, as a crash or the system's memory guard does.

    Returns when the scheduler has noticed. Its nanny then starts another, with an empty
    memory. Where that has not happened yet for an earlier death, it is waited for.

    Args:
        workers: one of which is to die.
        number: which, from 0.

    Returns:
        The process id that was killed.

    Raises:
        BackendError: there is no such worker.
    """
    import psutil

    if number not in range(workers.count):
        raise BackendError(
            f"There is no worker {number}; take one of {list(range(workers.count))}."
        )
    _until(lambda: number in workers.addresses().values())
    address = {n: at for at, n in workers.addresses().items()}[number]
    process = workers.client.run(os.getpid, workers=[address])[address]
    psutil.Process(process).kill()
    _until(lambda: address not in workers.addresses())
    return int(process)


def during(
    workers: Workers, call: Callable[[], Any], number: int = 1, *, results: int = 8
) -> Any:
    """Kill a worker when it is well under way with a call; give back what the call gave.

    Args:
        workers: that are to work.
        call: persists a collection, or several.
        number: which of the workers is to die, from 0.
        results: of tasks that it must have got before, unless all is done by then.

    Raises:
        BackendError: it did not come so far in two minutes.
    """
    before, got = _results(workers, number), set[Any]()
    found = call()
    futures = futures_of(found)

    def far() -> bool:
        got.update(_results(workers, number) - before)
        # On a busy machine the other workers may do it all before this one has so many.
        over = bool(futures) and all(one.done() for one in futures)
        return len(got) >= results or over

    _until(far)
    kill(workers, number)
    return found


def back(workers: Workers) -> None:
    """Wait until as many workers run as were asked for.

    Raises:
        BackendError: the nanny has started none for two minutes.
    """
    _until(lambda: len(workers.addresses()) >= workers.count)
    workers.warm()


def again(before: Run, after: Run) -> dict[str, int]:
    """How many tasks of each name of the first run the second one computed once more."""
    done = set(before.keys)
    twice = (one for one in after.spans if one.action == COMPUTE and one.key in done)
    return dict(Counter(one.task for one in twice))


def _results(workers: Workers, number: int) -> set[Any]:
    """The keys of the results that a worker holds."""
    found = workers.client.has_what()
    places = [address for address, n in workers.addresses().items() if n == number]
    return {key for address in places for key in found.get(address, ())}


def _until(done: Any) -> None:
    end = time.monotonic() + _SECONDS
    while not done():
        if time.monotonic() > end:
            raise BackendError(
                f"The workers did not change in {_SECONDS} s; close them and start again."
            )
        time.sleep(0.02)
