"""Sharded checkpoints: each rank writes its part, and any number of ranks reads it back."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from certlab.labs.distributed.real.parallel.report import Report
from certlab.labs.distributed.real.parallel.task import Task
from certlab.labs.distributed.real.parallel.training import Setup, Way, setup, steps


def saved(info: Any, way: Way, task: Task, folder: str) -> Report:
    """Train, then save weights and the optimizer's states, every rank its shards.

    For `ranks.run`.

    Args:
        info: of this rank.
        way: how the decoder is spread over the ranks.
        task: what is trained, and for how many steps.
        folder: where the shards go; all ranks see the same one.
    """
    from torch.distributed import checkpoint

    one = setup(info, way, task)
    report = steps(one, task, info.device)
    checkpoint.save(_states(one), checkpoint_id=folder)
    return report


def resumed(info: Any, way: Way, task: Task, folder: str) -> Report:
    """Load into other first weights, on any number of ranks, and go on training.

    For `ranks.run`. What is not in the checkpoint stays wrong, so that it is seen.

    Args:
        info: of this rank.
        way: how the decoder is spread over the ranks, which may be another than before.
        task: the same as when it was saved.
        folder: where the shards are.
    """
    from torch.distributed import checkpoint
    from torch.distributed.checkpoint.state_dict import set_state_dict

    one = setup(info, way, replace(task, seed=task.seed + 1))
    states = _states(one)
    checkpoint.load(states, checkpoint_id=folder)
    set_state_dict(
        one.model,
        one.optimizer,
        model_state_dict=states["model"],
        optim_state_dict=states["optimizer"],
    )
    return steps(one, task, info.device, first=task.steps)


def files(folder: str) -> dict[str, int]:
    """A checkpoint's files and their bytes."""
    return {one.name: one.stat().st_size for one in sorted(Path(folder).iterdir())}


def _states(one: Setup) -> dict[str, Any]:
    from torch.distributed.checkpoint.state_dict import get_state_dict

    weights, optimizer = get_state_dict(one.model, one.optimizer)
    return {"model": weights, "optimizer": optimizer}
