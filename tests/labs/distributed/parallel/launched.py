"""What four ranks do in one launch for all tests of this folder: a launch takes seconds."""

from dataclasses import replace
from typing import Any

import pytest

from certlab.errors import CourseError
from certlab.labs.distributed.real import parallel
from certlab.labs.distributed.real.parallel import (
    Pause,
    Plan,
    checkpoint,
    mistakes,
    pipelined,
    tensor,
)
from certlab.labs.distributed.real.parallel.traffic import count, traffic

from .ways import DOUBLE, SHARES, TASK, WAYS, ddp, fsdp, in_two, plans

RANKS, MICROS = 4, 8
PAUSE = Pause(0.01, 0.01, 0.01)  # seconds a block
PIPELINED = parallel.Task(
    layers=8, hidden=32, heads=4, ffn=64, vocabulary=64, tied=False, length=8, steps=1
)
SIMULATED = ("gpipe", "1f1b", "interleaved", "zb-h1")


def chunks(schedule: str) -> int:
    return 2 if schedule in ("interleaved", "zb-v") else 1


PLANS = {
    name: Plan(name, MICROS, chunks(name), PAUSE, tries=2)
    for name in (*SIMULATED, "zb-v")
}


def every(info: Any, folder: str) -> dict[str, Any]:
    """Each way of sharing out, one after the other; a checkpoint is left in the folder."""
    task, double = TASK, DOUBLE
    return {
        "trained": parallel.train_each(info, WAYS, task),
        "double": {
            "DDP": parallel.train(info, ddp, double),
            "FSDP2": parallel.train(info, fsdp, double),
            "in two": in_two(info, double),
        },
        "saved": checkpoint.saved(info, fsdp, task, folder),
        "first": {
            "DDP": mistakes.first_weights(info, ddp, task),
            "FSDP2": mistakes.first_weights(info, fsdp, task),
        },
        "unequal": {
            weighted: mistakes.unequal(info, ddp, task, SHARES, weighted=weighted)
            for weighted in (False, True)
        },
        "summed": mistakes.summed(info, ddp, task),
        "accumulated": {
            (name, quiet): mistakes.accumulated(info, WAYS[name], task, 4, quiet=quiet)
            for name in ("DDP", "FSDP2")
            for quiet in (False, True)
        },
        "unused": mistakes.unused(info, task),
        "found": mistakes.unused(info, task, find_unused_parameters=True),
        "passes": tensor.pass_each(info, plans(), double),
        "inside": inside(info),
        "pipelined": pipelined.pipeline_each(info, PLANS, PIPELINED),
        "refused": refused(info),
    }


def inside(info: Any) -> dict[str, int]:
    """Collectives that a DTensor's operation needs: ReLU of parts of a sum."""
    import torch
    from torch.distributed.tensor import DTensor, Partial

    mesh = tensor.device_mesh(info, tensor=info.size)
    parts = DTensor.from_local(torch.ones(2, 2, device=info.device), mesh, [Partial()])
    with traffic() as seen:
        torch.relu(parts)
    return count(seen.calls)


def refused(info: Any) -> dict[str, str]:
    """What a rank says of fewer layers than stages, and of heads that do not divide."""
    few, odd = replace(PIPELINED, layers=3), parallel.Task(hidden=48, heads=3)
    said = {}
    for name, call in (
        ("pipeline", lambda: pipelined.pipeline_each(info, PLANS, few)),
        ("tensor", lambda: tensor.pass_each(info, {"none": {}}, odd)),
    ):
        with pytest.raises(CourseError) as error:
            call()
        said[name] = str(error.value)
    return said
