"""What a function on a rank is told about where it runs."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class RankInfo:
    """One rank of a run.

    Attributes:
        rank: its number, from 0.
        size: how many ranks there are.
        device: the `torch.device` its tensors belong on: its own GPU with nccl, else the
            CPU.
        backend: what carries the messages, "gloo" or "nccl".
    """

    rank: int
    size: int
    device: Any
    backend: str
