"""Each step of a training, its gradients looked at."""

import math
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        loss: before it is scaled.
        scale: what it was multiplied by; 1 without a scaler.
        overflow: a gradient was infinite or no number; with a scaler the step is skipped.
        zeros: share of the gradients that were zero, 0 to 1.
        peak: the largest gradient without its scale, those of activations included;
            infinite on an overflow.
        seconds: how long the step took.
    """

    loss: float
    scale: float
    overflow: bool
    zeros: float
    peak: float
    seconds: float


class Watch:
    """Looks at the gradients of each step, those of activations by hooks."""

    def __init__(self, model: Any | None) -> None:
        self._layers = [*(model or ())]
        self._hooks: list[Any] = []
        self._largest: list[float] = []

    def __enter__(self) -> Self:
        for layer in self._layers:
            self._hooks.append(layer.register_forward_hook(self._follow))
        return self

    def __exit__(self, *_: object) -> None:
        for hook in self._hooks:
            hook.remove()

    def _follow(self, _layer: Any, _inputs: Any, output: Any) -> None:
        if output.requires_grad:
            output.register_hook(self._saw)

    def _saw(self, gradient: Any) -> None:
        self._largest.append(gradient.detach().abs().max().item())

    def step(self, loss: Any, scale: float, seconds: float) -> Step:
        """What the step that was just made showed; its gradients have no scale by now."""
        import torch

        every = [one for layer in self._layers for one in layer.parameters()]
        flat = torch.cat([one.grad.reshape(-1) for one in every])
        overflow = not bool(flat.isfinite().all())
        largest = max([*self._largest, 0.0]) / scale
        self._largest.clear()
        peak = math.inf if overflow else max(largest, flat.abs().max().item())
        zeros = (flat == 0).double().mean().item()
        return Step(loss.item(), scale, overflow, zeros, peak, seconds)
