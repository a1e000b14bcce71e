"""A torchrun line where it stands: what is launched there, and what the rules ask about."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from certlab.labs.distributed.launching.finding import Setting
from certlab.labs.distributed.launching.launch import Launch
from certlab.labs.distributed.launching.torchrun.command_line import (
    Line,
    nodes,
    processes,
)

LOCAL = {"localhost", "127.0.0.1", "::1", "[::1]", "0.0.0.0"}


@dataclass(frozen=True)
class Scene:
    """A line of torchrun and its surroundings.

    Attributes:
        line: the command line.
        launch: what it launches.
        setting: what the reader knows beside the text.
        at: the line of the text, 0 for the whole.
        environment: the variables that are known there.
        alike: whether the very same words run on every node.
        inside: whether each node fills in the variables by itself.
        threads_seen: whether OMP_NUM_THREADS would stand in the text if it were set.
        cpus: that a node has for the processes; 0 where it is not known.
        assigned: the variables that the script sets.
        why_so_many: why so many GPUs are seen, where that surprises; "" or a clause.
    """

    line: Line
    launch: Launch
    setting: Setting
    at: int = 0
    environment: Mapping[str, str] = field(default_factory=dict)
    alike: bool = False
    inside: bool = False
    threads_seen: bool = False
    cpus: int = 0
    why_so_many: str = ""
    assigned: frozenset[str] = frozenset()

    def option(self, name: str) -> str:
        """An option's value, "" where it is not given."""
        return self.line.option(name, self.environment)

    @property
    def standalone(self) -> bool:
        """Whether the line asks for a rendezvous of its own."""
        return bool(self.option("standalone"))

    @property
    def several(self) -> bool:
        """Whether more than one node takes part, for all that is known."""
        return self.launch.nodes is None or self.launch.most_nodes > 1

    @property
    def nodes(self) -> str:
        """How many nodes, for a sentence: "4 nodes", "several nodes"."""
        return (
            f"{self.launch.most_nodes} nodes" if self.launch.nodes else "several nodes"
        )

    @property
    def open(self) -> bool:
        """Whether options may stand there that nobody knows."""
        return bool(self.line.open)

    @property
    def static(self) -> bool:
        """Whether nodes meet by ranks and an address that are given, torchrun's default."""
        return (self.option("rdzv-backend") or "static") == "static"

    @property
    def host(self) -> str:
        """The host where the nodes meet, "" where none is given."""
        endpoint = self.option("rdzv-endpoint")
        if not endpoint and self.static:
            return self.option("master-addr")
        head, colon, tail = endpoint.rpartition(":")
        # The colon of ${name/ /:} is no port's.
        inside = tail.count("{") != tail.count("}")
        return head if colon and not inside else endpoint


def launch(line: Line, known: Mapping[str, str], gpus: int | None) -> Launch:
    """What a torchrun line launches where `gpus` are seen on a node; None: not known."""
    backend = line.option("rdzv-backend", known) or "static"
    endpoint = line.option("rdzv-endpoint", known)
    if not endpoint and backend == "static":
        address = line.option("master-addr", known)
        endpoint = f"{address}:{line.option('master-port', known) or 29500}"
        endpoint = endpoint if address else ""
    told = line.option("nnodes", known)
    count = nodes(told or "1") if told or not line.open else None
    each = line.option("nproc-per-node", known)
    several = count is None or count[1] > 1
    how = "torch.distributed.launch" if line.deprecated else "torchrun"
    if line.option("standalone", known):
        backend, endpoint = "a store of each node's own", ""
    return Launch(
        how,
        line.program,
        count,
        _processes(each or ("" if line.open else "1"), gpus),
        gpus,
        backend if several else "",
        endpoint if several else "",
    )


def _processes(text: str, gpus: int | None) -> int | None:
    if (count := processes(text)) is not None:
        return count
    # "gpu", and "auto" where there are GPUs, is one a GPU.
    return gpus if text in ("gpu", "auto") and gpus else None
