"""The GPU Operator: it loads the driver from a container, and makes pods anew (law 17)."""

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.evictions import without
from certlab.labs.operations.node.moves import insert
from certlab.labs.operations.node.power import restart_plugin
from certlab.labs.operations.node.state import World
from certlab.labs.operations.node.units import start, stop

PLUGIN = "nvidia-device-plugin-daemonset"


def loads(world: World, node: str) -> World:
    """The driver's container is done: module, its daemons, and then the plugin (law 17)."""
    world = insert(world, node, "nvidia_uvm", world.machine["driver"])
    for unit, was in world.nodes[node].units.items():
        if was.enabled and unit in laws.WITH_DRIVER:
            world = start(world, node, unit)
    return restart_plugin(world, node)


def renew(world: World, node: str, app: str) -> World:
    """A pod of the operator is deleted, and its DaemonSet makes another.

    A new driver's pod has all pods with GPUs on its node evicted and takes the driver out, so
    that it can load its own; a new plugin forgets what the old one had marked (law 12).
    """
    assert world.kube
    renewed = world.kube.nodes[node].renewed
    count = renewed.get(app, (0, 0.0))[0] + 1
    world = world.with_kube_node(node, renewed={**renewed, app: (count, world.t)})
    if app == laws.DRIVER_PODS and laws.driver(world.nodes[node]):
        assert world.kube
        for pod in world.kube.workloads:
            if pod.state == "Running" and pod.node == node and pod.gpus:
                world = without(world, pod).harmed(
                    "tenant", 1, f"{node} lost its driver under pod {pod.name}"
                )
        for unit in laws.WITH_DRIVER:
            world = stop(world, node, unit)
        return world.with_node(node, modules={})
    if app == PLUGIN and laws.driver(world.nodes[node]):
        return restart_plugin(world, node)
    return world
