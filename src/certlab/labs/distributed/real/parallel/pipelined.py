"""A step of training through torch.distributed.pipelining, watched on every rank."""

import time
from collections.abc import Mapping
from typing import Any

from certlab.labs.distributed.real.parallel import pipeline_parts
from certlab.labs.distributed.real.parallel.lane import Lane, Tracer
from certlab.labs.distributed.real.parallel.pipeline_plan import SCHEDULES, Plan
from certlab.labs.distributed.real.parallel.report import whole
from certlab.labs.distributed.real.parallel.saved_tensors import SavedBytes
from certlab.labs.distributed.real.parallel.task import Task, batch, loss


def pipeline_each(info: Any, plans: Mapping[str, Plan], task: Task) -> dict[str, Lane]:
    """A step by each plan, from the same weights, on the same batch.

    For `ranks.run`. A first step of each is not watched: in it torch asks every stage for
    the shapes it sends.

    Raises:
        CourseError: a plan does not fit the task or the ranks.
    """
    for plan in plans.values():
        plan.check(task, info.size)
    return {name: _run(info, plan, task) for name, plan in plans.items()}


def alone(task: Task) -> tuple[float, dict[str, Any]]:
    """Loss and gradients of the same batch in one process."""
    from certlab.labs.distributed.real.parallel.decoder import decoder

    model = decoder(task)
    inputs, targets = batch(task, 0)
    found = loss(model(inputs), targets)
    found.backward()
    named = [(name, one.grad) for name, one in model.named_parameters()]
    return float(found.detach()), dict(whole(named))


def places(schedule: str, rank: int, ranks: int, chunks: int) -> list[int]:
    """Which parts of the model a rank has: in loops, or there and back for zb-v."""
    if schedule == "zb-v":
        return [rank, 2 * ranks - 1 - rank]
    return [rank + chunk * ranks for chunk in range(chunks)]


def _run(info: Any, plan: Plan, task: Task) -> Lane:
    stages = _stages(info, plan, task)
    schedule = _schedule(plan, stages)
    _step(schedule, stages, task, info.device)
    for stage in stages:
        pipeline_parts.pause(stage.submod, plan.pause)
    tries = [_watched(info, schedule, stages, task) for _ in range(plan.tries)]
    ends = [_latest(lane.actions[-1].end, info.device) for lane in tries]
    return tries[ends.index(min(ends))]  # the same on every rank


def _watched(info: Any, schedule: Any, stages: list[Any], task: Task) -> Lane:
    """One step; its times begin when all ranks are ready."""
    models = [stage.submod for stage in stages]
    for model in models:
        model.zero_grad()
    saved = SavedBytes(one for model in models for one in model.parameters())
    tracer = Tracer(saved, on_gpu=info.device.type == "cuda")
    with tracer.following(stages):
        begin = _common(info)
        with saved:
            losses = _step(schedule, stages, task, info.device)
    size = task.layers // stages[0].num_stages
    named = [
        pair
        for stage in stages
        for pair in pipeline_parts.named_gradients(
            stage.submod, stage.stage_index, size
        )
    ]
    actions = tuple(
        one._replace(start=one.start - begin, end=one.end - begin)
        for one in tracer.actions
    )
    return Lane(actions, losses, dict(whole(named)), saved.peak, tracer.unit())


def _stages(info: Any, plan: Plan, task: Task) -> list[Any]:
    """The rank's stages; torch finds out itself which shapes they send."""
    from torch.distributed.pipelining import PipelineStage

    count = info.size * plan.chunks
    return [
        # No input_args: given without requires_grad, the first stage fails at its
        # backward, and the others wait for it.
        PipelineStage(
            pipeline_parts.part(task, place, count).to(info.device),
            place,
            count,
            info.device,
        )
        for place in places(plan.schedule, info.rank, info.size, plan.chunks)
    ]


def _schedule(plan: Plan, stages: list[Any]) -> Any:
    from torch.distributed import pipelining

    made = getattr(pipelining, SCHEDULES[plan.schedule])
    single = plan.schedule in ("gpipe", "1f1b")
    return made(
        stages[0] if single else stages,
        n_microbatches=plan.micro_batches,
        loss_fn=loss,
    )


def _step(
    schedule: Any, stages: list[Any], task: Task, device: Any
) -> tuple[float, ...]:
    """The first stage gets the batch, the last one its targets; losses are the last's."""
    inputs, targets = (one.to(device) for one in batch(task, 0))
    first = any(stage.is_first for stage in stages)
    last = any(stage.is_last for stage in stages)
    losses: list[Any] = []
    given = {"target": targets, "losses": losses} if last else {}
    schedule.step(*([inputs] if first else []), **given)
    return tuple(float(one.detach()) for one in losses)


def _common(info: Any) -> float:
    """One point of time for all ranks, when all are ready; a machine has one clock."""
    import torch
    from torch import distributed

    distributed.barrier()
    now = torch.tensor(time.monotonic(), dtype=torch.float64, device=info.device)
    distributed.broadcast(now, 0)
    return float(now)


def _latest(seconds: float, device: Any) -> float:
    """The latest of all ranks' times."""
    import torch
    from torch import distributed

    found = torch.tensor(seconds, dtype=torch.float64, device=device)
    distributed.all_reduce(found, distributed.ReduceOp.MAX)
    return float(found)
