"""Training by one recipe: what is asked of it, what it costs, and what the scaler did."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from certlab.labs.mixed_precision.real.precision.digits import Digits, network
from certlab.labs.mixed_precision.real.precision.gradients import Step, Watch
from certlab.labs.mixed_precision.real.precision.recipes import Recipe


@dataclass(frozen=True, slots=True)
class Result:
    """A training that is over.

    Attributes:
        recipe: how it was trained.
        accuracy: share of the held-out pictures read right.
        seconds: median of a step, without the first two.
        steps: all of them, where they were watched; none otherwise.
        peak_bytes: most memory that PyTorch held on the GPU at once; None on a CPU,
            where it does not count.
    """

    recipe: Recipe
    accuracy: float
    seconds: float
    steps: tuple[Step, ...]
    peak_bytes: int | None


def train(
    recipe: Recipe,
    data: Digits,
    *,
    seed: int = 0,
    width: int = 1024,
    epochs: int = 6,
    batch: int = 256,
    watch: bool = False,
    **scaler: float,
) -> Result:
    """Train a new network with Adam, and test it in FP32.

    Args:
        seed: of the first weights and of the order of the pictures.
        watch: note each step's gradients; slower, and not for timing.
        scaler: arguments of the GradScaler, such as init_scale.
    """
    import torch

    place = data.device
    torch.manual_seed(seed)
    model = network(width, place)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    scaling = recipe.scaler(place, **scaler)
    if place == "cuda":
        torch.cuda.reset_peak_memory_stats()
    steps, taken = [], []
    with Watch(model if watch else None) as seen:
        for chosen in _batches(len(data.labels), epochs, batch, place):
            start = _now(place)
            scale = scaling.get_scale()
            loss = _step(recipe, model, optimizer, scaling, data, chosen)
            taken.append(_now(place) - start)
            if watch:
                steps.append(seen.step(loss, scale, taken[-1]))
    peak = torch.cuda.max_memory_allocated() if place == "cuda" else None
    right = _accuracy(model, data)
    return Result(recipe, right, median(taken[2:] or taken), tuple(steps), peak)


def one_step(
    recipe: Recipe, data: Digits, *, width: int = 1024, batch: int = 256
) -> Callable[[], Any]:
    """A call that makes one more step of a training, on the same pictures each time.

    Args:
        width: of the network's hidden layers.
        batch: pictures in the step.
    """
    import torch

    torch.manual_seed(0)
    model = network(width, data.device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    scaler = recipe.scaler(data.device)
    chosen = torch.arange(min(batch, len(data.labels)), device=data.device)
    return partial(_step, recipe, model, optimizer, scaler, data, chosen)


def _step(
    recipe: Recipe, model: Any, optimizer: Any, scaler: Any, data: Digits, chosen: Any
) -> Any:
    """One step as every training with torch.amp makes it; returns the loss."""
    from torch.nn.functional import cross_entropy

    optimizer.zero_grad()
    with recipe.autocast(data.device):
        loss = cross_entropy(model(data.pixels[chosen]), data.labels[chosen])
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    return loss.detach()


def _batches(count: int, epochs: int, batch: int, device: str) -> Iterator[Any]:
    import torch

    for _ in range(epochs):
        order = torch.randperm(count).to(device)
        for start in range(0, count - batch + 1, batch):
            yield order[start : start + batch]


def _now(device: str) -> float:
    """Seconds, read when the device is idle."""
    import torch

    if device == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter()


def _accuracy(model: Any, data: Digits) -> float:
    import torch

    with torch.no_grad():
        said = model(data.held_pixels).argmax(dim=1)
    return float((said == data.held_labels).double().mean())
