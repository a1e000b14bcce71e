"""Rules of meeting: where the nodes of a job find each other, and who is who.

Behaviour is that of PyTorch 2.13: torch/distributed/run.py, and under elastic/ the files
rendezvous/{utils,c10d_rendezvous_backend,static_tcp_rendezvous}.py and agent/server/api.py.
"""

import re
from collections.abc import Iterator

from certlab.finding import Finding
from certlab.labs.distributed.launching.finding import of_rule
from certlab.labs.distributed.launching.shell import as_typed
from certlab.labs.distributed.launching.torchrun.scene import LOCAL, Scene

_OWN = re.compile(r"\$\(hostname|\$\{?(HOSTNAME|SLURMD_NODENAME)")
_RANDOM = re.compile(
    r"\$\{?RANDOM\b|\$\(\([^)]*RANDOM|\$\((?:date|uuidgen|mktemp|shuf)\b"
)
_LIST = re.compile(r"\w\[[\d,-]+\]")
_HOLE = re.compile(r"[$\1](?:\{[^{}]*\}|\(.*\))", re.DOTALL)
_NODE = re.compile(r"\$\{?SLURM_(NODEID|PROCID)")
# What turns Slurm's list of nodes into names one by one, or may.
_EXPANDERS = ("scontrol", "nodeset", "hostlist", "perl", "python", "sed", "awk")


def meeting(scene: Scene) -> Iterator[Finding]:
    """Everything about the rendezvous of several nodes."""
    if not scene.several:
        return
    if scene.standalone:
        says = (
            f"--standalone makes each node listen at its own localhost, so each waits for "
            f"{scene.nodes} alone; give --rdzv-backend=c10d and one "
            "--rdzv-endpoint instead."
        )
        yield of_rule("standalone-on-several", says, scene.at)
        return
    yield from _another(scene)
    yield from _address(scene)
    yield from (_static(scene) if scene.static else _dynamic(scene))


def _another(scene: Scene) -> Iterator[Finding]:
    for option in ("rdzv-id", "rdzv-endpoint", "master-port"):
        value = scene.option(option)
        if scene.alike and scene.inside and _RANDOM.search(value):
            says = (
                f"--{option}={as_typed(value)} comes out as another on each of {scene.nodes}, so "
                "they never meet; work it out once and pass that on."
            )
            yield of_rule("own-address", says, scene.at)


def _address(scene: Scene) -> Iterator[Finding]:
    host, most = scene.host, scene.nodes
    if not host and scene.open:
        return
    if not host:
        option = "--master-addr" if scene.static else "--rdzv-endpoint"
        says = f"{most[0].upper()}{most[1:]} and no {option}: each takes localhost and waits there alone"
        if scene.option("master-addr"):
            says += "; --master-addr is read by the static rendezvous only"
        says += "; write --rdzv-backend=c10d --rdzv-endpoint=HOST:29500 with one host for all."
        yield of_rule("no-rendezvous", says, scene.at)
    else:
        yield from bad_host(host, most, scene.at, inside=scene.inside)


def bad_host(host: str, most: str, at: int, *, inside: bool) -> Iterator[Finding]:
    """A host that is not one machine for all nodes.

    Args:
        host: as it is written; what nobody knows is a hole in it.
        most: how many nodes, in words, "4 nodes".
        at: the line of the text.
        inside: whether each node works it out by itself.
    """
    if host in LOCAL:
        says = (
            f"{host} is another machine on each of {most}, so they never find each other; name "
            "one node that all of them reach."
        )
        yield of_rule("local-rendezvous", says, at)
    elif _LIST.search(_HOLE.sub("", host)) or _unexpanded(host):
        says = (
            f"{as_typed(host)} is a list as Slurm folds it, node[01-04], and no host; take "
            'the first of $(scontrol show hostnames "$SLURM_JOB_NODELIST").'
        )
        yield of_rule("nodelist-unexpanded", says, at)
    elif inside and _OWN.search(host):
        says = (
            f"{as_typed(host)} is worked out on each of {most}, so each names itself; "
            "work it out once and pass that on."
        )
        yield of_rule("own-address", says, at)


def _static(scene: Scene) -> Iterator[Finding]:
    rank, most = scene.option("node-rank"), scene.launch.most_nodes
    least = scene.launch.nodes[0] if scene.launch.nodes else most
    if (not rank and not scene.open) or (scene.alike and rank.isdigit()):
        filled = rank and scene.alike and not scene.inside
        early = ", as the script fills it in before srun starts" if filled else ""
        said = f"--node-rank={rank}" if rank else "A line without --node-rank"
        says = (
            f"{said} makes every one of {scene.nodes} rank {rank or 0} of the static "
            f"rendezvous{early}; give each its own, or use --rdzv-backend=c10d, which hands "
            "them out."
        )
        yield of_rule("same-node-rank", says, scene.at)
    elif scene.alike and not scene.inside and _NODE.search(rank):
        says = (
            f"--node-rank={as_typed(rank)} is filled in before srun starts, so all of "
            f"{scene.nodes} get the same; write it in single quotes below bash -c, or use "
            "--rdzv-backend=c10d, which hands ranks out."
        )
        yield of_rule("same-node-rank", says, scene.at)
    if least != most:
        says = (
            f"--nnodes={least}:{most} needs a rendezvous that counts who is there, and the "
            f"static one waits for {most} nodes; add --rdzv-backend=c10d."
        )
        yield of_rule("static-not-elastic", says, scene.at)


def _dynamic(scene: Scene) -> Iterator[Finding]:
    backend = scene.option("rdzv-backend")
    if scene.option("rdzv-id") in ("", "none") and not scene.open:
        says = (
            'Without --rdzv-id every job is called "none", and two jobs at one '
            "endpoint become one; give each its own."
        )
        yield of_rule("no-rdzv-id", says, scene.at)
    if backend == "etcd":
        says = (
            "--rdzv-backend=etcd is in maintenance and will be removed, and needs a server "
            "with etcd's API v2; take c10d, which needs none."
        )
        yield of_rule("etcd-legacy", says, scene.at)
    nodes = scene.launch.nodes
    if nodes and nodes[0] != nodes[1] and scene.option("max-restarts") in ("", "0"):
        says = (
            f"--nnodes={nodes[0]}:{nodes[1]} with no restarts: when a node goes, the others' "
            "workers fail with it, and that ends the job; add --max-restarts=3."
        )
        yield of_rule("elastic-no-restarts", says, scene.at)


def _unexpanded(host: str) -> bool:
    lists = re.search(r"SLURM_(JOB_)?NODELIST", host)
    return bool(lists) and not any(one in host for one in _EXPANDERS)
