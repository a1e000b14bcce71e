"""The faults: how each is put into a healthy world, and when it is mended.

An entry of the table is a cause that somebody can name; a new fault is one more entry.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from certlab.labs.operations.node import laws, strikes
from certlab.labs.operations.node.state import Fault, World
from certlab.words import Sentence

NOTHING, NOT_OURS = "nothing", "not-ours"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fault.

    Attributes:
        place: what the diagnosis names beside it: "gpu", or "node".
        layer: where it lies, for the first hint.
        strike: puts it in.
        stands: whether it still is there.
        diagnosis: what is right to say of it: its own id unless told.
    """

    id: str
    place: str
    layer: str
    strike: Callable[[World, Fault], World]
    stands: Callable[[World, Fault], bool]
    diagnosis: str = ""

    @property
    def says(self) -> str:
        """The cause, as somebody names it."""
        return _SAYS[self.id]


def strike(world: World, fault: Fault) -> World:
    """The world with the fault, and known as the truth."""
    world = FAULTS[fault.id].strike(world, fault)
    return replace(world, truth=(*world.truth, fault))


def stands(world: World, fault: Fault) -> bool:
    """Whether it is still there."""
    return FAULTS[fault.id].stands(world, fault)


def _gpu_lacks(world: World, fault: Fault) -> bool:
    node = world.nodes[fault.node]
    gpu = node.gpu(fault.slot)
    return not gpu.seated or gpu.lost or gpu.broken


def _pending(world: World, fault: Fault) -> bool:
    gpu = world.nodes[fault.node].gpu(fault.slot)
    marked = world.kube and gpu.uuid in world.kube.nodes[fault.node].unhealthy
    return gpu.remap.pending or bool(marked)


def _unmanaged(world: World, fault: Fault) -> bool:
    node = world.nodes[fault.node]
    return laws.manager_version(node) != laws.driver(node) or any(
        gpu.fabric != "Completed" for gpu in laws.visible(node)
    )


def _mismatch(world: World, fault: Fault) -> bool:
    return laws.library(world.nodes[fault.node]) != laws.driver(world.nodes[fault.node])


def _unbuilt(world: World, fault: Fault) -> bool:
    return not laws.driver(world.nodes[fault.node])


def _fewer(world: World, fault: Fault) -> bool:
    if not world.slurm:
        return world.nodes[fault.node].gpu(fault.slot).mig
    return world.slurm.nodes[fault.node].found < world.slurm.configured


def _never(_world: World, _fault: Fault) -> bool:
    return False


_PCI = Sentence("the bus: which devices the kernel sees, and since when")
_MEMORY = Sentence("the memory of a GPU: its errors and its remapped rows")
_MANAGER = Sentence("the NVLink fabric and the service that sets it up")
_DRIVER = Sentence("the driver: what is on the disk, and what the kernel has")
_SCHEDULER = Sentence("the scheduler: what it was told, and what it counted")
_WORK = Sentence("the work itself, and whoever wrote it")

_SAYS = {
    "off-bus": Sentence("A GPU has fallen off the bus."),
    "not-seated": Sentence("A GPU does not sit in its socket."),
    "row-pending": Sentence("A row of a GPU's memory waits for a reset."),
    "users-bug": Sentence("A program reads memory that is not its own."),
    "manager-version": Sentence("Fabric Manager has another version than the driver."),
    "manager-stopped": Sentence("Fabric Manager was stopped."),
    "library-version": Sentence(
        "The loaded driver has another version than the libraries on the disk."
    ),
    "module-missing": Sentence("The driver is not built for the running kernel."),
    "gres-mismatch": Sentence(
        "Slurm counts fewer GPUs than it is configured for, and all of them are well."
    ),
    "remapped-before": Sentence("A row was remapped long ago."),
}
_KINDS = (
    Kind("off-bus", "gpu", _PCI, strikes.off_bus, _gpu_lacks),
    Kind("not-seated", "gpu", _PCI, strikes.not_seated, _gpu_lacks),
    Kind("row-pending", "gpu", _MEMORY, strikes.row_pending, _pending),
    Kind("users-bug", "gpu", _WORK, strikes.users_bug, _never, NOT_OURS),
    Kind("manager-version", "node", _MANAGER, strikes.manager_version, _unmanaged),
    Kind("manager-stopped", "node", _MANAGER, strikes.manager_stopped, _unmanaged),
    Kind("library-version", "node", _DRIVER, strikes.library_version, _mismatch),
    Kind("module-missing", "node", _DRIVER, strikes.module_missing, _unbuilt),
    Kind("gres-mismatch", "gpu", _SCHEDULER, strikes.gres_mismatch, _fewer),
    Kind("remapped-before", "gpu", _MEMORY, strikes.remapped_before, _never, NOTHING),
)
FAULTS: dict[str, Kind] = {one.id: one for one in _KINDS}


class Cause(NamedTuple):
    """What a diagnosis may name, and the place that it names beside it."""

    says: str
    place: str  # "gpu", "node" or ""


# All that somebody may say of a world, by its word.
CAUSES: dict[str, Cause] = {
    **{
        id: Cause(kind.says, kind.place)
        for id, kind in FAULTS.items()
        if not kind.diagnosis
    },
    NOTHING: Cause(Sentence("Nothing is wrong."), ""),
    NOT_OURS: Cause(Sentence("It is not ours: leave it."), ""),
}
