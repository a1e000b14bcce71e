"""Starting and stopping units of systemd, and what that does to the GPUs."""

from collections.abc import Callable

from certlab.labs.operations.node import laws, logs, scheduling
from certlab.labs.operations.node.state import World


def start(world: World, node: str, unit: str) -> World:
    """Start a unit; it may fail, and then it is failed and its log says why."""
    one = world.nodes[node].units[unit]
    if one.state == "active":
        return world
    world = logs.begins(world, node, unit)
    world = world.with_unit(
        node, unit, state="active", pid=_pid(world, node, unit), result=0
    )
    if unit in _STARTS:
        world = _STARTS[unit](world, node)
    return logs.ended(world, node, unit)


def stop(world: World, node: str, unit: str) -> World:
    """Stop a unit; without Fabric Manager no new CUDA starts on the GPUs (law 4)."""
    if world.nodes[node].units[unit].state != "active":
        return world
    if unit == "nvidia-fabricmanager":
        for gpu in laws.visible(world.nodes[node]):
            world = world.with_gpu(node, gpu.slot, fabric="Not Started")
    if unit == "nvidia-persistenced":
        world = _persist(world, node, False)
    if unit == "nvidia-dcgm":  # its watches are its own, and go with it (law 12)
        world = world.with_node(node, watched=None)
    world = logs.stopped(world, node, unit)
    return world.with_unit(node, unit, state="inactive", pid=0, result=0)


def enable(world: World, node: str, unit: str, enabled: bool = True) -> World:
    """Have a unit start with the machine, or not."""
    since = world.nodes[node].units[unit].since
    return world.with_unit(node, unit, enabled=enabled, since=since)


def _fail(world: World, node: str, unit: str, *says: str) -> World:
    """A unit ends as it starts, and says why."""
    world = world.logged(node, unit, *says)
    return world.with_unit(node, unit, state="failed", pid=0, result=1)


def _start_manager(world: World, node: str) -> World:
    """Law 3; and law 4: it trains what waits for it, and what it left wants a reset first."""
    one = world.nodes[node]
    mine, loaded = laws.manager_version(one), laws.driver(one)
    if not loaded or mine != loaded:
        says = [refuses(mine, loaded)] if loaded else []
        return _fail(world, node, "nvidia-fabricmanager", *says)
    for gpu in laws.visible(one):
        if gpu.fabric == "In Progress":
            world = world.with_gpu(node, gpu.slot, fabric="Completed")
    return world


def refuses(manager: str, driver: str) -> str:
    """Fabric Manager's own line over a driver of another version (law 3)."""
    return (
        f"fabric manager NVIDIA GPU driver interface version {manager} don't match with "
        f"driver version {driver}. Please update with matching NVIDIA driver package."
    )


def _persist(world: World, node: str, on: bool) -> World:
    """The persistence daemon puts every GPU into its mode as it starts, and out as it ends."""
    for gpu in laws.visible(world.nodes[node]):
        world = world.with_gpu(node, gpu.slot, persistence=on)
    return world


def _start_persistenced(world: World, node: str) -> World:
    if not laws.cannot_start(world.nodes[node]):
        return _persist(world, node, True)
    says = (
        "Failed to query NVIDIA devices. Please ensure that the NVIDIA device files "
        "(/dev/nvidia*) exist, and that user 0 has read and write permissions for those files."
    )
    return _fail(world, node, "nvidia-persistenced", says)


def _start_slurmd(world: World, node: str) -> World:
    """Law 11: what it finds now is what is registered; slurm.conf has ReturnToService=1."""
    if not world.slurm or node not in world.slurm.nodes:
        return world
    found, wanted = scheduling.found_gpus(world.nodes[node]), world.slurm.configured
    world = world.with_slurm_node(node, found=found)
    if found >= wanted:
        return world
    reason = f"gres/gpu count reported lower than configured ({found} < {wanted})"
    for line in (
        f"_node_config_validate: gres/gpu: Count changed on node {node} ({wanted} != {found})",
        f"error: Setting node {node} state to INVAL with reason:{reason}",
        f"drain_nodes: node {node} state set to DRAIN",
        f"error: _slurm_rpc_node_registration node={node}: Invalid argument",
    ):
        world = world.logged("head", "slurmctld", line)
    assert world.slurm
    if world.slurm.nodes[node].drained:
        return world
    return world.with_slurm_node(node, drained=reason, by="slurm", since=world.t)


_STARTS: dict[str, Callable[[World, str], World]] = {
    "nvidia-fabricmanager": _start_manager,
    "nvidia-persistenced": _start_persistenced,
    "slurmd": _start_slurmd,
}


def _pid(world: World, node: str, unit: str) -> int:
    """A process id that no unit started in the same second has."""
    return 40_000 + int(world.t) % 20_000 + 37 * [*world.nodes[node].units].index(unit)
