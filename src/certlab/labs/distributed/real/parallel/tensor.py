"""Tensor parallelism over a mesh: plans for the decoder, and what one pass calls.

A plan says of each module how its weights are cut and how its inputs and outputs lie. A
column-parallel layer followed by a row-parallel one needs one all-reduce, not two: what
lies between them stays in parts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from certlab.labs.distributed.real.parallel.checks import mesh as shape
from certlab.labs.distributed.real.parallel.checks import tensor_parallel
from certlab.labs.distributed.real.parallel.decoder import decoder
from certlab.labs.distributed.real.parallel.report import distance, whole
from certlab.labs.distributed.real.parallel.task import Task, batch, loss
from certlab.labs.distributed.real.parallel.traffic import Call, count, traffic


@dataclass(frozen=True)
class Pass:
    """A forward and a backward pass, on one rank.

    Attributes:
        loss: of the whole batch.
        off: largest difference of a gradient from the one process's.
        calls: collectives, of the phases "forward" and "backward".
        shapes: of the rank's own weights in the first block, by name.
    """

    loss: float
    off: float
    calls: tuple[Call, ...]
    shapes: dict[str, tuple[int, ...]]

    def count(self, *phases: str) -> dict[str, int]:
        """Collectives by kind, in some phases or in all."""
        return count(self.calls, *phases)


def device_mesh(info: Any, **sizes: int) -> Any:
    """A mesh of ranks with named dimensions, `device_mesh(info, data=2, tensor=2)`.

    Ranks next to each other share the last dimension: put tensor there.

    Raises:
        CourseError: the sizes do not make up the ranks.
    """
    from torch.distributed.device_mesh import init_device_mesh

    kind = str(info.device).partition(":")[0]
    return init_device_mesh(kind, shape(info.size, **sizes), mesh_dim_names=(*sizes,))


def parallelize(model: Any, mesh: Any, plan: Mapping[str, Any], task: Task) -> Any:
    """Apply a plan to a decoder, whose weights become DTensors of the mesh.

    Args:
        model: from `decoder`; it is changed.
        mesh: of one dimension, the tensor-parallel ranks.
        plan: torch's style by the module's name; "blocks.*.mlp.up" is that of every block.
        task: what the decoder was made for.

    Raises:
        CourseError: heads or columns do not divide among the mesh's ranks.
    """
    from torch.distributed.tensor.parallel import parallelize_module

    tensor_parallel(task, mesh.size())
    return parallelize_module(model, mesh, dict(plan))


def pass_each(
    info: Any, plans: Mapping[str, Mapping[str, Any]], task: Task
) -> dict[str, Pass]:
    """One forward and backward by each plan, all ranks in one tensor-parallel group.

    For `ranks.run`. A plan maps names of modules to parallel styles.
    """
    mesh = device_mesh(info, tensor=info.size)
    return {name: _pass(info, mesh, plan, task) for name, plan in plans.items()}


def _pass(info: Any, mesh: Any, plan: Mapping[str, Any], task: Task) -> Pass:
    model = parallelize(decoder(task).to(info.device), mesh, plan, task)
    inputs, targets = (one.to(info.device) for one in batch(task, 0))
    with traffic() as seen:
        seen.phase = "forward"
        found = loss(model(inputs), targets)
        seen.phase = "backward"
        found.backward()
    right = decoder(task).to(info.device)
    loss(right(inputs), targets).backward()
    calls = tuple(
        seen.calls
    )  # before gradients are put together, which calls some more
    off = distance(_gradients(model), _gradients(right))
    return Pass(float(found.detach()), off, calls, _shapes(model.blocks[0]))


def _gradients(model: Any) -> dict[str, Any]:
    return dict(whole((name, one.grad) for name, one in model.named_parameters()))


def _shapes(block: Any) -> dict[str, tuple[int, ...]]:
    from torch.distributed.tensor import DTensor

    return {
        name: tuple(one.to_local().shape if isinstance(one, DTensor) else one.shape)
        for name, one in block.named_parameters()
    }
