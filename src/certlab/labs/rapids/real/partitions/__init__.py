"""Data frames in partitions, on worker processes of Dask's.

    workers = partitions.Workers(2)
    frame, users = partitions.steps.load(jobs, users)
    run = partitions.watch(workers, lambda: frame.shuffle("user").persist())
    run.moved, run.tasks, run.busy
    workers.close()

Importing this imports neither Dask nor pandas.
"""

from certlab.labs.rapids.real.partitions import (
    expected,
    holdings,
    lanes,
    steps,
    worker_loss,
)
from certlab.labs.rapids.real.partitions.cluster import (
    Workers,
    check_memory,
    check_packages,
)
from certlab.labs.rapids.real.partitions.machine import Here, here
from certlab.labs.rapids.real.partitions.run import Run, Span, watch

__all__ = [
    "Here",
    "Run",
    "Span",
    "Workers",
    "check_memory",
    "check_packages",
    "expected",
    "here",
    "holdings",
    "lanes",
    "steps",
    "watch",
    "worker_loss",
]
