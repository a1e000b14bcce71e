"""What Slurm and Kubernetes make of a node: its state and its GPUs (laws 11, 12 and 17)."""

from collections.abc import Iterator

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.state import Node, World


def found_gpus(node: Node) -> int:
    """GPUs that slurmd would find: visible ones that are not cut by MIG by hand (law 11)."""
    if laws.cannot_start(node):
        return 0
    return sum(not gpu.mig for gpu in laws.visible(node))


def silent(world: World, node: str) -> float | None:
    """Seconds for which slurmctld waits for a node's slurmd to answer; None while it does.

    It does not look for one whose registration is invalid.
    """
    assert world.slurm
    unit, one = world.nodes[node].units.get("slurmd"), world.slurm.nodes[node]
    answers = world.nodes[node].runs("slurmd") and laws.reachable(world, node)
    if answers or one.found < world.slurm.configured:
        return None
    return world.t - max(unit.since if unit else 0, one.awaited)


def slurm_state(world: World, node: str) -> str:
    """The state of a node as `scontrol` writes it: "IDLE+DRAIN+INVALID_REG" (law 11)."""
    assert world.slurm
    one, gone = world.slurm.nodes[node], silent(world, node)
    taken = used(world, node)
    base = "ALLOCATED" if taken >= world.slurm.configured else "MIXED"
    base = base if taken else "IDLE"
    if one.down or (gone is not None and gone >= world.machine["slurm"]["timeout"]):
        base = "DOWN"
    flags = {
        "DRAIN": bool(one.drained),
        "INVALID_REG": one.found < world.slurm.configured,
        "NOT_RESPONDING": gone is not None,
    }
    return "+".join([base, *(name for name, so in flags.items() if so)])


def used(world: World, node: str) -> int:
    """GPUs of a node that jobs have."""
    assert world.slurm
    running = (job for job in world.slurm.jobs if job.state == "RUNNING")
    return sum(job.gpus for job in running if node in job.nodes)


def takes_jobs(world: World, node: str) -> bool:
    """Whether Slurm starts a job there."""
    return slurm_state(world, node) in ("IDLE", "MIXED")


def allocatable(world: World, node: str) -> int:
    """GPUs that Kubernetes has of a node: those advertised, less the unhealthy (law 12)."""
    assert world.kube
    unhealthy = len(world.kube.nodes[node].unhealthy)
    return max(0, capacity(world, node) - unhealthy)


def capacity(world: World, node: str) -> int:
    """GPUs that the kubelet knows of; none after a boot in which no plugin registered."""
    assert world.kube
    return world.kube.nodes[node].advertised if laws.driver(world.nodes[node]) else 0


def free_slots(world: World, node: str) -> tuple[int, ...]:
    """The GPUs that the device plugin has for a pod: seen, healthy and given to none."""
    assert world.kube
    pods = [pod for pod in world.kube.workloads if pod.node == node]
    taken = {slot for pod in pods for slot in pod.slots if pod.state == "Running"}
    unhealthy = world.kube.nodes[node].unhealthy
    return tuple(
        gpu.slot
        for gpu in laws.visible(world.nodes[node])
        if gpu.uuid not in unhealthy and gpu.slot not in taken
    )


def tries(world: World, node: str) -> Iterator[float]:
    """When the driver's container begins, over and over, while there is no driver (law 17).

    After each failure the kubelet waits twice as long, up to a limit.
    """
    assert world.kube
    _, made = world.kube.nodes[node].renewed.get(
        laws.DRIVER_PODS, (0, world.kube.since)
    )
    of = world.machine["operator"]
    at, wait = max(made, world.nodes[node].booted), of["backoff"]
    while True:
        yield at
        at, wait = at + of["try"] + wait, min(2 * wait, of["most"])


def driver_ready_at(world: World, node: str) -> float | None:
    """When the operator will have loaded the driver; None while it cannot, or has."""
    assert world.kube
    one = world.nodes[node]
    since = world.kube.archive.get(one.kernel)
    if since is None or laws.driver(one) or not laws.reachable(world, node):
        return None
    first = next(at for at in tries(world, node) if at >= since)
    return float(first + world.machine["operator"]["build"])
