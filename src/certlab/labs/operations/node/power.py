"""Power and hands: booting a machine, taking its power away, touching its parts."""

from dataclasses import replace

from certlab.labs.operations.node import evictions, laws, logs, moves, units
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.schedulers import Job
from certlab.labs.operations.node.state import World


def reboot(world: World, node: str, *, power: bool = False) -> World:
    """Boot a machine anew; it is reachable again after a while.

    Args:
        power: with the power off in between, which is what a lost GPU needs (law 7).
    """
    world = _interrupt(world, node, "was rebooted")
    one = world.nodes[node]
    gpus = tuple(replace(gpu, lost=gpu.lost and not power) for gpu in one.gpus)
    return world.with_node(
        node,
        gpus=gpus,
        on=True,
        up_at=world.t + world.machine["seconds"]["boot"],
        kernel=one.kernels[-1],
        watched=None,
    )


def came_up(world: World, node: str) -> World:
    """The moment in which a booting machine is there: modules, then units in their order."""
    one = world.nodes[node]
    world = world.with_node(node, booted=world.t - 60, up_at=-1)
    world = logs.booted(world, node)
    if one.gpus and not world.kube:
        try:
            world = moves.load(world, node, "nvidia_uvm")
        except moves.Refused:
            world = logs.unbuilt(world, node)
    for unit, was in one.units.items():
        if was.enabled and not (world.kube and unit in laws.WITH_DRIVER):
            world = units.start(world, node, unit)
    if world.kube and node in world.kube.nodes:
        boots = world.kube.nodes[node].restarts + 1
        world = world.with_kube_node(node, restarts=boots)
    return world


def power_off(world: World, node: str) -> World:
    """Take the power away; hands may then work on the parts."""
    world = _interrupt(world, node, "lost its power")
    return world.with_node(node, on=False)


def reseat(world: World, node: str, slot: int) -> World:
    """Take a GPU out of its socket and put it back.

    Raises:
        moves.Refused: "power" while the machine has power.
    """
    if world.nodes[node].on:
        raise moves.Refused("power", node)
    return world.with_gpu(node, slot, seated=True)


def exchange(world: World, node: str, slot: int) -> World:
    """Put the spare GPU into a slot.

    Raises:
        moves.Refused: "power" while the machine has power, "spare" when none is left.
    """
    if world.nodes[node].on:
        raise moves.Refused("power", node)
    if world.spares.get("gpu", 0) < 1:
        raise moves.Refused("spare", "gpu")
    old = world.nodes[node].gpu(slot)
    new = Gpu(
        slot,
        old.bus,
        str(int(old.serial) + 40_961),
        "GPU-" + old.uuid[4:][::-1],
        limit=world.machine["watts"]["limit"],
    )
    spares = {**world.spares, "gpu": world.spares["gpu"] - 1}
    gpus = tuple(new if one.slot == slot else one for one in world.nodes[node].gpus)
    world = replace(world.with_node(node, gpus=gpus), spares=spares)
    return world.harmed("part", 1, f"a GPU was spent on slot {slot} of {node}")


def _interrupt(world: World, node: str, what: str) -> World:
    """Whatever ran there ends: jobs are requeued and lose what they had since a checkpoint."""
    stopped = {
        name: replace(unit, state="inactive", pid=0, result=0, since=world.t)
        for name, unit in world.nodes[node].units.items()
    }
    world = world.with_node(node, modules={}, processes=(), units=stopped)
    if world.slurm:
        for job in world.slurm.jobs:
            if job.state == "RUNNING" and node in job.nodes:
                world = lose_job(world, job.id, f"{node} {what} under job {job.id}")
    if world.kube:
        for pod in world.kube.workloads:
            if pod.state == "Running" and pod.node == node:
                world = evictions.lose(world, pod, f"{node} {what}")
    return world


def lose_job(world: World, id: int, text: str) -> World:
    """A running job loses its node: it is requeued, and its work since a checkpoint is gone."""
    assert world.slurm
    job = next(one for one in world.slurm.jobs if one.id == id)
    ran = world.t - (job.started or 0)
    lost = ran % job.checkpoint if job.checkpoint else ran
    world = requeued(world, replace(job, seconds=job.seconds - (ran - lost)))
    return world.harmed("job", 1, f"{text}; {lost / 3600:.1f} h of its work are gone")


def requeued(world: World, job: Job) -> World:
    """A job waits again, as if it had been handed in now."""
    return world.with_job(
        job.id,
        state="PENDING",
        nodes=(),
        slots=(),
        submitted=world.t,
        started=None,
        ended=None,
        restarts=job.restarts + 1,
        seconds=job.seconds,
    )


def restart_plugin(world: World, node: str) -> World:
    """The device plugin begins anew, and forgets what it had marked (law 12)."""
    one = world.nodes[node]
    found = laws.visible(one) if not laws.cannot_start(one) else ()
    return world.with_kube_node(
        node, advertised=len(found), unhealthy=frozenset(), plugin_since=world.t
    )
