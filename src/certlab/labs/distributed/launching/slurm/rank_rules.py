"""Rules of ranks that srun starts by itself: what their environment says.

Which variables a program reads: PyTorch's page Distributed communication package, under
Environment variable initialization. What srun sets for each task: srun(1).
"""

import re
from collections.abc import Iterator

from certlab.finding import Finding
from certlab.labs.distributed.launching.finding import of_rule
from certlab.labs.distributed.launching.shell import as_typed, holes
from certlab.labs.distributed.launching.slurm.request import PARTLY, unreadable_counts
from certlab.labs.distributed.launching.slurm.step import Step
from certlab.labs.distributed.launching.torchrun.command_line import whole
from certlab.labs.distributed.launching.torchrun.rendezvous_rules import bad_host
from certlab.labs.distributed.launching.torchrun.scene import LOCAL
from certlab.labs.distributed.launching.torchrun.unread import HOST, why

_EARLY = re.compile(r"SLURM_(PROCID|LOCALID|NODEID)")


def ranks(one: Step) -> Iterator[Finding]:
    """The address, the ranks and the world of the tasks of a step."""
    at, asked = one.command.line, one.requested
    nodes, tasks, each = asked.nodes or 1, asked.tasks or 1, asked.tasks_per_node or 1
    host = one.env.get("MASTER_ADDR", "")
    if nodes > 1 and host:
        yield from bad_host(host, f"{nodes} nodes", at, inside=one.inside)
    bound = {"gpus-per-task", "gpu-bind"} & set(asked.options)
    alike = [("RANK", tasks, "PROCID")]
    if not bound and not holes(one.env.get("CUDA_VISIBLE_DEVICES", "0")):
        alike.append(("LOCAL_RANK", each, "LOCALID"))
    for name, count, own in alike:
        value = one.env.get(name, "")
        early = not one.inside and bool(_EARLY.search(value))
        if count > 1 and (early or whole(value) is not None):
            why_ = (
                "" if one.inside else ", as the script fills it in before srun starts"
            )
            says = (
                f"{name}={as_typed(value)} is the same for all {count} tasks{why_}; write "
                f"srun bash -c '{name}=$SLURM_{own} ...', in single quotes."
            )
            yield of_rule("same-rank", says, at)
    world = whole(one.env.get("WORLD_SIZE", ""))
    if world is not None and asked.tasks and world != asked.tasks:
        says = (
            f"WORLD_SIZE={world} and srun starts {tasks} task{'' if tasks == 1 else 's'}; "
            "write WORLD_SIZE=$SLURM_NTASKS."
        )
        yield of_rule("world-size-differs", says, at)


def unread(one: Step) -> Iterator[str]:
    """What of a step's options and rounds certlab does not take into account."""
    line = f"line {one.command.line}"
    export = one.requested.options.get("export", "ALL")
    if one.step and export.partition(",")[0] != "ALL":
        yield f"{line}: --export={as_typed(export)} says which variables the step sees, and certlab takes all of them."
    for says in unreadable_counts(one.step) if one.step else ():
        yield f"{line}: {says}"
    words = as_typed(one.step.options.get(PARTLY, "")) if one.step else ""
    if words:
        yield f"{line}: options of srun may stand in {words}, {why(words, one.command.assigned)}."
    if one.command.repeated:
        yield f"{line} stands in a loop, and what all its rounds start together is not counted."


def unknown(one: Step) -> Iterator[str]:
    """What of it depends on what nobody knows here."""
    line = f"line {one.command.line}: "
    host, assigned = as_typed(one.env.get("MASTER_ADDR", "")), one.command.assigned
    if host in LOCAL and one.requested.nodes is None:
        yield f"{line}MASTER_ADDR={host} is right on one node alone, and how many there are is not seen here."
    if not HOST.search(host):
        for hole in holes(host):
            yield f"{line}MASTER_ADDR depends on {hole}, {why(hole, assigned)}."
    for hole in holes(one.env.get("WORLD_SIZE", "")):
        if not re.search(r"SLURM_(NTASKS|NPROCS|STEP_NUM_TASKS)", hole):
            yield f"{line}WORLD_SIZE depends on {hole}, {why(hole, assigned)}."
    least, _, most = one.requested.options.get("nodes", "").partition("-")
    if most not in ("", least):
        yield f"{line}the job has {least} to {most} nodes, and how many is known only on the day."
