"""scontrol: show, update, requeue, ping."""

from collections.abc import Callable, Sequence

from certlab.labs.operations.node.answer import Answer, Call, Refusal, unknown
from certlab.labs.operations.node.described import table
from certlab.labs.operations.node.moves import Refused
from certlab.labs.operations.node.slurm import queue, records
from certlab.labs.operations.node.slurm.asked import (
    NO_CONTROLLER,
    controller,
    is_id,
    no,
)
from certlab.labs.operations.node.state import World

_STATES: dict[str, Callable[[World, str, str], World]] = {
    "drain": queue.drain,
    "down": queue.down,
    "resume": lambda world, node, _: queue.resume(world, node),
    "undrain": lambda world, node, _: queue.resume(world, node, undrain=True),
}
_OTHERS = ("noresp", "fail", "future", "power_down", "power_up", "idle")

_UPDATE = "scontrol update nodename=NODE state=drain|resume|undrain|down reason=TEXT"


def scontrol(call: Call) -> Answer:
    """The answer to a line of it."""
    match call.words:
        case ("ping",):
            return _ping(call)
        case ("show", "node" | "nodes", *names) if len(names) < 2:
            return _show_nodes(call, *names)
        case ("show", "job" | "jobs", *ids) if len(ids) < 2:
            return _show_jobs(call, *ids)
        case ("update", _, *_):
            return _update(call, call.words[1:])
        case ("update",):
            raise no("too few arguments for update keyword")
        case ("requeue", id):
            return _requeue(call, id)
        case ("requeue" | "show" as keyword,):
            raise no(f"too few arguments for keyword:{keyword}")
    return unknown(call, " ".join(call.words) or "without a word")


def _ping(call: Call) -> Answer:
    if queue.controlled(call.world):
        return Answer("Slurmctld(primary) at head is UP", form="scontrol ping")
    stars = "*" * 41
    text = f"{stars}\n** RESTORE SLURMCTLD DAEMON TO SERVICE **\n{stars}"
    raise no(f"Slurmctld(primary) at head is DOWN\n{text}", seconds=3)


def _show_nodes(call: Call, names: str = "") -> Answer:
    has = controller(call, "slurm_load_node error: ").nodes
    wanted = names.split(",") if names else [*has]
    texts = [
        records.node(call.world, name) if name in has else f"Node {name} not found"
        for name in wanted
    ]
    exit = int(not {*wanted} <= has.keys())
    return Answer("\n".join(texts), exit, form="scontrol show node [NODE]")


def _show_jobs(call: Call, id: str = "") -> Answer:
    jobs = controller(call, "slurm_load_jobs error: ").jobs
    if id and not is_id(id):
        raise no("scontrol_print_job error: Invalid job id specified")
    wanted = [job for job in jobs if not id or job.id == int(id)]
    if id and not wanted:
        raise no("slurm_load_jobs error: Invalid job id specified")
    texts = [records.job(call.world, job) for job in wanted]
    text = "\n".join(texts) or "No jobs in the system"
    return Answer(text, form="scontrol show job [ID]")


def _update(call: Call, words: Sequence[str]) -> Answer:
    """`nodename=NODE state=STATE reason="…"`; keys in any case."""
    pairs = (word.partition("=") for word in words)
    given = {key.lower(): value for key, _, value in pairs}
    if strange := given.keys() - {"nodename", "state", "reason"}:
        return unknown(call, f"update {min(strange)}=")
    said = table("slurm")["update"]
    if "nodename" not in given:
        raise no(said["entity"])
    state, reason = given.get("state", "").lower(), given.get("reason", "")
    if state in _OTHERS or (reason and not state):
        return unknown(call, f"update state={state}")
    if not state:
        raise no("No changes specified")
    if state not in _STATES:
        raise no(said["state"].format(state=given["state"]))
    if state in ("drain", "down") and not reason:
        raise no(said["reason"])
    has, world = controller(call, "slurm_update error: ").nodes, call.world
    nodes = given["nodename"].split(",")
    if not {*nodes} <= has.keys():
        raise no("slurm_update error: Invalid node name specified")
    try:
        for node in nodes:
            world = _STATES[state](world, node, reason)
    except Refused:
        text = "slurm_update error: Invalid node state specified"
        return Answer(text, 1, form=_UPDATE)
    return Answer(world=world, form=_UPDATE)


def _requeue(call: Call, id: str) -> Answer:
    if not queue.controlled(call.world):
        raise Refusal(Answer(f"{NO_CONTROLLER} for job {id}", 1, 3))
    try:
        world = queue.requeue(call.world, int(id) if is_id(id) else -1)
    except Refused as refused:
        why = {"id": "Invalid job id specified", "pending": "Job is pending execution"}
        raise no(f"{why[refused.why]} for job {id}") from None
    return Answer(world=world, form="scontrol requeue ID")
