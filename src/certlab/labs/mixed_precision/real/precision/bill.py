"""The memory of one training step, counted from the tensors that are really there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from certlab.labs.mixed_precision.real.precision.digits import network
from certlab.labs.mixed_precision.real.precision.recipes import Recipe


@dataclass(frozen=True, slots=True)
class Bill:
    """Bytes of a training step.

    Attributes:
        weights: the parameters, the master copy.
        gradients: one for each parameter.
        optimizer: Adam's two running means.
        copies: weights that autocast has cast down and kept for the backward pass.
        activations: what else the forward pass kept for the backward pass.
    """

    weights: int
    gradients: int
    optimizer: int
    copies: int
    activations: int

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.rows.values())

    @property
    def rows(self) -> dict[str, int]:
        """Bytes by what they are for."""
        return {
            "weights": self.weights,
            "gradients": self.gradients,
            "optimizer": self.optimizer,
            "cast copies": self.copies,
            "activations": self.activations,
        }


def bill(recipe: Recipe, *, batch: int, width: int = 1024, device: str = "cpu") -> Bill:
    """Make one step and count the bytes of what it holds before the backward pass ends.

    Args:
        batch: pictures in the step; only activations grow with it.
        width: of the hidden layers.
    """
    import torch
    from torch.nn.functional import cross_entropy

    torch.manual_seed(0)
    model = network(width, device)
    optimizer = torch.optim.Adam(model.parameters())
    pixels = torch.rand(batch, 64, device=device)
    labels = torch.randint(0, 10, (batch,), device=device)
    kept = _Kept(model)
    with torch.autograd.graph.saved_tensors_hooks(kept.pack, lambda one: one):
        with recipe.autocast(device):
            loss = cross_entropy(model(pixels), labels)
        kept.count()
    loss.backward()
    optimizer.step()
    parameters = [*model.parameters()]
    return Bill(
        weights=_bytes(parameters),
        gradients=_bytes(one.grad for one in parameters),
        optimizer=_bytes(_moments(optimizer)),
        copies=kept.copies,
        activations=kept.activations,
    )


def _moments(optimizer: Any) -> Iterator[Any]:
    for state in optimizer.state.values():
        yield from (one for name, one in state.items() if name != "step")


def _bytes(tensors: Any) -> int:
    return sum(one.numel() * one.element_size() for one in tensors)


class _Kept:
    """What autograd keeps for the backward pass, each piece of memory once."""

    def __init__(self, model: Any) -> None:
        self._ours = {one.untyped_storage().data_ptr() for one in model.parameters()}
        self._seen: dict[int, tuple[int, bool]] = {}
        self._alive: list[Any] = []  # or an address could be given out a second time
        self.copies = 0
        self.activations = 0

    def pack(self, tensor: Any) -> Any:
        storage = tensor.untyped_storage()
        address = storage.data_ptr()
        if address not in self._ours and address not in self._seen:
            self._seen[address] = (storage.nbytes(), _of_parameter(tensor.grad_fn))
            self._alive.append(storage)
        return tensor

    def count(self) -> None:
        """Add up what was kept so far."""
        for size, copy in self._seen.values():
            if copy:
                self.copies += size
            else:
                self.activations += size
        self._alive.clear()


def _of_parameter(made_by: Any) -> bool:
    """Whether a tensor is nothing but a parameter cast or turned.

    Such a tensor has one input, that has one, and so on, until the node that collects a
    parameter's gradient.
    """
    while made_by is not None:
        if hasattr(made_by, "variable"):
            return True
        before = [one for one, _ in made_by.next_functions if one is not None]
        if len(before) != 1 or made_by.name() not in _VIEWS:
            return False
        (made_by,) = before
    return False


_VIEWS = {"ToCopyBackward0", "TBackward0", "TransposeBackward0"}
