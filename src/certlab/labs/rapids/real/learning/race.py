"""Times of the five methods: by engine, by threads, by rows, and on a cold start."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from certlab.compute.interval import Interval, of_median
from certlab.compute.timing import device_wait, host_only
from certlab.labs.rapids.real.learning.answers import train
from certlab.labs.rapids.real.learning.digits import Pictures, enlarged
from certlab.labs.rapids.real.learning.engine import Engine
from certlab.labs.rapids.real.learning.methods import METHODS, Method, method
from certlab.labs.rapids.real.learning.neighbours import neighbours

# A cold start of its own, and several seconds with all rows: `umap_starts` times it.
TIMED = tuple(one for one in METHODS if one.id != "umap")


def fit_times(
    engines: Sequence[Engine],
    data: Pictures,
    methods: Sequence[Method] = TIMED,
    *,
    rounds: int = 3,
) -> dict[str, dict[Engine, Interval]]:
    """Seconds to train and answer, by method's id and engine; engines take turns.

    What goes in and comes out is in the computer's own memory: on a GPU the copies there
    and back are counted. The first call of each is not.

    Args:
        rounds: calls of each. A fixed number: on a busy machine one call of several
            threads may take a hundred times as long. Of three, the interval is the range.
    """
    found = {}
    for one in methods:
        jobs = {each: _job(one, each, data) for each in engines}
        for job in jobs.values():
            job()
        taken: dict[Engine, list[float]] = {each: [] for each in engines}
        for _ in range(rounds):
            for each, job in jobs.items():
                taken[each].append(clocked(job))
        found[one.id] = {each: of_median(samples) for each, samples in taken.items()}
    return found


def sweep(
    engine: Engine,
    data: Pictures,
    sizes: Sequence[int],
    methods: Sequence[Method] = TIMED,
) -> dict[str, list[float]]:
    """Seconds to train and answer by method's id, for each number of rows to train on.

    The better of two calls counts, so that the first one's start does not.

    Raises:
        BackendError: the memory of this machine is too small for the largest.
    """
    made = [enlarged(data, rows) for rows in sizes]
    return {
        one.id: [
            min(clocked(_job(one, engine, rows)) for _ in range(2)) for rows in made
        ]
        for one in methods
    }


@dataclass(frozen=True, slots=True)
class Starts:
    """What UMAP's first call takes, and what the second.

    Attributes:
        first: seconds; umap-learn compiles its loops in it.
        second: seconds of the same work again.
    """

    first: float
    second: float


def umap_starts(engine: Engine, data: Pictures, rows: int = 600) -> Starts:
    """Time UMAP twice on few rows. Only a fresh process shows the cold start.

    Raises:
        BackendError: umap-learn is not installed.
    """
    few = enlarged(data, rows)
    job = partial(train, method("umap"), engine, few, **neighbours(few))
    return Starts(clocked(job), clocked(job))


def clocked(call: Callable[[], object]) -> float:
    """Seconds of one call, a GPU idle before and after."""
    wait = device_wait() or host_only
    wait()
    begin = time.perf_counter()
    call()
    wait()
    return time.perf_counter() - begin


def _job(method: Method, engine: Engine, data: Pictures) -> Callable[[], object]:
    return lambda: train(method, engine, data)
