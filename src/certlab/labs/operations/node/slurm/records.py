"""What `scontrol show` prints of a node and of a job."""

from certlab.labs.operations.node import scheduling
from certlab.labs.operations.node.described import table
from certlab.labs.operations.node.schedulers import Job
from certlab.labs.operations.node.slurm import queue
from certlab.labs.operations.node.slurm.tables import ran, span, stamp, why_out
from certlab.labs.operations.node.state import World

_HIGHEST = 4_294_901_760  # priorities count down from here
_YEAR = 365 * 86_400  # what the scheduler expects of a job without a limit


def node(world: World, name: str) -> str:
    """The record of a node, with the empty line that ends it."""
    assert world.slurm
    of, machine = world.machine["slurm"], world.nodes[name]
    jobs = [job for job in world.slurm.jobs if name in job.nodes]
    used = scheduling.used(world, name)
    alloc = used * of["cpus_per_gpu"]
    slurmd, gone = machine.units.get("slurmd"), scheduling.silent(world, name)
    began = slurmd.since if slurmd and gone is None else machine.booted
    unheard = gone and slurmd and world.slurm.nodes[name].awaited > slurmd.since
    text = str(table("slurm")["node"]).format(
        **of,
        name=name,
        alloc=alloc,
        cpus=of["sockets"] * of["cores"] * of["threads"],
        load=0.31 + 1.02 * used,
        gpus=world.slurm.configured,
        kernel=machine.kernel,
        free=of["memory"] - 24_316 - 61_440 * used,
        state=scheduling.slurm_state(world, name),
        booted="None" if unheard else stamp(world, machine.booted),
        began=stamp(world, began),
        busy=stamp(world, max((job.ended or world.t for job in jobs), default=began)),
        tres=f"cpu={alloc}" if alloc else "",
    )
    if out := why_out(world, name):
        reason, by, since = out
        text += f"   Reason={reason} [{by}@{stamp(world, since)}]\n"
    return text


def job(world: World, one: Job) -> str:
    """The record of a job, with the empty line that ends it."""
    of, waits = world.machine["slurm"], one.state == "PENDING"
    cpus = one.gpus * of["cpus_per_gpu"]
    fresh = f"cpu=1,mem={of['memory']}M,node=1,billing=1"
    home = "/root" if one.user == queue.ROOT else f"/home/{one.user}"
    eligible = queue.eligible(world, one)
    uid = 0 if one.user == queue.ROOT else 1000 + sum(map(ord, one.user)) % 97
    reason = queue.reason(world, one)
    untried = reason.startswith("ReqNodeNotAvail") and not one.restarts
    killed = one.state == "CANCELLED" and one.started is not None
    return str(table("slurm")["job"]).format(
        job=one,
        of=of,
        uid=uid,
        priority=_HIGHEST - one.id,
        reason=reason.replace(" ", "_"),
        exit="1:0" if one.state == "FAILED" else "0:15" if killed else "0:0",
        ran=span(ran(world, one)),
        submitted=stamp(world, one.submitted),
        eligible=stamp(world, eligible),
        started=_start(world, one, eligible),
        ended="Unknown" if one.ended is None else stamp(world, one.ended),
        evaluated=stamp(world, world.t if waits else one.started),
        sid=20_000 + one.id % 9_000,
        wants=one.wants or "(null)",
        nodes=",".join(one.nodes),
        batch=f"   BatchHost={one.nodes[0]}\n" if one.nodes else "",
        cpus=1 if waits or not one.nodes else cpus,
        tres=f"cpu={cpus},node=1,billing={cpus}" if one.nodes else fresh,
        command=f"{home}/{one.name}" if one.name.endswith(".sh") else "(null)",
        home=home,
        each="" if untried else f"   CpusPerTres=gpu:{of['cpus_per_gpu']}\n",
    )


def _start(world: World, one: Job, eligible: float) -> str:
    """When it began, or what the scheduler expects."""
    if one.started is not None:
        return stamp(world, one.started)
    if one.state != "PENDING":
        return stamp(world, one.ended)
    match queue.reason(world, one):
        case "BeginTime":
            return stamp(world, eligible)
        case "Resources" if world.slurm:
            running = [other.started for other in world.slurm.jobs if not other.ended]
            first = min((t for t in running if t is not None), default=world.t)
            return stamp(world, first + _YEAR)
    return "Unknown"
