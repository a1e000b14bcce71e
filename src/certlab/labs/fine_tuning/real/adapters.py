"""Low-rank adapters and virtual tokens for the tiny GPT."""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor, nn

from certlab.labs.nemo.real.tiny_gpt import TinyGPT

EVERYWHERE = ("qkv", "out", "up", "down")  # the linear layers of a block
Wrap = Callable[[nn.Linear], nn.Module]


def attach(model: TinyGPT, wrap: Wrap, layers: tuple[str, ...] = EVERYWHERE) -> None:
    """Freeze a model and put `wrap(layer)` in the place of its named linear layers."""
    model.requires_grad_(False)
    for parent, name in places(model, layers):
        setattr(parent, name, wrap(getattr(parent, name)))


def places(
    model: nn.Module, layers: tuple[str, ...]
) -> Iterator[tuple[nn.Module, str]]:
    """Where the named layers stand: the module that holds each, and its name there."""
    found = [
        (parent, name)
        for parent in model.modules()
        for name, _ in parent.named_children()
        if name in layers
    ]
    yield from found


def trained(model: nn.Module) -> list[nn.Parameter]:
    """The parameters that are not frozen."""
    return [weight for weight in model.parameters() if weight.requires_grad]


class VirtualTokens(nn.Module):  # type: ignore[misc]  # mypy takes torch as untyped
    """A frozen model with trained vectors in front of every input."""

    def __init__(self, model: TinyGPT, count: int, seed: int = 1) -> None:
        super().__init__()
        self.model = model.requires_grad_(False)
        self.embedding = model.embedding
        rng = torch.Generator().manual_seed(seed)
        chosen = torch.randint(model.config.vocabulary, (count,), generator=rng)
        self.vectors = nn.Parameter(model.embedding.weight[chosen].clone())

    def forward(self, ids: Tensor) -> Tensor:
        """Logits (batch, length, vocabulary) of ids; those of the vectors are left out."""
        front = self.vectors.expand(len(ids), -1, -1)
        logits: Tensor = self.model.score(
            torch.cat((front, self.embedding(ids)), dim=1)
        )
        return logits[:, len(self.vectors) :]
