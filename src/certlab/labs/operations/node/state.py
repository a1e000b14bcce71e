"""The machine as values: what is so, and nothing that follows from it.

A `World` is frozen: a command gives text and the next world. Temperatures, what a tool
sees, the state that a scheduler shows and all such are worked out in `laws`, because
stored twice they would come to disagree.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.schedulers import Kubernetes, Slurm


@dataclass(frozen=True, slots=True)
class Package:
    """A package as apt has it."""

    version: str
    held: bool = False
    newer: str = ""  # what the archive offers, "" where nothing newer


@dataclass(frozen=True, slots=True)
class Service:
    """A unit of systemd.

    Attributes:
        state: "active", "inactive" or "failed".
        enabled: starts with the machine.
        since: when it came into that state, in seconds of the world.
        pid: of its main process; 0 where none runs.
        result: the exit status of a failed one.
    """

    state: str = "active"
    enabled: bool = True
    since: float = 0
    pid: int = 0
    result: int = 0


@dataclass(frozen=True, slots=True)
class Process:
    """A process with memory on GPUs that belongs to no job and no unit."""

    pid: int
    user: str
    name: str
    gpus: tuple[int, ...]  # slots
    mib: int
    load: float = 0.0  # 0 to 1


@dataclass(frozen=True, slots=True)
class Node:
    """A machine.

    Attributes:
        gpus: its eight modules; the head has none.
        on: has power.
        up_at: when it is reachable, in seconds of the world.
        booted: when its kernel began.
        kernel: the running one.
        kernels: installed, the last is what the next boot takes.
        headers: kernels whose headers are installed.
        built: kernels for which the driver's module is built.
        packages: by name.
        modules: loaded, with their versions.
        units: by name, without ".service".
        processes: that no job and no unit explains.
        files: texts by path.
        history: what apt did, newest last: (time, command line, what it changed).
        watched: since when `dcgmi health` watches; None while it does not.
    """

    name: str
    gpus: tuple[Gpu, ...] = ()
    on: bool = True
    up_at: float = -1
    booted: float = 0
    kernel: str = ""
    kernels: tuple[str, ...] = ()
    headers: frozenset[str] = frozenset()
    built: frozenset[str] = frozenset()
    packages: Mapping[str, Package] = field(default_factory=dict)
    modules: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, Service] = field(default_factory=dict)
    processes: tuple[Process, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    history: tuple[tuple[float, str, str], ...] = ()
    watched: float | None = None

    def gpu(self, slot: int) -> Gpu:
        """The module in a slot, 1 to 8."""
        return self.gpus[slot - 1]

    def runs(self, unit: str) -> bool:
        """Whether it has a unit and that is active."""
        return unit in self.units and self.units[unit].state == "active"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a log has a line of.

    Attributes:
        t: when, in seconds of the world.
        node: where.
        source: "kernel", or the unit whose log it stands in.
        text: the line, without time, host and source; a kernel's may go on over several.
        boot: the `booted` of the node at that moment.
        pid: of the process that wrote it; 0 where none is known.
        by: the process that wrote it, "systemd"; "" for the unit's own.
    """

    t: float
    node: str
    source: str
    text: str
    boot: float = 0
    by: str = ""
    pid: int = 0


@dataclass(frozen=True, slots=True)
class Harm:
    """A cost that was caused and stays.

    Attributes:
        kind: "job", "tenant", "minutes", "part" or "forced".
        amount: how much, of jobs, pods, minutes or parts.
        text: what happened, for the report.
    """

    t: float
    kind: str
    amount: float
    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that was put in: which, and where. No command reads it.

    Attributes:
        id: of `faults.FAULTS`.
        node: where.
        slot: of the GPU; 0 where it is not one GPU's.
    """

    id: str
    node: str
    slot: int = 0


@dataclass(frozen=True, slots=True)
class World:
    """All of it at one moment.

    Attributes:
        seed: what differs between two games of one scenario.
        t: seconds since the learner sat down.
        machine: the parts list, see `machine`.
        nodes: by name, the head first.
        slurm: None where Kubernetes runs the nodes.
        kube: None where Slurm does.
        spares: parts on the shelf, by kind.
        events: what the logs hold, oldest first.
        truth: the faults that were put in.
        harms: what it has cost so far.
    """

    seed: int
    machine: Mapping[str, Any]
    nodes: Mapping[str, Node]
    t: float = 0
    slurm: Slurm | None = None
    kube: Kubernetes | None = None
    spares: Mapping[str, int] = field(default_factory=lambda: {"gpu": 1})
    events: tuple[Event, ...] = ()
    truth: tuple[Fault, ...] = ()
    harms: tuple[Harm, ...] = ()

    # The next world. Each gives a new one, and none looks at what follows from it.

    def with_node(self, name: str, **changes: Any) -> "World":
        """With another state of a node."""
        node = replace(self.nodes[name], **changes)
        return replace(self, nodes={**self.nodes, name: node})

    def with_gpu(self, name: str, slot: int, **changes: Any) -> "World":
        """With another state of the GPU in a slot."""
        gpus = list(self.nodes[name].gpus)
        gpus[slot - 1] = replace(gpus[slot - 1], **changes)
        return self.with_node(name, gpus=tuple(gpus))

    def with_unit(self, name: str, unit: str, **changes: Any) -> "World":
        """With another state of a unit; its `since` is now unless told."""
        units = self.nodes[name].units
        changed = replace(units[unit], **{"since": self.t, **changes})
        return self.with_node(name, units={**units, unit: changed})

    def with_slurm_node(self, name: str, **changes: Any) -> "World":
        """With another state of a node in Slurm; as it is where there is no Slurm."""
        if not self.slurm or name not in self.slurm.nodes:
            return self
        changed = replace(self.slurm.nodes[name], **changes)
        nodes = {**self.slurm.nodes, name: changed}
        return replace(self, slurm=replace(self.slurm, nodes=nodes))

    def with_kube_node(self, name: str, **changes: Any) -> "World":
        """With another state of a node in Kubernetes; as it is where there is none."""
        if not self.kube or name not in self.kube.nodes:
            return self
        changed = replace(self.kube.nodes[name], **changes)
        nodes = {**self.kube.nodes, name: changed}
        return replace(self, kube=replace(self.kube, nodes=nodes))

    def with_job(self, id: int, **changes: Any) -> "World":
        """With another state of a job of Slurm."""
        assert self.slurm
        jobs = [replace(j, **changes) if j.id == id else j for j in self.slurm.jobs]
        return replace(self, slurm=replace(self.slurm, jobs=tuple(jobs)))

    def with_workload(self, name: str, **changes: Any) -> "World":
        """With another state of a pod."""
        assert self.kube
        pods = self.kube.workloads
        pods = tuple(replace(p, **changes) if p.name == name else p for p in pods)
        return replace(self, kube=replace(self.kube, workloads=pods))

    def logged(
        self, node: str, source: str, *lines: str, t: float | None = None, by: str = ""
    ) -> "World":
        """With lines in a node's log, each of the process `by`."""
        at = self.t if t is None else t
        one = self.nodes[node]
        unit = one.units.get(source)
        pid = unit.pid if unit else 0
        more = tuple(
            Event(at, node, source, text, one.booted, by, pid) for text in lines
        )
        events = sorted((*self.events, *more), key=lambda one: one.t)
        return replace(self, events=tuple(events))

    def harmed(self, kind: str, amount: float, text: str) -> "World":
        """With a cost that stays."""
        return replace(self, harms=(*self.harms, Harm(self.t, kind, amount, text)))
