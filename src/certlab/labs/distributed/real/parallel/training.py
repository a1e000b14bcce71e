"""The training loop: one for every way of sharing it out, so that only the way differs."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from certlab.labs.distributed.real.parallel.checks import share_of_batch
from certlab.labs.distributed.real.parallel.decoder import decoder
from certlab.labs.distributed.real.parallel.report import Report, digest, whole
from certlab.labs.distributed.real.parallel.step_record import Watch
from certlab.labs.distributed.real.parallel.task import Task, batch, loss


@dataclass(frozen=True)
class Setup:
    """What a way makes of a model.

    Attributes:
        model: the module, wrapped.
        optimizer: one of its own; None for AdamW.
        share: which part of each batch is this rank's, and how many parts there are;
            None for a part to each rank.
    """

    model: Any
    optimizer: Any = None
    share: tuple[int, int] | None = None


# A way of sharing out: what it makes of a model, on a device, in a process group.
Way = Callable[[Any], Any]


def train_each(info: Any, ways: Mapping[str, Way], task: Task) -> dict[str, Report]:
    """Train once by each way, from the same weights, on the same batches.

    For `ranks.run`: call it on every rank.
    """
    return {name: train(info, way, task) for name, way in ways.items()}


def alone(task: Task, device: str = "cpu") -> Report:
    """The same training in one process, the answer that the others must find."""
    return steps(Setup(decoder(task).to(device), share=(0, 1)), task, device)


def train(info: Any, way: Way, task: Task) -> Report:
    """One rank's side of a training.

    Args:
        info: what `ranks.run` tells a rank.
        way: takes the model and gives back a module, or a `Setup`.
        task: what is trained.
    """
    return steps(setup(info, way, task), task, info.device)


def setup(info: Any, way: Way, task: Task) -> Setup:
    """A way's model with its optimizer and the rank's share of the batch filled in."""
    made = way(decoder(task).to(info.device))
    one = made if isinstance(made, Setup) else Setup(made)
    return Setup(
        one.model,
        one.optimizer or adam(one.model, task),
        one.share or (info.rank, info.size),
    )


def adam(model: Any, task: Task) -> Any:
    """AdamW; one parameter at a time, because DTensors and tensors do not go together."""
    import torch

    return torch.optim.AdamW(model.parameters(), lr=task.rate, foreach=False)


def mine(task: Task, step: int, share: tuple[int, int], device: Any) -> Any:
    """A rank's part of a batch.

    Args:
        task: whose batch it is.
        step: of the training, from 0.
        share: which part, from 0, and of how many equal ones.
        device: where the tensors go.

    Returns:
        Tokens and those that follow them, each (batch / parts, length), integers.

    Raises:
        CourseError: the batch does not divide into so many parts.
    """
    part, of = share
    rows = share_of_batch(task.batch, of)
    chosen = slice(part * rows, (part + 1) * rows)
    return [one[chosen].to(device) for one in batch(task, step)]


def steps(one: Setup, task: Task, device: Any, first: int = 0) -> Report:
    """Make a task's steps, the last of them watched.

    Args:
        one: what is trained.
        task: how many steps, and of which batches.
        device: where the model is.
        first: steps that were made before.
    """
    share = one.share or (0, 1)
    optimizer = one.optimizer or adam(one.model, task)
    losses = []
    watch = Watch(one.model, optimizer)
    last = first + task.steps - 1
    for step in range(first, last + 1):
        inputs, targets = mine(task, step, share, device)
        with watch if step == last else nullcontext():
            watch.moment("between steps", "forward")
            found = loss(one.model(inputs), targets)
            watch.moment("after forward", "backward")
            found.backward()
            watch.moment("after backward", "optimizer")
            optimizer.step()
        optimizer.zero_grad()
        losses.append(_mean(found.detach(), share[1]))
    full = dict(whole(one.model.named_parameters()))
    return Report(
        tuple(losses), full, digest(full), watch.held, watch.calls, watch.sent
    )


def _mean(value: Any, parts: int) -> float:
    """The mean over ranks; each has the same number of sequences."""
    from torch import distributed

    if parts > 1:
        distributed.all_reduce(value)
        value /= distributed.get_world_size()
    return float(value)
