"""The collective operations of torch.distributed, by the names that nccl-tests has."""

from collections.abc import Callable
from typing import Any

from certlab.errors import RankError

KINDS = ("all-reduce", "all-gather", "reduce-scatter", "broadcast", "all-to-all")
_DIVIDED = ("all-gather", "reduce-scatter", "all-to-all")

Call = Callable[[], object]


def call(kind: str, whole: Any, other: Any, ranks: int, group: Any) -> Call:
    """One operation, ready to be called on a rank.

    Args:
        kind: one of `KINDS`.
        whole: the rank's whole buffer, whose size is the operation's.
        other: a buffer as large, for what comes or goes beside it.
        ranks: of the group.
        group: the process group.
    """
    from torch import distributed

    part = other[: whole.numel() // ranks]
    calls: dict[str, Call] = {
        "all-reduce": lambda: distributed.all_reduce(whole, group=group),
        "all-gather": lambda: distributed.all_gather_into_tensor(
            whole, part, group=group
        ),
        "reduce-scatter": lambda: distributed.reduce_scatter_tensor(
            part, whole, group=group
        ),
        "broadcast": lambda: distributed.broadcast(whole, 0, group=group),
        "all-to-all": lambda: distributed.all_to_all_single(other, whole, group=group),
    }
    return calls[kind]


def check(kinds: tuple[str, ...], count: int, ranks: int, width: int) -> None:
    """Refuse an unknown operation, or a buffer that does not divide among the ranks.

    Args:
        kinds: the operations.
        count: bytes of a whole buffer.
        ranks: how many share it.
        width: bytes of an element.

    Raises:
        RankError: one sentence with what would do.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise RankError(
                f"There is no collective {kind}; choose one of {', '.join(KINDS)}."
            )
    each = width * ranks if set(kinds) & set(_DIVIDED) else width
    if count < each or count % each:
        low = max(count - count % each, each)
        raise RankError(
            f"{count:,} bytes cannot be divided equally among {ranks} ranks in elements of "
            f"{width} bytes; use {low:,} or {low + each:,} bytes."
        )
