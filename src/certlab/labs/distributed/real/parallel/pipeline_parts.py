"""A decoder cut into the parts of a pipeline, and blocks that take a known time."""

# Torch counts as Any here, and its classes are there to be subclassed.
# mypy: allow-subclassing-any

import time
from functools import cache
from types import SimpleNamespace
from typing import Any

from certlab.labs.distributed.real.parallel.checks import stages
from certlab.labs.distributed.real.parallel.decoder import decoder
from certlab.labs.distributed.real.parallel.pipeline_plan import NO_PAUSE, Pause
from certlab.labs.distributed.real.parallel.task import Task


def part(task: Task, index: int, count: int) -> Any:
    """A part with its share of the blocks; the first embeds, the last has the head."""
    from torch import nn

    size = stages(task.layers, count)
    model = decoder(task)
    chosen = model.blocks[index * size : (index + 1) * size]
    model.blocks = nn.ModuleList(_classes().Paused(one) for one in chosen)
    if index > 0:
        model.embedding = None
    if index < count - 1:
        model.norm = model.head = None
    return model


def named_gradients(model: Any, index: int, size: int) -> list[tuple[str, Any]]:
    """Gradients of a part by the names that the whole decoder has for them."""
    return [
        (_whole_name(name, index * size), one.grad)
        for name, one in model.named_parameters()
    ]


def _whole_name(name: str, first: int) -> str:
    if not name.startswith("blocks."):
        return name
    _, number, _, rest = name.split(".", 3)  # blocks.0.block.mlp.up.weight
    return f"blocks.{int(number) + first}.{rest}"


def pause(model: Any, how_long: Pause) -> None:
    """Set what every block of a part sleeps from now on."""
    for block in model.blocks:
        block.pause = how_long


@cache
def _classes() -> SimpleNamespace:
    """Made at the first call, because importing this imports no torch."""
    import torch
    from torch import nn

    class Wait(torch.autograd.Function):
        """Its input, some time later; the same backwards."""

        @staticmethod
        def forward(ctx: Any, x: Any, forward: float, backward: float) -> Any:
            ctx.backward_seconds = backward
            time.sleep(forward)
            return x.view_as(x)

        @staticmethod
        def backward(ctx: Any, gradient: Any) -> Any:
            time.sleep(ctx.backward_seconds)
            return gradient, None, None

    class Paused(nn.Module):
        """A block that also sleeps: its own seconds for its input's and weights' parts."""

        def __init__(self, block: Any) -> None:
            super().__init__()
            self.block = block
            self.pause = NO_PAUSE

        def forward(self, x: Any) -> Any:
            forward, backward, weight = self.pause
            x = Wait.apply(x, forward, backward)
            last = Wait.apply(self.block.mlp.down.weight, 0, weight)
            return torch.func.functional_call(
                self.block, {"mlp.down.weight": last}, (x,)
            )

    return SimpleNamespace(Paused=Paused)
