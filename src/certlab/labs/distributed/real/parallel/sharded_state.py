"""What a rank holds of a training's state, counted on its real tensors."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class RankBytes:
    """Bytes on one rank.

    Attributes:
        weights: parameters; of a DTensor the rank's own shard.
        gathered: whole parameters that stand in for shards just now.
        gradients: of parameters that have one.
        optimizer: its states, without step counts.
    """

    weights: int
    gathered: int
    gradients: int
    optimizer: int

    @property
    def optimiser(self) -> int:
        """`optimizer` by its former name, as learners' copies of the lab have it."""
        return self.optimizer

    @property
    def total(self) -> int:
        """Everything together."""
        return self.weights + self.gathered + self.gradients + self.optimizer


def rank_bytes(model: Any, optimizer: Any, shards: Iterable[Any] = ()) -> RankBytes:
    """Count now.

    Args:
        model: a module, wrapped or not.
        optimizer: one, or several of which each has a part.
        shards: DTensors that were the parameters between steps. FSDP2 puts whole
            parameters in their place while it computes, and keeps these.
    """
    registered = list(model.parameters())
    own = list(shards) or registered
    gathered = [one for one in registered if all(one is not other for other in own)]
    gradients = [one.grad for one in (*own, *gathered) if one.grad is not None]
    return RankBytes(
        bytes_of(own),
        bytes_of(gathered),
        bytes_of(gradients),
        bytes_of(_states(optimizer)),
    )


def bytes_of(tensors: Iterable[Any]) -> int:
    """Bytes of tensors on this rank; what shares memory counts once."""
    from torch.distributed.tensor import DTensor

    local = [one.to_local() if isinstance(one, DTensor) else one for one in tensors]
    return sum({one.data_ptr(): one.nbytes for one in local if one.nbytes}.values())


def _states(optimizer: Any) -> Iterator[Any]:
    """Tensors of an optimizer's states; a step count is no state that grows."""
    # ZeRO-1 in PyTorch is an optimizer around the one that has this rank's states.
    for state in getattr(optimizer, "optim", optimizer).state.values():
        yield from (one for one in state.values() if getattr(one, "ndim", 0))
