"""Collectives timed on real ranks, many kinds, sizes and rank counts in one launch."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from certlab.labs.distributed.real.ranks import operations
from certlab.labs.distributed.real.ranks.info import RankInfo
from certlab.labs.distributed.real.ranks.launch import run

_WIDTH = 4  # bytes of an element: float32

Point = tuple[str, int, int]  # kind, ranks, bytes
Span = tuple[float, float]  # when a rank began and ended


@dataclass(frozen=True, slots=True)
class Row:
    """What one collective took.

    Attributes:
        kind: "all-reduce".
        ranks: how many took part.
        bytes: of a rank's whole buffer, as nccl-tests counts.
        seconds: from the moment the first rank begins to the moment the last has ended;
            the least of the repeats, as other work on the machine only ever adds.
        samples: all repeats.
    """

    kind: str
    ranks: int
    bytes: int
    seconds: float
    samples: tuple[float, ...]

    @property
    def algorithm_bandwidth(self) -> float:
        """Bytes a second as nccl-tests' algbw: size over time."""
        return self.bytes / self.seconds

    def bus_bandwidth(self, factor: float) -> float:
        """Bytes a second as nccl-tests' busbw.

        Args:
            factor: of the collective, `sim.collectives.bus_factor(kind, ranks)`.
        """
        return self.algorithm_bandwidth * factor


def measure(
    sizes: Sequence[int],
    ranks: Sequence[int] = (2, 3, 4),
    kinds: Sequence[str] = operations.KINDS,
    *,
    repeats: int = 12,
    timeout: float = 120.0,
    backend: str | None = None,
) -> tuple[Row, ...]:
    """Time collectives among the first so many of one launch's ranks.

    Every repeat goes once through all points, so that a busy moment of the machine falls
    on all alike. All ranks meet at a barrier before each call. One round more is made
    first and not counted.

    Args:
        sizes: bytes of a rank's whole buffer.
        ranks: how many take part; the others wait.
        kinds: which collectives.
        repeats: of each point.
        timeout: seconds for all of it.
        backend: as for `run`.

    Raises:
        RankError: a size does not divide, or a rank failed.
    """
    for size in sizes:
        for count in ranks:
            operations.check(tuple(kinds), size, count, _WIDTH)
    points = [
        (kind, count, size) for count in ranks for kind in kinds for size in sizes
    ]
    told = run(_spans, max(ranks), points, repeats, timeout=timeout, backend=backend)
    return tuple(_row(point, told, repeats) for point in points)


def _row(point: Point, told: Sequence[dict[Point, list[Span]]], repeats: int) -> Row:
    kind, ranks, size = point
    spans = [told[rank][point] for rank in range(ranks)]
    samples = tuple(
        max(each[n][1] for each in spans) - min(each[n][0] for each in spans)
        for n in range(repeats)
    )
    return Row(kind, ranks, size, min(samples), samples)


def _spans(
    info: RankInfo, points: Sequence[Point], repeats: int
) -> dict[Point, list[Span]]:
    """When this rank began and ended each call, by a clock that all ranks share."""
    import torch
    from torch import distributed

    counts = sorted({count for _, count, _ in points})
    groups = {count: distributed.new_group(range(count)) for count in counts}
    most = max(size for *_, size in points) // _WIDTH
    # Written to, so that the memory is really there before the first call.
    whole, other = (torch.empty(most, device=info.device).fill_(0.0) for _ in "ab")
    calls = {
        (kind, count, size): operations.call(
            kind, whole[: size // _WIDTH], other[: size // _WIDTH], count, groups[count]
        )
        for kind, count, size in points
        if info.rank < count
    }
    found: dict[Point, list[Span]] = {point: [] for point in calls}
    for turn in range(repeats + 1):
        for count in counts:
            for point, call in calls.items():
                if point[1] == count:
                    span = _span(info, call, groups[count])
                    if turn:
                        found[point].append(span)
            distributed.barrier()
    return found


def _span(info: RankInfo, call: operations.Call, group: Any) -> Span:
    import torch
    from torch import distributed

    distributed.barrier(group=group)
    on_gpu = info.backend == "nccl"
    if on_gpu:
        torch.cuda.synchronize()
    begin = time.perf_counter()
    call()
    if on_gpu:
        torch.cuda.synchronize()
    return begin, time.perf_counter()
