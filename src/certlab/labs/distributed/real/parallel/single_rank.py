"""A group of one rank in this very process, where an exercise's answer is watched.

Everything that DDP and FSDP2 call is called there too, and nothing waits for anybody.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from certlab.labs.distributed.real.parallel.decoder import decoder
from certlab.labs.distributed.real.parallel.report import distance, whole
from certlab.labs.distributed.real.parallel.task import Task, batch, loss
from certlab.labs.distributed.real.parallel.traffic import traffic


@contextmanager
def group_of_one() -> Iterator[None]:
    """A process group of this process alone, over no network."""
    from torch import distributed

    distributed.init_process_group(
        "gloo", store=distributed.HashStore(), rank=0, world_size=1
    )
    try:
        yield
    finally:
        distributed.destroy_process_group()


@dataclass(frozen=True)
class Accumulated:
    """What an answer to "add up gradients, reduce once" did.

    Attributes:
        attempted: whether it changed or called anything.
        error: what it raised, in a line; "" for nothing.
        backwards: how many backward passes it made.
        reductions: how many times DDP reduced its gradients.
        factor: its gradient by the right one; 1 when it is right.
    """

    attempted: bool
    error: str = ""
    backwards: int = 0
    reductions: int = 0
    factor: float = 0.0


def accumulated(answer: Callable[[Any, Any], Any], parts: int = 4) -> Accumulated:
    """Watch an answer that is given a DDP model and a list of (inputs, targets)."""
    from torch.nn.parallel import DistributedDataParallel

    task = Task(layers=1, hidden=16, heads=2, ffn=16, vocabulary=16, batch=2 * parts)
    inputs, targets = batch(task, 0)
    pieces = list(zip(inputs.chunk(parts), targets.chunk(parts), strict=True))
    right = decoder(task)
    loss(right(inputs), targets).backward()
    with group_of_one():
        model = DistributedDataParallel(decoder(task))
        passes = []
        # The last parameter before the loss sees each backward once.
        model.module.norm.bias.register_hook(lambda _: passes.append(1))
        try:
            with traffic() as seen:
                answer(model, pieces)
        except Exception as error:  # noqa: BLE001 -- whatever an answer raises
            return Accumulated(True, f"{type(error).__name__}: {error}".splitlines()[0])
        calls = sum(one.kind == "all-reduce" for one in seen.calls)
        return Accumulated(bool(passes), "", len(passes), calls, _factor(model, right))


def _factor(model: Any, right: Any) -> float:
    """By what a gradient is the right one, if it points its way; else not a number."""
    found, wanted = (
        dict(whole((name, one.grad) for name, one in each.named_parameters()))
        if all(one.grad is not None for one in each.parameters())
        else {}
        for each in (model, right)
    )
    if not found:
        return 0.0
    name = "embedding.weight"
    largest = abs(wanted[name]).argmax()
    factor = float(found[name].flat[largest] / wanted[name].flat[largest])
    scaled = {key: one * factor for key, one in wanted.items()}
    return (
        factor if distance(found, scaled) < 1e-5 * abs(factor) + 1e-6 else float("nan")
    )


@dataclass(frozen=True)
class Sharded:
    """What an answer to "shard a decoder" made.

    Attributes:
        attempted: whether it sharded anything.
        error: what it raised, in a line; "" for nothing.
        groups: parameters of each group, which are gathered together, largest first.
        again: whether every group is gathered again for the backward.
    """

    attempted: bool
    error: str = ""
    groups: tuple[int, ...] = ()
    again: bool = False


def sharded(answer: Callable[[Any], Any], task: Task) -> Sharded:
    """Watch an answer that is given a decoder."""
    from torch.distributed.fsdp import FSDPModule
    from torch.distributed.tensor import DTensor

    with group_of_one():
        model = decoder(task)
        try:
            answer(model)
        except Exception as error:  # noqa: BLE001 -- whatever an answer raises
            return Sharded(True, f"{type(error).__name__}: {error}".splitlines()[0])
        wrapped = [one for one in model.modules() if isinstance(one, FSDPModule)]
        if not wrapped:
            return Sharded(False)
        loss(model(batch(task, 0)[0]), batch(task, 0)[1])
        # What stays whole after the forward is not gathered again.
        again = all(isinstance(one, DTensor) for one in model.parameters())
        return Sharded(True, "", _groups(wrapped), again)


def _groups(wrapped: list[Any]) -> tuple[int, ...]:
    """A module's group has its parameters but those of wrapped modules inside it."""
    sizes, seen = [], set[int]()
    for module in reversed(wrapped):  # what is inside comes later in `modules`
        own = [one for one in module.parameters() if id(one) not in seen]
        seen |= {id(one) for one in own}
        sizes.append(sum(one.numel() for one in own))
    return tuple(sorted((size for size in sizes if size), reverse=True))
