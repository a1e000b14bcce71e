"""Slurm's tools: sinfo, squeue, scontrol, scancel, sbatch, sacct."""

from collections.abc import Callable, Mapping

from certlab.labs.operations.node import scheduling
from certlab.labs.operations.node.answer import Answer, Call, Unknown, unknown
from certlab.labs.operations.node.described import described, table
from certlab.labs.operations.node.options import read
from certlab.labs.operations.node.slurm import queue, tables
from certlab.labs.operations.node.slurm.asked import (
    controller,
    is_id,
    no,
    parts,
)
from certlab.labs.operations.node.slurm.control import scontrol
from certlab.labs.operations.node.slurm.submit import sbatch
from certlab.labs.operations.node.slurm.tables import Row


def _format(call: Call, given: Mapping[str, str], default: str) -> tuple[str, Row]:
    """The format that -o names, else one of content/machines/slurm.toml, and the fields' names.

    Raises:
        Unknown: it has a field that we do not do.
    """
    told = table("slurm")
    format = given.get("-o", told["formats"][default])
    names = {key: name for key, (name, _) in told["fields"][call.name].items()}
    for field in tables.FIELD.finditer(format):
        if field[3] not in names:
            raise Unknown(f"-o {field[0]}")
    return format, names


def _sinfo(call: Call) -> Answer:
    given, _ = read(
        call.words, "-n|--nodes -o|--format", "-h -N -l -R -V|--version", getopt=True
    )
    if "-V" in given:
        return Answer(f"slurm-wlm {call.world.machine['slurm']['version']}")
    letters = "".join(letter for letter in "RNl" if f"-{letter}" in given)
    if letters not in ("", "R", "N", "Nl"):
        return unknown(call, f"-{letters}")
    format, names = _format(call, given, f"sinfo{letters}")
    slurm, wanted = controller(call, "slurm_load_partitions: "), parts(given.get("-n"))
    world, nodes = call.world, [n for n in slurm.nodes if n in wanted or not wanted]
    if "R" in letters:
        nodes = [name for name in nodes if tables.why_out(world, name)]
    if "N" not in letters:
        nodes.sort(key=lambda n: -tables.rank(scheduling.slurm_state(world, n)))
    rows = tables.node_rows(world, nodes)
    rows = rows if "N" in letters else tables.merged(format, rows)
    lines = [tables.ctime(world)] if "l" in letters else []
    lines += tables.printed(format, names, rows)["-h" in given :]
    form = f"sinfo -{letters[0]}" if letters else "sinfo"
    return Answer("\n".join(lines), form="sinfo -o FORMAT" if "-o" in given else form)


def _squeue(call: Call) -> Answer:
    takes = "-u|--user -j|--jobs -w|--nodelist -t|--states -o|--format"
    given, _ = read(call.words, takes, "-l -h", getopt=True)
    format, names = _format(call, given, "squeuel" if "-l" in given else "squeue")
    users, ids, nodes, states = (parts(given.get(f"-{letter}")) for letter in "ujwt")
    slurm = controller(call, "slurm_load_jobs error: ")
    for name in nodes:
        if name not in slurm.nodes:
            raise no(f"squeue: error: Invalid node name {name}")
    for id in ids:
        if not is_id(id):
            raise no(f"squeue: error: Invalid job id: {id}")
    if ids and not any(queue.job_of(call.world, int(id)) for id in ids):
        raise no("slurm_load_jobs error: Invalid job id specified")
    shown = {tables.STATES.get(one.upper(), "") for one in states or ("PD", "R")}
    if states == ["all"]:
        shown = {*tables.STATES.values()}
    if "" in shown:
        return unknown(call, f"-t {','.join(states)}")
    jobs = [
        job
        for job in slurm.jobs
        if job.state in shown
        and (not users or job.user in users)
        and (not ids or str(job.id) in ids)
        and (not nodes or {*nodes} & {*job.nodes})
    ]
    lines = [tables.ctime(call.world)] if "-l" in given else []
    rows = tables.job_rows(call.world, jobs)
    lines += tables.printed(format, names, rows)["-h" in given :]
    form = "squeue -o FORMAT" if "-o" in given else "squeue [-l]"
    return Answer("\n".join(lines), form=form)


def _scancel(call: Call) -> Answer:
    if not call.words:
        raise no("scancel: error: No job identification provided")
    for word in call.words:
        if word.startswith("-"):
            return unknown(call, word)
        if not is_id(word):
            raise no(f"scancel: error: Invalid job id {word}")
    controller(call, "scancel: error: slurm_kill_job2: ")
    world = call.world
    for word in call.words:
        world = queue.cancel(world, int(word))
    return Answer(world=world, form="scancel ID")


def _sacct(_call: Call) -> Answer:
    return Answer("Slurm accounting storage is disabled", 1, form="sacct")


_RUNS: dict[str, Callable[[Call], Answer]] = {
    "sinfo": _sinfo,
    "squeue": _squeue,
    "scontrol": scontrol,
    "scancel": _scancel,
    "sbatch": sbatch,
    "sacct": _sacct,
}
COMMANDS = described(
    _RUNS,
    lambda world, _host: world.slurm is not None,
)
