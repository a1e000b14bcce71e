"""How a model is spread over GPUs, and how much of the work is under way at once."""

from dataclasses import dataclass
from typing import Literal

Recompute = Literal["none", "selective", "full"]


@dataclass(frozen=True)
class Layout:
    """A strategy.

    Attributes:
        tensor: TP, ranks that share every matrix.
        pipeline: PP, stages that share the layers.
        data: DP, copies that share the batch.
        context: CP, ranks that share the sequence everywhere.
        expert: EP, ranks that share the experts; taken out of the data-parallel ones.
        sequence_parallel: SP, whether TP's ranks also share the sequence between matrices.
        zero: which states the data-parallel ranks share: 1 the optimizer's, 2 gradients
            too, 3 weights too (FSDP's full shard).
        sequence: tokens a sample.
        micro_batch: samples that go through at once.
        micro_batches: how many of those make a step.
        recompute: what the backward computes again: nothing; the attention scores, which
            FlashAttention does of itself; or all but each layer's input.
        schedule: the pipeline's, as `sim.pipeline` names them.
        chunks: model chunks a stage, for "interleaved".
        node: GPUs that NVLink joins.
    """

    tensor: int = 1
    pipeline: int = 1
    data: int = 1
    context: int = 1
    expert: int = 1
    sequence_parallel: bool = False
    zero: int = 0
    sequence: int = 4096
    micro_batch: int = 1
    micro_batches: int = 1
    recompute: Recompute = "selective"
    schedule: str = "1f1b"
    chunks: int = 1
    node: int = 8

    @property
    def gpus(self) -> int:
        """GPUs in all; expert-parallel ranks are among the data-parallel ones."""
        return self.tensor * self.pipeline * self.data * self.context

    @property
    def copies(self) -> int:
        """Ranks that hold the same dense weights, and may share their states by ZeRO."""
        return self.data * self.context
