"""What somebody can do to the machine. A command calls these; it changes nothing itself.

Each gives the next world, or raises `Refused` with the words of law that stand against it;
the command puts them into those of its tool.
"""

from dataclasses import replace

from certlab.labs.operations.node import laws, logs
from certlab.labs.operations.node.gpus import Errors, Gpu
from certlab.labs.operations.node.state import World


class Refused(Exception):
    """A move that the machine does not make; `why` is one word for the command to look at."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(why)
        self.why, self.detail = why, detail


def unload(world: World, node: str, module: str = "nvidia") -> World:
    """Take a module out of the kernel.

    Raises:
        Refused: "missing" where it is not loaded, "in use" while something holds it.
    """
    one = world.nodes[node]
    if module not in one.modules:
        raise Refused("missing", module)
    if module == "nvidia" and "nvidia_uvm" in one.modules:
        raise Refused("in use", "nvidia_uvm")
    clients = laws.clients(world, node)
    if any(module == "nvidia" or own.kind != "unit" for own in clients):
        raise Refused("in use", "clients")
    modules = {name: v for name, v in one.modules.items() if name != module}
    said = world.machine["says"]["gone"].get(module, "")
    world = world.logged(node, "kernel", *filter(None, [said]))
    return world.with_node(node, modules=modules)


def load(world: World, node: str, module: str = "nvidia") -> World:
    """Put a module into the kernel, as the disk has it.

    Raises:
        Refused: "not built" where there is none for the running kernel, "other version" on
            a driver that is not of the version on the disk.
    """
    one = world.nodes[node]
    if module in one.modules:
        return world
    version = laws.installed(one, laws.DRIVER)
    if not version or one.kernel not in one.built:
        raise Refused("not built", one.kernel)
    if laws.driver(one) not in ("", version):
        raise Refused("other version", module)
    return insert(world, node, module, version)


def insert(world: World, node: str, module: str, version: str) -> World:
    """Put a module of this version into the kernel, and nvidia below it."""
    one = world.nodes[node]
    modules = {**one.modules, "nvidia": version, module: version}
    fresh = "nvidia" not in one.modules
    world = world.with_node(node, modules=modules)
    if fresh:
        world = logs.loaded(world, node)
        for gpu in one.gpus:
            seen = laws.on_bus(one, gpu)
            world = world.with_gpu(
                node, gpu.slot, found=seen, persistence=False, mig=False, mig_next=None
            )
            if seen:
                world = _fresh(world, node, world.nodes[node].gpu(gpu.slot))
    if module == "nvidia_uvm":
        world = world.logged(node, "kernel", world.machine["says"]["uvm"])
    return world


def _fresh(world: World, node: str, gpu: Gpu) -> World:
    """A GPU whose driver begins anew (law 6); its fabric waits for the manager (law 4)."""
    one = world.nodes[node]
    same = laws.manager_version(one) == laws.driver(one)
    trained = same and one.runs("nvidia-fabricmanager")
    return world.with_gpu(
        node,
        gpu.slot,
        since_reset=Errors(),
        remap=replace(gpu.remap, pending=False),
        mig=gpu.mig if gpu.mig_next is None else gpu.mig_next,
        mig_next=None,
        fabric="Completed" if trained else "In Progress",
    )


def reset(world: World, node: str, slots: tuple[int, ...]) -> World:
    """Reset GPUs (laws 5 and 6).

    Raises:
        Refused: "in use" with the first slot that something holds; "lost" with one that is
            off the bus.
    """
    one = world.nodes[node]
    for slot in slots:
        if not laws.on_bus(one, one.gpu(slot)):
            raise Refused("lost", str(slot))
        if laws.held(world, node, slot):
            raise Refused("in use", str(slot))
    for slot in slots:
        world = _fresh(world, node, world.nodes[node].gpu(slot))
    return world


def told(
    world: World, node: str, slot: int, what: str, t: float | None = None
) -> World:
    """With what the kernel writes of a GPU: `what` names its lines in the parts list."""
    lines = world.machine["says"][what]
    gpu = world.nodes[node].gpu(slot)
    bus = gpu.bus.rpartition(".")[0]
    said = (line.format(bus=bus, uuid=gpu.uuid, serial=gpu.serial) for line in lines)
    return world.logged(node, "kernel", *said, t=t)


def fall_off(world: World, node: str, slot: int, t: float | None = None) -> World:
    """A GPU falls off the bus: what worked on it ends, and the device plugin marks it.

    Args:
        t: when, for what has happened already; now by default.
    """
    world = told(world, node, slot, "lost", t)
    died = f"died with the GPU in slot {slot} of {node}"
    for job in world.slurm.jobs if world.slurm else ():
        runs = job.state == "RUNNING" and node in job.nodes
        if runs and slot in laws.job_slots(world, job, node):
            at = world.t if t is None else t
            world = world.with_job(job.id, state="FAILED", ended=at)
            world = world.harmed("job", 1, f"job {job.id} {died}")
    for pod in world.kube.workloads if world.kube else ():
        if pod.state == "Running" and pod.node == node and slot in pod.slots:
            world = world.with_workload(pod.name, state="Failed", slots=())
            text = f"pod {pod.namespace}/{pod.name} {died}"
            world = world.harmed("tenant", 1, text)
    world = world.with_gpu(node, slot, lost=True)
    return marked(world, node, slot)


def marked(world: World, node: str, slot: int) -> World:
    """The device plugin has a GPU for unhealthy from now on (law 12)."""
    if not world.kube or node not in world.kube.nodes:
        return world
    uuid = world.nodes[node].gpu(slot).uuid
    unhealthy = world.kube.nodes[node].unhealthy | {uuid}
    return world.with_kube_node(node, unhealthy=unhealthy)


def strain(world: World, node: str) -> World:
    """A stress test of minutes: what falls off under load falls now (`dcgmi diag -r 3`)."""
    for gpu in laws.visible(world.nodes[node]):
        if gpu.broken:
            world = fall_off(world, node, gpu.slot)
    return world


def cut(world: World, node: str, slot: int, on: bool) -> World:
    """Switch MIG mode of a GPU; while something holds it the new mode waits for a reset."""
    if laws.held(world, node, slot):
        waits = None if world.nodes[node].gpu(slot).mig == on else on
        return world.with_gpu(node, slot, mig_next=waits)
    return world.with_gpu(node, slot, mig=on, mig_next=None)
