"""Smaller copies of the tiny GPT: without whole layers, or with narrower ones."""

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor, nn

from certlab.labs.nemo.real.tiny_gpt import TinyGPT


def size(model: nn.Module) -> int:
    """How many weights a model has."""
    return sum(weight.numel() for weight in model.parameters())


def without_layers(model: TinyGPT, kept: Sequence[int]) -> TinyGPT:
    """A copy that has only these layers, in this order."""
    small = TinyGPT(replace(model.config, layers=len(kept)))
    weights = {
        name: weight
        for name, weight in model.state_dict().items()
        if not name.startswith("blocks.")
    }
    for place, number in enumerate(kept):
        for name, weight in model.blocks[number].state_dict().items():
            weights[f"blocks.{place}.{name}"] = weight
    small.load_state_dict(weights)
    small.eval()
    return small


def activity(model: TinyGPT, ids: Tensor) -> list[Tensor]:
    """The mean absolute activation of each inner channel, by layer, on some tokens."""
    seen: list[Tensor] = []

    def note(_layer: nn.Module, given: tuple[Tensor]) -> None:
        seen.append(given[0].abs().mean(dim=(0, 1)))

    hooks = [block.down.register_forward_pre_hook(note) for block in model.blocks]
    with torch.no_grad():
        model(ids)
    for hook in hooks:
        hook.remove()
    return seen


def with_channels(model: TinyGPT, kept: Sequence[Tensor]) -> TinyGPT:
    """A copy whose layers have only these inner channels, equally many in each."""
    small = TinyGPT(replace(model.config, hidden=len(kept[0])))
    weights = model.state_dict()
    for number, chosen in enumerate(kept):
        for name, dim in (("up", 0), ("down", 1)):
            key = f"blocks.{number}.{name}.weight"
            weights[key] = weights[key].index_select(dim, chosen)
    small.load_state_dict(weights)
    small.eval()
    return small
