"""Ways of sharing a training out, as a program would write them."""

from typing import Any

from certlab.labs.distributed.real import parallel
from certlab.labs.distributed.real.parallel import tensor

TASK = parallel.Task()
DOUBLE = parallel.Task(double=True)
SENT = 4 * TASK.parameters  # bytes of all weights, or of all gradients
SHARES = (10, 2, 2, 2)  # sequences of four ranks that are not dealt out evenly


def ddp(model: Any) -> Any:
    from torch.nn.parallel import DistributedDataParallel

    return DistributedDataParallel(model)


def zero1(model: Any) -> Any:
    from torch.distributed.optim import ZeroRedundancyOptimizer
    from torch.nn.parallel import DistributedDataParallel
    from torch.optim import AdamW

    shared = ZeroRedundancyOptimizer(
        model.parameters(), AdamW, lr=TASK.rate, foreach=False
    )
    return parallel.Setup(DistributedDataParallel(model), shared)


def fsdp(model: Any, *, again: bool = True, **more: Any) -> Any:
    from torch.distributed.fsdp import fully_shard

    for block in model.blocks:
        fully_shard(block, reshard_after_forward=again, **more)
    return fully_shard(model, reshard_after_forward=again, **more)


def fsdp_kept(model: Any) -> Any:
    return fsdp(model, again=False)


def fsdp_bf16(model: Any) -> Any:
    import torch
    from torch.distributed.fsdp import MixedPrecisionPolicy

    low, full = torch.bfloat16, torch.float32
    return fsdp(model, mp_policy=MixedPrecisionPolicy(low, full))


def plans() -> dict[str, dict[str, Any]]:
    """Tensor-parallel plans for parts of a block, for all of it, and clumsy ones."""
    from torch.distributed.tensor import Replicate, Shard
    from torch.distributed.tensor.parallel import (
        ColwiseParallel,
        PrepareModuleInput,
        RowwiseParallel,
        SequenceParallel,
    )

    def over(**styles: Any) -> dict[str, Any]:
        return {f"blocks.*.{name.replace('__', '.')}": x for name, x in styles.items()}

    def turned(old: Any, new: Any, **more: Any) -> Any:
        return PrepareModuleInput(input_layouts=old, desired_input_layouts=new, **more)

    columns, rows = ColwiseParallel(), RowwiseParallel()
    whole, part = Replicate(), Shard(1)
    gathered = ColwiseParallel(output_layouts=whole)
    mlp = over(mlp__up=columns, mlp__down=rows)
    heads = over(
        attention__query=columns, attention__key=columns, attention__value=columns
    )
    apart = heads | over(attention__out=rows)
    attention = apart | over(attention=turned(whole, whole))
    scattered = RowwiseParallel(output_layouts=part)
    sequence = {
        "blocks.0": turned(whole, part, use_local_output=True),
        **over(attention_norm=SequenceParallel(), mlp_norm=SequenceParallel()),
        **over(attention=turned(part, whole), mlp=turned(part, whole)),
        **heads,
        **over(attention__out=scattered, mlp__up=columns, mlp__down=scattered),
        "norm": turned(part, whole, use_local_output=True),
    }
    return {
        "mlp": mlp,
        "columns twice": over(mlp__up=gathered, mlp__down=gathered),
        "attention": attention,
        "attention, apart": apart,
        "block": mlp | attention,
        "sequence": sequence,
    }


def in_two(info: Any, task: parallel.Task) -> parallel.Report:
    """Tensor parallelism over pairs, FSDP2 over the pairs."""
    from torch.distributed.fsdp import fully_shard

    mesh = tensor.device_mesh(info, data=info.size // 2, tensor=2)

    def way(model: Any) -> parallel.Setup:
        tensor.parallelize(model, mesh["tensor"], plans()["block"], task)
        for block in model.blocks:
            fully_shard(block, mesh=mesh["data"])
        fully_shard(model, mesh=mesh["data"])
        return parallel.Setup(
            model, share=(mesh.get_local_rank("data"), info.size // 2)
        )

    return parallel.train(info, way, task)


WAYS = {
    "DDP": ddp,
    "ZeRO 1": zero1,
    "FSDP2, kept": fsdp_kept,
    "FSDP2": fsdp,
    "FSDP2, BF16": fsdp_bf16,
}
