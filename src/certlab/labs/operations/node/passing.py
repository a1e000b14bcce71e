"""Time: it moves only when told, and then boots end, jobs end and others begin (law 16)."""

from dataclasses import replace

from certlab.labs.operations.node import laws, moves, operator, power, scheduling
from certlab.labs.operations.node.schedulers import Workload
from certlab.labs.operations.node.slurm import queue
from certlab.labs.operations.node.state import World


def advance(world: World, seconds: float) -> World:
    """The world so many seconds later."""
    until, world = world.t + seconds, _settled(world)
    while True:
        at = min((t for t in _next(world) if world.t < t <= until), default=until)
        world = _settled(replace(world, t=at))
        if at >= until:
            return world


def _next(world: World) -> list[float]:
    """When something ends by itself."""
    ends = [one.up_at for one in world.nodes.values()]
    if world.kube:
        at = [scheduling.driver_ready_at(world, name) for name in world.kube.nodes]
        at += map(_ends, world.kube.workloads)
        ends += [moment for moment in at if moment is not None]
    return [*ends, *queue.moments(world), *(at for at, _, _ in _falls(world))]


def _ends(pod: Workload) -> float | None:
    """When a pod of a Job is done; None for one that does not run, or runs on."""
    if pod.state != "Running" or not pod.seconds or pod.started is None:
        return None
    return pod.started + pod.seconds


def _falls(world: World) -> list[tuple[float, str, int]]:
    """When broken GPUs will fall off, and which: node and slot."""
    return [
        (at, name, gpu.slot)
        for name, node in world.nodes.items()
        for gpu in node.gpus
        if (at := laws.falls_at(world, name, gpu)) is not None
    ]


def _settled(world: World) -> World:
    """What happens by itself in this moment."""
    for name, node in world.nodes.items():
        if node.on and 0 <= node.up_at <= world.t:
            world = power.came_up(world, name)
    for at, name, slot in _falls(world):
        if at <= world.t:
            world = moves.fall_off(world, name, slot)
    world = queue.settled(world)
    if world.kube:
        world = _pods(world)
    return world


def _pods(world: World) -> World:
    """Drivers get loaded, pods end, and waiting ones begin where there is room."""
    assert world.kube
    for name in world.kube.nodes:
        ready = scheduling.driver_ready_at(world, name)
        if ready is not None and ready <= world.t:
            world = operator.loads(world, name)
    assert world.kube
    for pod in world.kube.workloads:
        at = _ends(pod)
        if at is not None and at <= world.t:
            world = world.with_workload(pod.name, state="Succeeded", slots=())
    assert world.kube
    for pod in world.kube.workloads:
        if pod.state == "Pending":
            world = _place(world, pod)
    return world


def _place(world: World, pod: Workload) -> World:
    assert world.kube
    for name, node in world.kube.nodes.items():
        if node.cordoned or not laws.reachable(world, name):
            continue
        there = (one for one in world.kube.workloads if one.node == name)
        taken = sum(len(one.slots) for one in there if one.state == "Running")
        slots = scheduling.free_slots(world, name)[: pod.gpus]
        room = scheduling.allocatable(world, name) - taken
        if room >= pod.gpus == len(slots):
            return world.with_workload(
                pod.name, state="Running", node=name, slots=slots, started=world.t
            )
    return world
