"""Fractions of GPUs: which workloads share a card, and whether their memory fits there.

A fraction is a promise about memory. The scheduler places by promises; what a process takes
in the end is its own affair, as KAI Scheduler's docs/gpu-sharing says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from certlab.errors import Refusal


@dataclass(frozen=True, slots=True)
class Placed:
    """One GPU and who shares it.

    Attributes:
        names: of the workloads, in the order in which they came.
        promised: per cent of the memory that they asked for.
        taken: per cent that they take.
    """

    names: tuple[str, ...]
    promised: int
    taken: int

    @property
    def fails(self) -> bool:
        """Whether a process finds no memory, although every promise fits."""
        return self.taken > 100


def place(
    asks: Sequence[tuple[str, int]], takes: Mapping[str, int], gpus: int
) -> list[Placed]:
    """Put each workload on the fullest GPU on which its fraction fits (bin packing).

    Args:
        asks: name and fraction of each, in per cent of a GPU's memory.
        takes: what a workload really takes, in per cent; what it asked for if not named.
        gpus: how many there are.

    Raises:
        Refusal: a fraction is not between 1 and 100, or no GPU has room for one.
    """
    there: list[list[tuple[str, int]]] = [[] for _ in range(gpus)]
    for name, percent in asks:
        if not 1 <= percent <= 100:
            raise Refusal(f"{name} asks for {percent} %; give 1 to 100.")
        room = [one for one in there if sum(p for _, p in one) + percent <= 100]
        if not room:
            raise Refusal(f"No GPU has {percent} % left for {name}; it has to wait.")
        max(room, key=lambda one: sum(p for _, p in one)).append((name, percent))
    return [
        Placed(
            tuple(name for name, _ in one),
            sum(percent for _, percent in one),
            sum(takes.get(name, percent) for name, percent in one),
        )
        for one in there
    ]
