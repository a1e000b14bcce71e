"""The queue in time, and what somebody does to it: begin, end, wait and why, drain, cancel.

No job is lost without a trace: each is PENDING, RUNNING, COMPLETED, FAILED or CANCELLED, and
what somebody else loses of one is a harm.
"""

from dataclasses import replace

from certlab.labs.operations.node import laws, scheduling
from certlab.labs.operations.node.moves import Refused
from certlab.labs.operations.node.power import lose_job, requeued
from certlab.labs.operations.node.schedulers import Job
from certlab.labs.operations.node.state import World

ROOT = "root"  # whoever sits here; nobody is harmed by what happens to their own jobs
ENDED = ("COMPLETED", "FAILED", "CANCELLED")
NONE_LEFT = (
    "Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority "
    "partitions"
)


def moments(world: World) -> list[float]:
    """When something happens in the queue by itself."""
    if not world.slurm:
        return []
    running = [job for job in world.slurm.jobs if job.state == "RUNNING"]
    ends = [job.started + job.seconds for job in running if job.started is not None]
    begins = [eligible(world, job) for job in waiting(world)]
    gone = [
        world.t - since + world.machine["slurm"]["timeout"]
        for name in world.slurm.nodes
        if (since := scheduling.silent(world, name)) is not None
    ]
    return [*ends, *begins, *gone]


def controlled(world: World) -> bool:
    """Whether slurmctld answers."""
    runs = world.nodes["head"].runs("slurmctld")
    return runs and laws.reachable(world, "head") and world.slurm is not None


def waiting(world: World) -> list[Job]:
    """The jobs that wait, in the order in which they begin."""
    assert world.slurm
    return [job for job in world.slurm.jobs if job.state == "PENDING"]


def eligible(world: World, job: Job) -> float:
    """When a job may begin: at once, and some time later where it was requeued."""
    again: float = world.machine["slurm"]["requeued"]
    return max(job.begin, job.submitted + again if job.restarts else job.submitted)


def settled(world: World) -> World:
    """What happens in this moment: jobs end, die with their node, or begin."""
    if not world.slurm:
        return world
    for job in world.slurm.jobs:
        if job.state != "RUNNING" or job.started is None:
            continue
        if world.t >= job.started + job.seconds:
            world = world.with_job(job.id, state="COMPLETED", ended=world.t)
        elif any(
            scheduling.slurm_state(world, n).startswith("DOWN") for n in job.nodes
        ):
            text = f"{job.nodes[0]} did not answer any more under job {job.id}"
            world = lose_job(world, job.id, text)
        elif not job.slots and job.nodes:
            slots = laws.job_slots(world, job, job.nodes[0])
            world = world.with_job(job.id, slots=slots)
    if controlled(world):
        for job in waiting(world):
            world = _begin(world, job)
    return world


def _begin(world: World, job: Job) -> World:
    """The world in which it has begun, where one of its nodes has room."""
    if world.t < eligible(world, job):
        return world
    for name in candidates(world, job):
        if not scheduling.takes_jobs(world, name) or free(world, name) < job.gpus:
            continue
        slots = laws.job_slots(world, job, name)
        world = world.with_job(
            job.id, state="RUNNING", nodes=(name,), slots=slots, started=world.t
        )
        if {*slots} - {gpu.slot for gpu in laws.usable(world, name)}:
            # CUDA does not start on one of its GPUs (law 4): it ends as it begins.
            world = world.with_job(job.id, state="FAILED", ended=world.t)
            if job.user != ROOT:
                text = f"job {job.id} of {job.user} began on {name} and died at once"
                world = world.harmed("job", 1, text)
        return world
    return world


def candidates(world: World, job: Job) -> list[str]:
    """The nodes on which it may run."""
    assert world.slurm
    return [job.wants] if job.wants in world.slurm.nodes else [*world.slurm.nodes]


def free(world: World, node: str) -> int:
    """GPUs of a node that no job has."""
    assert world.slurm
    return world.slurm.nodes[node].found - scheduling.used(world, node)


def reason(world: World, job: Job) -> str:
    """Why a job waits, as squeue says it; for one that does not wait, what scontrol says."""
    if job.state != "PENDING":
        return "NonZeroExitCode" if job.state == "FAILED" else "None"
    if world.t < eligible(world, job):
        return "BeginTime"
    if job.wants and _out(world, job.wants):
        return f"ReqNodeNotAvail, UnavailableNodes:{job.wants}"
    first = next(
        one
        for one in waiting(world)
        if world.t >= eligible(world, one)
        and not (one.wants and _out(world, one.wants))
    )
    if first.id != job.id:
        return "Priority"
    out = all(_out(world, name) for name in candidates(world, job))
    return NONE_LEFT if out else "Resources"


def _out(world: World, node: str) -> bool:
    """Whether a node is no node to wait for."""
    state = scheduling.slurm_state(world, node)
    return state.startswith("DOWN") or "+" in state


# What somebody does.


def drain(world: World, node: str, why: str) -> World:
    """Let no further job begin there; what runs goes on."""
    assert world.slurm
    down = why if world.slurm.nodes[node].down else ""
    return world.with_slurm_node(node, drained=why, down=down, by=ROOT, since=world.t)


def down(world: World, node: str, why: str) -> World:
    """Set it down: what runs there is requeued, and loses its work since a checkpoint."""
    assert world.slurm
    for job in world.slurm.jobs:
        if job.state == "RUNNING" and node in job.nodes:
            world = lose_job(world, job.id, f"{node} was set down under job {job.id}")
    return world.with_slurm_node(node, down=why, by=ROOT, since=world.t)


def resume(world: World, node: str, *, undrain: bool = False) -> World:
    """Take it back into service (law 11).

    Args:
        undrain: only its drain, which may be missing.

    Raises:
        Refused: "state" where its registration is invalid, or where it is in service.
    """
    assert world.slurm
    one, state = world.slurm.nodes[node], scheduling.slurm_state(world, node)
    if "INVALID_REG" in state:
        raise Refused("state", node)
    if undrain:
        return world.with_slurm_node(node, drained="")
    if not (one.drained or state.startswith("DOWN")):
        raise Refused("state", node)
    return world.with_slurm_node(node, drained="", down="", awaited=world.t)


def cancel(world: World, id: int) -> World:
    """End a job for good; one of somebody else is a harm."""
    job = job_of(world, id)
    if not job or job.state in ENDED:
        return world
    world = world.with_job(id, state="CANCELLED", ended=world.t)
    if job.user != ROOT:
        world = world.harmed("job", 1, f"job {id} of {job.user} was cancelled")
    return world


def requeue(world: World, id: int) -> World:
    """Send a running job back into the queue.

    Raises:
        Refused: "id" where there is none, "pending" where it waits already.
    """
    job = job_of(world, id)
    if not job:
        raise Refused("id", str(id))
    if job.state == "PENDING":
        raise Refused("pending", str(id))
    if job.state == "RUNNING":
        after = lose_job(world, id, f"job {id} of {job.user} was requeued")
        return after if job.user != ROOT else replace(after, harms=world.harms)
    return requeued(world, job)


def job_of(world: World, id: int) -> Job | None:
    """The job with an id."""
    jobs = world.slurm.jobs if world.slurm else ()
    return next((job for job in jobs if job.id == id), None)
