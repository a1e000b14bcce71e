"""What one rank of a pipeline did when, as it was seen, not as it was planned."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from certlab.labs.distributed.real.parallel.saved_tensors import SavedBytes

# What torch's schedules call on a stage.
_CALLS = {
    "forward_one_chunk": "F",
    "backward_one_chunk": "B",
    "backward_weight_one_chunk": "W",
}


class Action(NamedTuple):
    """A piece of work, by the names of the simulator's spans.

    Attributes:
        kind: "F", "B" or "W"; B is the whole backward where W is not apart.
        micro: the micro-batch.
        chunk: the rank's model chunk.
        start: when it began, in seconds since the step did.
        end: when it ended.
    """

    kind: str
    micro: int
    chunk: int
    start: float
    end: float


@dataclass(frozen=True)
class Lane:
    """One rank's step.

    Attributes:
        actions: in the order in which they were done.
        losses: of each micro-batch, on the rank with the last stage; () on others.
        gradients: of the rank's weights, as NumPy arrays, by the whole model's names.
        peak: bytes that autograd kept at most.
        unit: bytes that it keeps of one micro-batch, of all the rank's chunks.
    """

    actions: tuple[Action, ...]
    losses: tuple[float, ...]
    gradients: dict[str, Any]
    peak: int
    unit: int

    @property
    def order(self) -> list[tuple[str, int, int]]:
        """The actions without their times: kind, micro-batch, chunk."""
        return [action[:3] for action in self.actions]

    @property
    def busy(self) -> float:
        """Seconds in which the rank worked."""
        return sum(one.end - one.start for one in self.actions)

    @property
    def micro_batches(self) -> float:
        """What it kept at most, in micro-batches."""
        return self.peak / self.unit


def length(lanes: Sequence[Lane]) -> float:
    """Seconds from the first action of any rank to the end of the last."""
    first = min(lane.actions[0].start for lane in lanes)
    return max(lane.actions[-1].end for lane in lanes) - first


def bubble(lanes: Sequence[Lane]) -> float:
    """Idle time of all ranks as a share of their total time."""
    return 1 - sum(lane.busy for lane in lanes) / (len(lanes) * length(lanes))


class Tracer:
    """Notes what stages do, and what autograd keeps whenever one begins."""

    def __init__(self, saved: SavedBytes, *, on_gpu: bool = False) -> None:
        self.actions: list[Action] = []
        self._saved, self._before, self._on_gpu = saved, list[int](), on_gpu

    @contextmanager
    def following(self, stages: Sequence[Any]) -> Iterator[None]:
        """Have the calls of a rank's stages noted, each stage a chunk."""
        for chunk, stage in enumerate(stages):
            for name, kind in _CALLS.items():
                setattr(stage, name, self._noted(getattr(stage, name), kind, chunk))
        try:
            yield
        finally:
            for stage in stages:
                for name in _CALLS:
                    delattr(stage, name)  # the class's own is there again

    def _noted(
        self, call: Callable[..., Any], kind: str, chunk: int
    ) -> Callable[..., Any]:
        def noted(micro: int, *args: Any, **kwargs: Any) -> Any:
            self._before.append(self._saved.bytes)
            start = self._now()
            try:
                return call(micro, *args, **kwargs)
            finally:
                self.actions.append(Action(kind, micro, chunk, start, self._now()))

        return noted

    def _now(self) -> float:
        """Seconds when the device is idle; one clock for all processes of a machine."""
        if self._on_gpu:
            import torch

            torch.cuda.synchronize()
        return time.monotonic()

    def unit(self) -> int:
        """Bytes that the first forward of each chunk added, loss and all."""
        grown: dict[int, int] = {}
        after = [*self._before[1:], self._saved.bytes]
        for action, old, new in zip(self.actions, self._before, after, strict=True):
            if action.kind == "F":
                grown.setdefault(action.chunk, new - old)
        return sum(grown.values())
