"""What ranks send each other: the calls a program makes, and the bytes on its sockets.

`Traffic` notes every collective as it is called, whoever calls it: DDP's reducer, FSDP2's
hooks or a DTensor. `sent` reads what the kernel says has left this process's TCP sockets;
that is Gloo's way on one machine, and NCCL's is another.
"""

# Torch counts as Any here, and its classes are there to be subclassed.
# mypy: allow-subclassing-any

import struct
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from certlab.labs.distributed.real import tcp

# Operations of torch.ops.c10d and torch.ops._c10d_functional by what they do.
_KINDS = {
    "allreduce_": "all-reduce",
    "all_reduce": "all-reduce",
    "_allgather_base_": "all-gather",
    "all_gather_into_tensor": "all-gather",
    "allgather_": "all-gather",
    "_reduce_scatter_base_": "reduce-scatter",
    "reduce_scatter_tensor": "reduce-scatter",
    "reduce_scatter_": "reduce-scatter",
    "broadcast_": "broadcast",
    "broadcast": "broadcast",
}
# The share of a buffer that a rank sends on a ring, as a multiple of (N - 1) / N.
_RING = {"all-reduce": 2, "all-gather": 1, "reduce-scatter": 1}


@dataclass(frozen=True)
class Call:
    """A collective that was called.

    Attributes:
        kind: "all-reduce", "all-gather", "reduce-scatter" or "broadcast".
        bytes: a rank's whole buffer: of an all-gather what it ends with, of a
            reduce-scatter what it begins with.
        ranks: in its group.
        phase: what the program said it was doing, "forward".
    """

    kind: str
    bytes: int
    ranks: int
    phase: str = ""

    @property
    def on_a_ring(self) -> float:
        """Bytes that each rank sends, if it is done on a ring; a broadcast's is 0 or S."""
        return _RING.get(self.kind, 1) * self.bytes * (self.ranks - 1) / self.ranks


def traffic() -> Any:
    """A mode, to be entered with `with`, whose `calls` are the collectives called in it.

    Set its `phase` to name what comes next.
    """
    from torch.distributed.tensor import DTensor
    from torch.utils._python_dispatch import TorchDispatchMode

    class Traffic(TorchDispatchMode):
        def __init__(self) -> None:
            super().__init__()
            self.calls: list[Call] = []
            self.phase = ""

        def __torch_dispatch__(
            self, op: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            # A DTensor's operation becomes plain ones and collectives first.
            if any(issubclass(one, DTensor) for one in types):
                return NotImplemented
            out = op(*args, **(kwargs or {}))
            name = op.name().partition(".")[0].partition("::")[2]
            if op.namespace in ("c10d", "_c10d_functional") and name in _KINDS:
                self.calls.append(_call(_KINDS[name], args, out, self.phase))
            return out

    return Traffic()


def count(calls: Iterable[Call], *phases: str) -> dict[str, int]:
    """How many calls of each kind there were, in some phases or in all."""
    kinds = Counter(one.kind for one in calls if not phases or one.phase in phases)
    return dict(sorted(kinds.items()))


def sent() -> int | None:
    """Bytes that have left this process's TCP sockets; None where the kernel hides it."""
    total = 0
    try:
        for one in tcp.sockets():
            with one, suppress(OSError):  # listening, or closed since
                total += tcp.sent(one)
    except (OSError, AttributeError, struct.error):
        return None
    return total


def _call(kind: str, args: Any, out: Any, phase: str) -> Call:
    tensors = [*_tensors(args), *_tensors(out)]
    return Call(kind, max(one.nbytes for one in tensors), _ranks(args), phase)


def _tensors(some: Any) -> list[Any]:
    import torch

    if isinstance(some, torch.Tensor):
        return [some]
    if isinstance(some, list | tuple):
        return [one for part in some for one in _tensors(part)]
    return []


def _ranks(args: Any) -> int:
    """The size of a call's group, which is an argument: a ScriptObject or a name."""
    import torch
    from torch import distributed
    from torch.distributed import distributed_c10d

    for one in args:
        if isinstance(one, torch.ScriptObject) and "ProcessGroup" in str(one):
            return int(distributed.ProcessGroup.unbox(one).size())
    names = [one for one in args if isinstance(one, str)]
    if names:
        return int(distributed_c10d._resolve_process_group(names[-1]).size())
    return int(distributed.get_world_size())
