"""What sinfo and squeue print, by Slurm's own language of formats: "%.6D" is six wide, right."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from certlab.labs.operations.node import scheduling
from certlab.labs.operations.node.described import table
from certlab.labs.operations.node.machine import clock
from certlab.labs.operations.node.schedulers import Job
from certlab.labs.operations.node.slurm import queue
from certlab.labs.operations.node.state import World

Row = dict[str, str]
FIELD = re.compile(r"%(\.?)(\d*)([A-Za-z])")
# A state in sinfo's short and long word.
_WORDS = {
    "IDLE": ("idle", "idle"),
    "MIXED": ("mix", "mixed"),
    "ALLOCATED": ("alloc", "allocated"),
    "DOWN": ("down", "down"),
}
# sinfo puts what has a flag first, then by these, the highest first.
_RANKS = {"DOWN": 1, "IDLE": 2, "ALLOCATED": 3, "MIXED": 5}
_FLAGS = {"DRAIN": 10, "NOT_RESPONDING": 20, "INVALID_REG": 40}
# The states of a job as squeue shortens them, in its order.
SHORT = {
    "PENDING": "PD",
    "RUNNING": "R",
    "COMPLETED": "CD",
    "CANCELLED": "CA",
    "FAILED": "F",
}
STATES = {short: state for state, short in SHORT.items()} | {one: one for one in SHORT}


def printed(format: str, names: Mapping[str, str], rows: Sequence[Row]) -> list[str]:
    """The line of names and a line for each row; a value is cut to its width."""

    def line(values: Mapping[str, str]) -> str:
        return FIELD.sub(lambda field: _cell(values[field[3]], field), format)

    return [line(names), *map(line, rows)]


def _cell(value: str, field: re.Match[str]) -> str:
    width = int(field[2] or len(value))
    cut = value[:width]
    return cut.rjust(width) if field[1] else cut.ljust(width)


def ctime(world: World) -> str:
    """The line of time that the long tables begin with."""
    now = clock(world)
    return f"{now:%a %b} {now.day:2d} {now:%H:%M:%S %Y}"


def stamp(world: World, t: float | None = None) -> str:
    """ "2026-11-27T08:00:00"."""
    return f"{clock(world, t):%Y-%m-%dT%H:%M:%S}"


def word(state: str, *, long: bool = False) -> str:
    """sinfo's word for a state of scontrol: "drng" for "MIXED+DRAIN"."""
    base, *flags = state.split("+")
    words = _WORDS[base]
    if "INVALID_REG" in flags:
        words = ("inval", "inval")
    elif "DRAIN" in flags:
        works = base in ("MIXED", "ALLOCATED")
        words = ("drng", "draining") if works else ("drain", "drained")
    return words[long] + ("*" if "NOT_RESPONDING" in flags else "")


def rank(state: str) -> int:
    """Where sinfo puts a state, the highest first."""
    base, *flags = state.split("+")
    return _RANKS[base] + sum(_FLAGS[flag] for flag in flags)


def why_out(world: World, node: str) -> tuple[str, str, float] | None:
    """The reason for which a node is out of service, by whom and since when."""
    assert world.slurm
    one, gone = world.slurm.nodes[node], scheduling.silent(world, node)
    if one.drained or one.down:
        return one.drained or one.down, one.by, one.since
    after = world.machine["slurm"]["timeout"]
    if gone is not None and gone >= after:
        return "Not responding", "slurm", world.t - gone + after
    return None


def node_rows(world: World, nodes: Sequence[str]) -> list[Row]:
    """The fields of nodes, by the letters of sinfo."""
    assert world.slurm
    of, rows = world.machine["slurm"], []
    for node in nodes:
        state = scheduling.slurm_state(world, node)
        reason, by, since = why_out(world, node) or ("none", "Unknown", None)
        values = {
            "of": of,
            "node": node,
            "gpus": world.slurm.configured,
            "by": by,
            "short": word(state),
            "long": word(state, long=True),
            "reason": reason,
            "since": "Unknown" if since is None else stamp(world, since),
            "cpus": of["sockets"] * of["cores"] * of["threads"],
        }
        rows.append(_row("sinfo", values))
    return rows


def _row(tool: str, values: Mapping[str, Any]) -> Row:
    fields = table("slurm")["fields"][tool]
    return {letter: value.format(**values) for letter, (_, value) in fields.items()}


def merged(format: str, rows: Sequence[Row]) -> list[Row]:
    """Nodes that a format prints alike, in one row."""
    letters = {field[3] for field in FIELD.finditer(format)} - {"N", "D"}
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[one] for one in sorted(letters)), []).append(row)
    return [
        {**of[0], "N": ",".join(row["N"] for row in of), "D": str(len(of))}
        for of in groups.values()
    ]


def job_rows(world: World, jobs: Sequence[Job]) -> list[Row]:
    """The fields of jobs, by the letters of squeue, those that wait first."""
    rows = []
    for job in sorted(jobs, key=lambda job: ([*SHORT].index(job.state), job.id)):
        nodes, reason = ",".join(job.nodes), queue.reason(world, job)
        where = f"({reason})" if job.state in ("PENDING", "FAILED") else nodes
        values = {"job": job, "of": world.machine["slurm"], "nodes": nodes}
        values |= {"reason": reason, "where": where, "short": SHORT[job.state]}
        time = re.sub("^(00:)?0?", "", span(ran(world, job)))  # "4:07", "1:00:00"
        rows.append(_row("squeue", values | {"ran": time}))
    return rows


def ran(world: World, job: Job) -> int:
    """Seconds that a job has run since it began last."""
    if job.started is None:
        return 0
    return int((world.t if job.ended is None else job.ended) - job.started)


def span(seconds: int) -> str:
    """ "00:04:07", "2-03:00:00"."""
    days, rest = divmod(seconds, 86_400)
    time = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    return f"{days}-{time}" if days else time
