"""Watches a learner's training step: which types it computes in, and in what order.

The step is called on a small network, once with finite gradients and once with an
overflow, and what happened is noted. Nothing is read but the objects it was given.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_FORMER = {
    "moved": "weights_changed",
    "kept": "weights_restored",
    "fresh": "gradients_cleared",
}
Calls = Callable[[Any, Any, Any, Any, Any], Any]


@dataclass(frozen=True, slots=True)
class Witness:
    """What a step did.

    Attributes:
        attempted: False where it did nothing at all.
        layer: type in which the linear layer gave its output, "float16".
        weights: type of the weights afterwards.
        scaled: the gradients that arrived were the right ones times the scale.
        weights_changed: the step changed the weights, as the same step in FP32 does.
        weights_restored: after an overflow the weights are what they were.
        halved: after an overflow the scale is half of what it was.
        gradients_cleared: gradients of the step before were gone when the backward pass came.
        error: what it raised, "" if nothing.
    """

    attempted: bool
    layer: str = ""
    weights: str = ""
    scaled: bool = False
    weights_changed: bool = False
    weights_restored: bool = False
    halved: bool = False
    gradients_cleared: bool = False
    error: str = ""

    def __getattr__(self, name: str) -> object:
        """A field by its former name, as learners' copies of the lab have it."""
        if name in _FORMER:
            return getattr(self, _FORMER[name])
        raise AttributeError(name)


def witness(step: Calls) -> Witness:
    """Watch `step(model, optimizer, scaler, pixels, labels)` at work, on the CPU."""
    good, overflow = _Scene(), _Scene(blow_up=True)
    before, held = good.weights, overflow.weights
    try:
        if step(*good.objects) is None and not good.layers:
            return Witness(attempted=False)
        step(*good.objects)
        step(*overflow.objects)
    except Exception as error:  # noqa: BLE001 -- whatever the learner's step raises is an answer
        return Witness(attempted=True, error=f"{type(error).__name__}: {error}")
    return Witness(
        attempted=True,
        layer=good.layers[0] if good.layers else "",
        weights=good.dtype,
        scaled=good.scaled,
        weights_changed=good.changed(before),
        weights_restored=not overflow.changed(held),
        halved=overflow.scaler.get_scale() == overflow.start / 2,
        gradients_cleared=good.fresh == [True, True],
    )


class _Scene:
    """A network with one layer, its optimizer, a scaler and a batch."""

    start = 1024.0

    def __init__(self, *, blow_up: bool = False) -> None:
        import torch

        torch.manual_seed(1)
        self.layers: list[str] = []
        self.model = torch.nn.Sequential(torch.nn.Linear(4, 3))
        self.model[0].register_forward_hook(self._saw)
        self.model[0].weight.register_hook(self._arrives)
        self.fresh: list[bool] = []
        self.arrived: list[float] = []
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=1e-3)
        self.scaler = torch.amp.GradScaler("cpu", init_scale=self.start)
        self.pixels = torch.ones(2, 4)
        if blow_up:  # a gradient that no scale can hold, whatever the forward pass gave
            self.model[0].weight.register_hook(lambda one: one * math.inf)
        self.labels = torch.tensor([0, 2])

    @property
    def objects(self) -> tuple[Any, Any, Any, Any, Any]:
        return self.model, self.optimizer, self.scaler, self.pixels, self.labels

    @property
    def weights(self) -> Any:
        return self.model[0].weight.detach().clone()

    @property
    def dtype(self) -> str:
        return _name(self.model[0].weight.dtype)

    def changed(self, before: Any) -> bool:
        """Whether the weights differ from before, as numbers that are numbers."""
        now = self.model[0].weight.detach()
        return bool((now.float() != before.float()).any())

    def _saw(self, _layer: Any, _inputs: Any, output: Any) -> None:
        self.layers.append(_name(output.dtype))

    @property
    def scaled(self) -> bool:
        """Whether the first gradient was that of the first weights, times the scale."""
        import torch
        from torch.nn.functional import cross_entropy

        torch.manual_seed(1)
        same = torch.nn.Linear(4, 3)
        cross_entropy(same(self.pixels), self.labels).backward()
        right = float(same.weight.grad.abs().sum()) * self.start
        return bool(self.arrived) and math.isclose(self.arrived[0], right, rel_tol=0.05)

    def _arrives(self, gradient: Any) -> None:
        """Before a gradient is added to what is there."""
        self.arrived.append(float(gradient.abs().sum()))
        there = self.model[0].weight.grad
        self.fresh.append(there is None or not bool(there.any()))


def _name(dtype: Any) -> str:
    return str(dtype).removeprefix("torch.")
