"""What nv-hostengine has of the GPUs, and the messages of DCGM."""

from typing import Any

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.described import table
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.state import World

UNIT = "nvidia-dcgm"


def message(name: str, **values: Any) -> str:
    """One of its messages."""
    return str(table("dcgm")["messages"][name].format(**values))


def answers(world: World, node: str) -> bool:
    """Whether the engine runs."""
    return world.nodes[node].runs(UNIT)


def gpus(world: World, node: str) -> tuple[Gpu, ...]:
    """The GPUs that it has as active, in the order of their ids.

    An engine that began before the library was exchanged goes on with the old one (law 2);
    one that began since has no NVML, and no GPUs.
    """
    one = world.nodes[node]
    unit = one.units.get(UNIT)
    exchanged = max(
        (t for t, _, what in one.history if laws.LIBRARY in what), default=0
    )
    before = unit is not None and unit.since < exchanged
    if laws.cannot_start(one) and not (laws.driver(one) and before):
        return ()
    return laws.visible(one)


def lost(world: World, node: str) -> tuple[Gpu, ...]:
    """The GPUs that it had and that fell off the bus since the driver was loaded."""
    return tuple(gpu for gpu in world.nodes[node].gpus if gpu.lost and gpu.found)


def number(world: World, node: str, gpu: Gpu) -> int:
    """Its id in DCGM: the index of nvidia-smi."""
    return laws.index(world.nodes[node], gpu)
