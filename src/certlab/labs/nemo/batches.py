"""Batch arithmetic: replicas, micro-batches, steps. What a run of Megatron Core comes to.

Source: get_data_parallel_size and TrainingConfig.finalize of Megatron-Bridge,
num_microbatches_calculator.py and parallel_state.py of Megatron Core. `static/batch/count.js`
is the twin of this file.
"""

from dataclasses import dataclass

from certlab.errors import Refusal


@dataclass(frozen=True)
class Layout:
    """How the GPUs of a run are shared out.

    Attributes:
        world: GPUs of the run.
        tensor: tensor-parallel ranks, TP.
        pipeline: pipeline stages, PP.
        context: context-parallel ranks, CP.
        expert: expert-parallel ranks, EP.
        expert_tensor: tensor-parallel ranks inside an expert, ETP; 0 is as many as `tensor`,
            which is Megatron Core's default.
    """

    world: int
    tensor: int = 1
    pipeline: int = 1
    context: int = 1
    expert: int = 1
    expert_tensor: int = 0

    @property
    def replica(self) -> int:
        """GPUs that hold one model together."""
        return self.tensor * self.pipeline * self.context

    @property
    def data(self) -> int:
        """Replicas of the model, DP.

        Raises:
            Refusal: the world is no multiple of a replica.
        """
        if self.world % self.replica:
            raise Refusal(
                f"{self.world} GPUs are no multiple of TP {self.tensor} x PP {self.pipeline}"
                f" x CP {self.context} = {self.replica}; change one of the four."
            )
        return self.world // self.replica

    @property
    def expert_data(self) -> int:
        """Copies of each expert, EDP: the second grid over the same GPUs.

        Raises:
            Refusal: the experts' grid does not divide the world.
        """
        inside = self.expert_tensor or self.tensor
        grid = inside * self.expert * self.pipeline
        if self.world % grid:
            raise Refusal(
                f"{self.world} GPUs are no multiple of the experts' grid, ETP {inside} x EP "
                f"{self.expert} x PP {self.pipeline} = {grid}; change EP or ETP."
            )
        return self.world // grid


def accumulation(layout: Layout, micro: int, whole: int) -> int:
    """Micro-batches that each replica works through before an optimizer step.

    Args:
        micro: samples of a micro-batch.
        whole: samples of a global batch.

    Raises:
        Refusal: the global batch is no multiple of micro-batch and replicas.
    """
    each = micro * layout.data
    if whole % each or whole < each:
        below = whole // each * each
        near = f"{below} or {below + each}" if below else f"{each}"
        raise Refusal(
            f"A global batch of {whole} is no multiple of micro batch {micro} x DP "
            f"{layout.data} = {each}; take {near}."
        )
    return whole // each


def samples(tokens: int, length: int) -> int:
    """Whole samples in so many tokens; what is left over fills none."""
    return tokens // length


def steps(tokens: int, length: int, whole: int) -> int:
    """Full optimizer steps of one epoch, as Megatron-Bridge rounds `train_samples`."""
    return samples(tokens, length) // whole
