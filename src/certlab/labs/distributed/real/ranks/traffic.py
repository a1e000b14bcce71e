"""What really went from rank to rank, counted by the system for each connection.

Linux keeps for every TCP connection how many bytes came in; gloo has one connection between any two ranks, so that a link's bytes can be read off.
"""

import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from certlab.errors import BackendError, RankError
from certlab.labs.distributed.real import tcp
from certlab.labs.distributed.real.ranks import operations
from certlab.labs.distributed.real.ranks.info import RankInfo
from certlab.labs.distributed.real.ranks.launch import run

_WIDTH = 8  # bytes of an element: int64, so that sums are exact

Numbers = tuple[tuple[int, ...], ...]  # by rank
Ends = tuple[int, int]  # of a connection: this side's port and the other's


@dataclass(frozen=True, slots=True)
class Seen:
    """One collective as it was on real ranks.

    Attributes:
        kind: "all-reduce".
        ranks: how many took part.
        bytes: of a rank's whole buffer, for the traffic.
        result: the numbers that each rank ended with, from those that it was given.
        links: bytes that came through each connection, by sender and receiver: the data,
            and what gloo says beside them, some hundred bytes.
    """

    kind: str
    ranks: int
    bytes: int
    result: Numbers
    links: dict[tuple[int, int], int]


def observe(
    data: Mapping[str, Sequence[Sequence[int]]],
    size: int,
    *,
    timeout: float = 120.0,
) -> dict[str, Seen]:
    """Run collectives on real ranks; their results, and the bytes on every link.

    Args:
        data: by kind, each rank's numbers. For all-gather that is one rank's part, else
            the whole buffer.
        size: bytes of a rank's whole buffer, for a second run that counts the traffic.
        timeout: seconds for all of it.

    Raises:
        BackendError: the system does not count a connection's bytes.
        RankError: the data do not divide among the ranks, or a rank failed.
    """
    if sys.platform != "linux":
        raise BackendError(
            "Only Linux counts the bytes of each connection; run it there."
        )
    ranks = _checked(data, size)
    told = run(_seen, ranks, dict(data), size, timeout=timeout, backend="gloo")
    return {
        kind: Seen(
            kind,
            ranks,
            size,
            tuple(one[kind][0] for one in told),
            _by_link([one[kind][1] for one in told]),
        )
        for kind in data
    }


def _checked(data: Mapping[str, Sequence[Sequence[int]]], size: int) -> int:
    """How many ranks the data are for, if they fit."""
    counts = {len(lists) for lists in data.values()}
    if len(counts) != 1:
        raise RankError("Give each collective one list of numbers for each rank.")
    (ranks,) = counts
    operations.check(tuple(data), size, ranks, _WIDTH)
    for kind, lists in data.items():
        if len({len(numbers) for numbers in lists}) > 1:
            raise RankError(
                f"In {kind} every rank brings as many numbers as the others."
            )
        count = len(lists[0]) * (ranks if kind == "all-gather" else 1)
        operations.check((kind,), count * _WIDTH, ranks, _WIDTH)
    return ranks


def _by_link(received: Sequence[Mapping[int, int]]) -> dict[tuple[int, int], int]:
    """What each rank received from each, by sender and receiver."""
    found = {
        (source, rank): count
        for rank, by_source in enumerate(received)
        for source, count in by_source.items()
    }
    return dict(sorted(found.items()))


def _seen(
    info: RankInfo, data: Mapping[str, Sequence[Sequence[int]]], size: int
) -> dict[str, tuple[tuple[int, ...], dict[int, int]]]:
    """By kind: this rank's result, and the bytes that came from each other rank."""
    from torch import distributed

    distributed.barrier()  # so that all connections are there
    connections = _connections(info)
    found = {}
    for kind, lists in data.items():
        result = _result(info, kind, lists[info.rank])
        distributed.barrier()
        before = {rank: tcp.received(one) for rank, one in connections.items()}
        distributed.barrier()
        _large(info, kind, size)
        distributed.barrier()
        after = {rank: tcp.received(one) for rank, one in connections.items()}
        found[kind] = result, {rank: after[rank] - before[rank] for rank in before}
    return found


def _result(info: RankInfo, kind: str, numbers: Sequence[int]) -> tuple[int, ...]:
    """What this rank has after the operation on its numbers."""
    import torch

    mine = torch.tensor(numbers, dtype=torch.int64)
    whole, other = mine, torch.zeros_like(mine)
    if kind == "all-gather":
        other = mine.repeat(info.size)  # its first part is this rank's
        whole = torch.zeros_like(other)
    operations.call(kind, whole, other, info.size, None)()
    if kind == "all-to-all":
        whole = other
    if kind == "reduce-scatter":
        whole = other[: len(mine) // info.size]
    return tuple(whole.tolist())


def _large(info: RankInfo, kind: str, size: int) -> None:
    import torch

    whole, other = torch.zeros(2, size // _WIDTH, dtype=torch.int64)
    operations.call(kind, whole, other, info.size, None)()


def _connections(info: RankInfo) -> dict[int, socket.socket]:
    """This rank's connection to each other rank."""
    from torch import distributed

    mine: dict[Ends, socket.socket] = {}
    for one in tcp.sockets():
        with suppress(OSError):  # connected to nobody
            mine[_ends(one)] = one
    told: list[Any] = [None] * info.size
    distributed.all_gather_object(told, list(mine))
    return {
        rank: one
        for (near, far), one in mine.items()
        for rank, ends in enumerate(told)
        if rank != info.rank and (far, near) in ends
    }


def _ends(one: socket.socket) -> Ends:
    return one.getsockname()[1], one.getpeername()[1]
