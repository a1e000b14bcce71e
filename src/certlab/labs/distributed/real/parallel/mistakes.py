"""What goes wrong in data parallelism without an error, and the error that there is.

All of it runs inside `ranks.run`, and every rank makes the same calls, so nothing waits
for a collective that never comes.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from certlab.errors import CourseError
from certlab.labs.distributed.real.parallel.checks import share_of_batch
from certlab.labs.distributed.real.parallel.decoder import decoder
from certlab.labs.distributed.real.parallel.report import digest, distance, whole
from certlab.labs.distributed.real.parallel.task import Task, batch, loss
from certlab.labs.distributed.real.parallel.traffic import count, traffic
from certlab.labs.distributed.real.parallel.training import Way


def first_weights(info: Any, way: Way, task: Task) -> tuple[str, str]:
    """Digests of a rank's weights before and after wrapping, each rank with its own seed."""
    own = decoder(replace(task, seed=task.seed + info.rank)).to(info.device)
    before = digest(dict(whole(own.named_parameters())))
    return before, digest(dict(whole(way(own).named_parameters())))


def unequal(
    info: Any, way: Way, task: Task, rows: Sequence[int], *, weighted: bool = False
) -> float:
    """How far the gradient is off when ranks have different numbers of sequences.

    Args:
        rows: sequences of each rank.
        weighted: multiply each loss by what its rank's share should count.

    Returns:
        The largest difference from the gradient of the whole batch, as a share of that
        gradient's largest number.

    Raises:
        CourseError: the rows are not a batch, or there is not one number a rank.
    """
    if len(rows) != info.size or sum(rows) != task.batch or min(rows) < 1:
        raise CourseError(
            f"{len(rows)} shares of {sum(rows)} sequences are not {info.size} ranks' "
            f"shares of {task.batch}; give each rank 1 or more."
        )
    model = way(decoder(task).to(info.device))
    begin = sum(rows[: info.rank])
    chosen = slice(begin, begin + rows[info.rank])
    inputs, targets = (one[chosen].to(info.device) for one in batch(task, 0))
    found = loss(model(inputs), targets)
    if weighted:
        found = found * rows[info.rank] * info.size / task.batch
    found.backward()
    return _off(model, _right(task, info.device))


def summed(info: Any, way: Way, task: Task) -> float:
    """By what DDP's gradient is too large if the loss is a sum over a rank's tokens."""
    rows = share_of_batch(task.batch, info.size)
    model = way(decoder(task).to(info.device))
    inputs, targets = _share(task, info, rows)
    (loss(model(inputs), targets) * targets.numel()).backward()
    found, right = _gradients(model), _right(task, info.device)
    return _largest(found) / _largest(right)


def accumulated(
    info: Any, way: Way, task: Task, parts: int, *, quiet: bool
) -> tuple[dict[str, int], float]:
    """Gradients added up over micro-batches before one step of the optimizer.

    Args:
        parts: micro-batches of a rank.
        quiet: do not reduce gradients but at the last of them.

    Returns:
        Collectives by kind, and how far the gradient is off, as in `unequal`.
    """
    rows = share_of_batch(task.batch, info.size)
    inside = share_of_batch(rows, parts)
    model = way(decoder(task).to(info.device))
    inputs, targets = _share(task, info, rows)
    with traffic() as seen:
        for part in range(parts):
            chosen = slice(part * inside, (part + 1) * inside)
            silent = quiet and part < parts - 1
            with _silence(model, silent=silent):
                (loss(model(inputs[chosen]), targets[chosen]) / parts).backward()
    return count(seen.calls), _off(model, _right(task, info.device))


def unused(info: Any, task: Task, **options: Any) -> str:
    """What DDP says at the second step when a layer took no part in the first.

    Args:
        options: DDP's, such as `find_unused_parameters=True`.

    Returns:
        The error's first sentence; nothing if there was none.
    """
    from torch.nn.parallel import DistributedDataParallel

    model = decoder(task).to(info.device)
    skipped = type(model.blocks[0])(task).to(info.device)
    model.add_module("skipped", skipped)  # it has weights, and forward never calls it
    wrapped = DistributedDataParallel(model, **options)
    inputs, targets = _share(task, info, share_of_batch(task.batch, info.size))
    try:
        for _ in range(2):
            loss(wrapped(inputs), targets).backward()
    except RuntimeError as error:
        return str(error).partition(". ")[0] + "."
    return ""


def _silence(model: Any, *, silent: bool) -> Any:
    """A context in which gradients stay on their rank; FSDP2 has a switch instead."""
    if hasattr(model, "set_requires_gradient_sync"):
        model.set_requires_gradient_sync(not silent)
        return nullcontext()
    return model.no_sync() if silent else nullcontext()


def _share(task: Task, info: Any, rows: int) -> tuple[Any, Any]:
    chosen = slice(info.rank * rows, (info.rank + 1) * rows)
    inputs, targets = batch(task, 0)
    return inputs[chosen].to(info.device), targets[chosen].to(info.device)


def _gradients(model: Any) -> dict[str, Any]:
    return dict(whole((name, one.grad) for name, one in model.named_parameters()))


def _right(task: Task, device: Any) -> dict[str, Any]:
    """The gradient of the whole batch, of one process."""
    model = decoder(task).to(device)
    inputs, targets = batch(task, 0)
    loss(model(inputs.to(device)), targets.to(device)).backward()
    return _gradients(model)


def _off(model: Any, right: dict[str, Any]) -> float:
    return distance(_gradients(model), right) / _largest(right)


def _largest(arrays: dict[str, Any]) -> float:
    return max(float(abs(one).max()) for one in arrays.values())
