"""The GPUs that a line of nvidia-smi is about: all, or those that `-i` names."""

from typing import NamedTuple

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.nvidia_smi import readings
from certlab.labs.operations.node.state import Node


class Chosen(NamedTuple):
    """The GPUs of a line, in the order of the bus.

    Attributes:
        all: that it names.
        alive: of these, the ones that answer.
    """

    all: tuple[Gpu, ...]
    alive: tuple[Gpu, ...]


def choose(node: Node, wanted: str = "") -> Chosen | None:
    """The GPUs of a line; None where it names one that the driver does not have.

    Args:
        node: the machine.
        wanted: the value of `-i`: indices, UUIDs, serial numbers or bus ids with commas
            between them; "" for all.
    """
    known = laws.known(node)
    if wanted:
        names = {
            name.lower(): gpu
            for gpu in known
            for name in (
                str(laws.index(node, gpu)),
                gpu.uuid,
                gpu.serial,
                gpu.bus,
                gpu.bus.removeprefix("0000:"),
                readings.bus(gpu),
            )
        }
        asked = [names.get(word.strip().lower()) for word in wanted.split(",")]
        if None in asked:
            return None
        known = tuple(gpu for gpu in known if gpu in asked)
    return Chosen(known, tuple(gpu for gpu in known if laws.on_bus(node, gpu)))
