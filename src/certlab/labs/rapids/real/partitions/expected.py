"""What a run should cost, worked out before it: bytes, tasks and the best that is possible.

Plain arithmetic. The lab holds it against what `run` measured.
"""

import math
from collections.abc import Sequence

BRANCH = 32  # partitions up to which Dask shuffles in one stage


def leaves(total: float, before: Sequence[float], after: Sequence[float]) -> float:
    """Bytes that leave their worker in a shuffle.

    A row stays where it is with the chance that its worker also holds its new partition.

    Args:
        total: bytes of the frame.
        before: each worker's part of it before the shuffle; the parts add up to 1.
        after: each worker's part of it afterwards.

    Raises:
        ValueError: the lists are not of one length, or do not add up to 1.
    """
    for parts in (before, after):
        if len(parts) != len(before) or not math.isclose(sum(parts), 1, rel_tol=1e-6):
            raise ValueError("each worker's part is needed, and they must add up to 1")
    return total * (1 - sum(x * y for x, y in zip(before, after, strict=True)))


def shuffled(total: float, workers: int) -> float:
    """Bytes that leave their worker in a shuffle where each holds as much as the others."""
    return total * (1 - 1 / workers)


def broadcast(small: float, workers: int) -> float:
    """Bytes that move so that each worker has the whole of a frame that one of them has."""
    return small * (workers - 1)


def joined(large: float, small: float, workers: int) -> str:
    """Which join moves fewer bytes: "broadcast" or "shuffle".

    A shuffle moves parts of both frames; a broadcast moves the small one to everybody.
    """
    both = shuffled(large + small, workers)
    return "broadcast" if broadcast(small, workers) <= both else "shuffle"


def splits(partitions: int) -> int:
    """Pieces that a shuffle by tasks cuts frames into: every partition for every other.

    Raises:
        ValueError: more partitions than Dask shuffles in one stage.
    """
    if partitions > BRANCH:
        raise ValueError(f"more than {BRANCH} partitions take several stages")
    return partitions**2


def partitions(total: float, room: float, part: float, workers: int = 1) -> int:
    """How many partitions to cut into.

    Args:
        total: bytes of the frame.
        room: bytes of memory of one worker.
        part: how much of it a partition may take, as 1 / 16.
        workers: the answer is a multiple of it, so that none ends with one fewer.
    """
    fewest = math.ceil(total / (room * part))
    return math.ceil(fewest / workers) * workers


def speedup(rows: Sequence[int], workers: int) -> float:
    """How many times as fast as one worker they can be at best, by rows a partition.

    No worker shares a partition with another, so the largest one is the least time.
    """
    least = max(*rows, sum(rows) / workers)
    return sum(rows) / least


def pays_from(seconds_a_row: float, overhead: float, workers: int) -> float:
    """Rows from which on the workers are faster than one process that needs no overhead.

    Args:
        seconds_a_row: of one process.
        overhead: seconds for tasks, messages and copies that do not grow with the rows.
        workers: they share the rest evenly; with one, or none, it never pays.
    """
    if workers <= 1:
        return math.inf
    return overhead / (seconds_a_row * (1 - 1 / workers))
