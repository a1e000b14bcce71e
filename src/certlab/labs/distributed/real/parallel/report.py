"""What a rank found in a training."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import certlab.labs.distributed.real.parallel.traffic as on_the_way
from certlab.labs.distributed.real.parallel.sharded_state import RankBytes
from certlab.labs.distributed.real.parallel.traffic import Call


@dataclass(frozen=True)
class Report:
    """A rank's side of a training that is over.

    Attributes:
        losses: of each step, the mean over all of the batch.
        weights: whole at the end, by name, as NumPy arrays.
        digest: of those weights, to the last bit.
        held: what the rank holds "between steps", "after forward" and "after backward".
        calls: collectives of the last step.
        sent: bytes that left the rank's TCP sockets in it; None where nobody counts.
    """

    losses: tuple[float, ...]
    weights: dict[str, Any]
    digest: str
    held: dict[str, RankBytes]
    calls: tuple[Call, ...]
    sent: int | None

    @property
    def on_a_ring(self) -> float:
        """Bytes that a rank sends in a step if each collective goes around a ring."""
        return sum(one.on_a_ring for one in self.calls)

    def count(self, *phases: str) -> dict[str, int]:
        """Collectives of a step by kind; of some phases, "forward" or "backward"."""
        return on_the_way.count(self.calls, *phases)


def whole(named: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Tensors by name as NumPy arrays, shards put together; every rank must call it."""
    from torch.distributed.tensor import DTensor

    for name, one in named:
        full = one.detach()
        full = full.full_tensor() if isinstance(full, DTensor) else full
        yield name.removeprefix("module."), full.cpu().numpy().copy()


def digest(arrays: dict[str, Any]) -> str:
    """The same for the same bits only."""
    found = sha256()
    for name, one in sorted(arrays.items()):
        found.update(name.encode() + one.tobytes())
    return found.hexdigest()[:12]


def distance(some: dict[str, Any], others: dict[str, Any]) -> float:
    """The largest difference of any weight or gradient between two trainings.

    Raises:
        ValueError: they do not have the same names.
    """
    if some.keys() != others.keys():
        raise ValueError(f"{sorted(some.keys() ^ others.keys())} are not in both")
    return max(float(abs(some[name] - others[name]).max()) for name in some)
