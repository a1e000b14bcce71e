"""What of a launch line depends on what certlab does not know, where that counts."""

import re
from collections.abc import Collection, Iterator

from certlab.labs.distributed.launching.shell import Open, as_typed, holes
from certlab.labs.distributed.launching.torchrun.command_line import ELLIPSES
from certlab.labs.distributed.launching.torchrun.process_rules import sizes
from certlab.labs.distributed.launching.torchrun.scene import Scene

# Filled in on the day, and known to be right: one host of a job, or its number on it.
HOST = re.compile(
    r"scontrol\s+show\s+host|nodeset|hostlist|\$\(hostname|HOSTNAME|SLURMD_NODENAME"
    r"|SLURM_(JOB_)?NODELIST|SLURM_LAUNCH_NODE_IPADDR"
)
_WORKED = re.compile(
    r"\b(perl|python3?|sed|awk)\b.*NODELIST|NODELIST.*\b(perl|python3?)\b", re.DOTALL
)
_RANK = re.compile(r"SLURM_NODEID|SLURM_PROCID|JOB_COMPLETION_INDEX|\$RANK")
_PER_GPU = re.compile(r"SLURM_GPUS_ON_NODE|nvidia-smi [^|]*\|.*wc -l", re.DOTALL)
# Names of what holds options rather than one option's value.
_MANY = re.compile(r"[@*]|ARG|OPT|FLAG|PARAM|EXTRA|CMD|COMMAND|CONFIG", re.IGNORECASE)
_CHOSEN = re.compile(r"head|tail|sed|awk|cut|hostlist|nodeset|tr |\[0\]|grep|xargs")


def sentences(scene: Scene) -> Iterator[str]:
    """Each option that counts and is not known, and words that may be any option."""
    for option, value in _counting(scene):
        for hole in holes(value):
            yield f"{_at(scene)}--{option} depends on {hole}, {why(hole, scene.assigned)}."
    for word in scene.line.open:
        says = f"options of torchrun may stand in {as_typed(word)}"
        yield f"{_at(scene)}{says}, {why(as_typed(word), scene.assigned)}."
    yield from _arguments(scene)


def _counting(scene: Scene) -> Iterator[tuple[str, str]]:
    yield "nnodes", scene.option("nnodes")
    processes = scene.option("nproc-per-node")
    if not _PER_GPU.search(processes):
        yield "nproc-per-node", processes
    if not scene.several or scene.standalone:
        return
    yield "rdzv-backend", scene.option("rdzv-backend")
    rank = as_typed(scene.option("node-rank"))
    if scene.static and not _RANK.search(rank):
        yield "node-rank", rank
    host = as_typed(scene.host)
    if not HOST.search(host) or _WORKED.search(host):
        yield (
            ("rdzv-endpoint" if scene.option("rdzv-endpoint") else "master-addr"),
            host,
        )
    elif re.search(r"scontrol\s+show\s+host", host) and not _CHOSEN.search(host):
        yield "rdzv-endpoint", host


def _arguments(scene: Scene) -> Iterator[str]:
    """Parallel sizes may stand in words of the program that nobody knows."""
    words = scene.line.arguments
    told = [
        as_typed(word)
        for at, word in enumerate(words)
        if word in ELLIPSES
        or (
            isinstance(word, Open)
            and (not words[at - 1].startswith("--") or at == 0 or _MANY.search(word))
        )
    ]
    for _, value in sizes(scene.line):
        told += holes(value)
    for word in dict.fromkeys(told):
        program = as_typed(scene.line.program)
        says = f"arguments of {program} depend on {word}, {why(word, scene.assigned)}"
        yield f"{_at(scene)}{says}, so parallel sizes there are not seen."


def _at(scene: Scene) -> str:
    return f"line {scene.at}: " if scene.at else ""


def why(hole: str, assigned: Collection[str]) -> str:
    """Why nobody knows what stands there, as the rest of a sentence."""
    if hole in ELLIPSES:
        return "which was left out"
    name = re.match(r"\$\{?[!#]?([A-Za-z_]\w*)", hole)
    if name:
        return (
            "whose value certlab does not know"
            if name[1] in assigned
            else "which is not set here"
        )
    if hole[:1] != "$" and "{" in hole:
        return "whose braces certlab does not fill in"
    if hole.startswith("$(("):
        return "whose sum certlab does not know"
    if hole.startswith("$("):
        return "which certlab does not run"
    return "an argument of the script"
