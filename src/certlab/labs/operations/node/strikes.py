"""How each fault is put into a healthy world, with what it has left in the logs."""

from dataclasses import replace

from certlab.labs.operations.node import laws, machine, moves, scheduling, units
from certlab.labs.operations.node.gpus import Errors, Remap
from certlab.labs.operations.node.state import Fault, Node, World

OLDER = "590.44.01"  # the driver before the one of the parts list
_BY_ITSELF = "/usr/bin/unattended-upgrade"


def off_bus(world: World, fault: Fault) -> World:
    """Off the bus while it worked; two seeds of three have it for good, one without a spare."""
    world = moves.fall_off(world, fault.node, fault.slot, world.t - 2520)
    world = world.with_gpu(fault.node, fault.slot, broken=world.seed % 3 != 0)
    if world.seed % 3 == 2:
        world = replace(world, spares={**world.spares, "gpu": 0})
    return _drained(world, fault.node)


def not_seated(world: World, fault: Fault) -> World:
    world = world.with_gpu(fault.node, fault.slot, seated=False)
    return _registered_again(world, fault.node, whole_before=False)


def _registered_again(world: World, node: str, *, whole_before: bool = True) -> World:
    """What schedulers have of a node with fewer GPUs: their daemons found no more."""
    found = scheduling.found_gpus(world.nodes[node])
    world = world.with_kube_node(node, advertised=found, plugin_since=world.t - 1800)
    return _drained(world, node, whole_before=whole_before)


def _drained(world: World, node: str, *, whole_before: bool = True) -> World:
    """slurmd registered fewer GPUs than are configured when it last began (law 11).

    Args:
        whole_before: the node had all of them at its start, and slurmd was restarted since.
    """
    found = scheduling.found_gpus(world.nodes[node])
    if not world.slurm or found >= world.slurm.configured:
        return world
    wanted = world.slurm.configured
    reason = f"gres/gpu count reported lower than configured ({found} < {wanted})"
    slurmd = world.nodes[node].units["slurmd"]
    since = max(world.t - 1800, slurmd.since) if whole_before else slurmd.since
    world = world.with_unit(node, "slurmd", since=since)
    return world.with_slurm_node(
        node, found=found, drained=reason, by="slurm", since=since
    )


def row_pending(world: World, fault: Fault) -> World:
    """A row went bad under a program an hour and a half ago, and waits for the reset."""
    world = moves.told(world, fault.node, fault.slot, "row", world.t - 5460)
    world = world.with_gpu(
        fault.node,
        fault.slot,
        since_reset=Errors(dram_uncorrected=1),
        ever=Errors(dram_corrected=12, dram_uncorrected=1),
        remap=Remap(uncorrected=1, pending=True),
    )
    return moves.marked(world, fault.node, fault.slot)


def users_bug(world: World, fault: Fault) -> World:
    """A program read where it must not, and the driver has said so."""
    return moves.told(world, fault.node, fault.slot, "mmu", world.t - 3300)


def manager_version(world: World, fault: Fault) -> World:
    """An unattended upgrade before the boot took the driver along, and not Fabric Manager."""
    world = _booted(world, fault.node, 4200)
    one = world.nodes[fault.node]
    old = replace(
        one.packages[laws.MANAGER], version=f"{OLDER}-1", newer=f"{laws.driver(one)}-1"
    )
    world = world.with_node(
        fault.node,
        packages={**one.packages, laws.MANAGER: old},
        history=(_upgrade(one, _night(world, one), laws.DRIVER, laws.LIBRARY),),
    )
    for gpu in one.gpus:
        world = world.with_gpu(fault.node, gpu.slot, fabric="In Progress")
    unit = "nvidia-fabricmanager"
    begun = one.booted + 60
    world = world.logged(
        fault.node, unit, units.refuses(OLDER, laws.driver(one)), t=begun
    )
    return world.with_unit(
        fault.node, unit, state="failed", pid=0, result=1, since=begun
    )


def _booted(world: World, node: str, ago: float) -> World:
    """With a machine that came up so many seconds ago, unless it did so since."""
    lately = world.t - ago
    if world.nodes[node].booted >= lately:
        return world
    return machine.up_since(world, node, lately)


def _night(world: World, node: Node) -> float:
    """When packages changed: in the night, and before the machine came up."""
    return min(world.t - 9000, node.booted - 600)


def _upgrade(node: Node, t: float, *packages: str) -> tuple[float, str, str]:
    """What apt keeps of an upgrade by itself."""
    changed = ", ".join(
        f"{name}:amd64 ({OLDER}-{package.version.partition('-')[2]}, {package.version})"
        for name, package in ((one, node.packages.get(one)) for one in packages)
        if package
    )
    return t, _BY_ITSELF, f"Upgrade: {changed}"


def manager_stopped(world: World, fault: Fault) -> World:
    """Stopped after it had done its work, and not to start with the machine."""
    one = world.nodes[fault.node]
    for gpu in one.gpus:
        world = world.with_gpu(fault.node, gpu.slot, fabric="Not Started")
    unit, at = "nvidia-fabricmanager", max(world.t - 6000, one.booted + 900)
    return world.with_unit(
        fault.node, unit, state="inactive", enabled=False, pid=0, since=at
    )


def library_version(world: World, fault: Fault) -> World:
    """The disk has the new driver, the kernel still the old one."""
    one = world.nodes[fault.node]
    at = max(world.t - 7200, one.booted + 900)
    names = (laws.DRIVER, laws.LIBRARY, laws.MANAGER)
    world = world.with_node(
        fault.node,
        modules=dict.fromkeys(one.modules, OLDER),
        history=(_upgrade(one, at, *names),),
    )
    versions = {"library": laws.library(one), "loaded": OLDER}
    said = world.machine["says"]["mismatch"].format(**versions)
    return world.logged(fault.node, "kernel", said, t=world.t - 2400)


def module_missing(world: World, fault: Fault) -> World:
    """A new kernel came with the last boot, and its headers did not."""
    world = _booted(world, fault.node, 5000)
    one, before = world.nodes[fault.node], world.machine["kernel_before"]
    units = {
        name: replace(unit, state="failed", pid=0, result=1)
        if name.startswith("nvidia-")
        else unit
        for name, unit in one.units.items()
    }
    new = f"linux-image-{one.kernel}:amd64 (5.15.0-185.195, automatic)"
    world = world.with_node(
        fault.node,
        history=((_night(world, one), _BY_ITSELF, f"Install: {new}"),),
        headers=frozenset((before,)),
        built=one.built - {one.kernel},
        modules={},
        units=units,
    )
    if world.kube:  # the archive of the driver's container has not got them yet
        kube = replace(world.kube, archive={before: world.kube.since})
        world = replace(world, kube=kube).with_kube_node(fault.node, restarts=1)
        for name in kube.nodes.keys() - {fault.node}:  # and the others booted before it
            world = world.with_node(name, kernel=before)
    return _registered_again(world, fault.node, whole_before=False)


def gres_mismatch(world: World, fault: Fault) -> World:
    """Somebody cut a GPU with MIG by hand, and slurmd was restarted since."""
    world = world.with_gpu(fault.node, fault.slot, mig=True)
    return _registered_again(world, fault.node)


def remapped_before(world: World, fault: Fault) -> World:
    """A row that was remapped months ago: recorded, done with, nothing to do."""
    return world.with_gpu(
        fault.node,
        fault.slot,
        ever=Errors(dram_corrected=3, dram_uncorrected=1),
        remap=Remap(uncorrected=1),
    )
