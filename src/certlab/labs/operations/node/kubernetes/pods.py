"""Pods: those that tenants have asked for, and the operator's, of which none is stored."""

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

from certlab.labs.operations.node import laws, scheduling
from certlab.labs.operations.node.described import table
from certlab.labs.operations.node.evictions import suffix
from certlab.labs.operations.node.operator import PLUGIN
from certlab.labs.operations.node.schedulers import Workload
from certlab.labs.operations.node.state import World

OVER = {"Succeeded": "Completed", "Failed": "Error"}  # phase of a pod: its STATUS


def parts() -> Mapping[str, Any]:
    """The cluster, and the DaemonSets of the operator."""
    return table("gpu-operator")


class State(NamedTuple):
    """What the container of a pod does that is not done with beginning.

    Attributes:
        word: "Running", "CrashLoopBackOff", "Init", or of a tenant's pod its `state`.
        ready: its probes pass.
        restarts: of that container.
        since: when it began to run, or failed.
        ended: when the one before it ended; None where there was none.
    """

    word: str
    ready: bool
    restarts: int
    since: float
    ended: float | None


@dataclass(frozen=True, slots=True)
class Pod:
    """A pod as the API server has it.

    Attributes:
        node: "" while it waits for one.
        owner: "DaemonSet/NAME", or "" for a bare one.
        app: its DaemonSet; "" for a tenant's.
        begun: when its node took it.
        containers: with their images, the main one first, then those that run before it.
        asked: what a tenant asked for; None for the operator's.
    """

    namespace: str
    name: str
    node: str
    owner: str
    app: str
    created: float
    begun: float
    state: State
    containers: tuple[tuple[str, str], ...]
    asked: Workload | None = None

    @property
    def status(self) -> str:
        """What `get pods` writes under STATUS."""
        if self.state.word == "Init":
            return f"Init:0/{len(self.containers) - 1}"
        return OVER.get(self.state.word, self.state.word)

    @property
    def label(self) -> str:
        """Its label `app`; a bare pod has none."""
        kind, _, owner = self.owner.partition("/")
        return owner.rpartition("-")[0] if kind == "ReplicaSet" else owner

    @property
    def phase(self) -> str:
        """Its phase: "Pending", "Running", "Succeeded" or "Failed"."""
        if self.state.word == "UnexpectedAdmissionError":
            return "Failed"
        if self.state.word == "Init":
            return "Pending"
        return "Running" if self.state.word == "CrashLoopBackOff" else self.state.word


def identity(world: World, *of: object) -> str:
    """A UID that follows from the seed and what it is of."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, " ".join(map(str, (world.seed, *of)))))


def digest(*of: object) -> str:
    """64 digits that follow from something."""
    return hashlib.sha256(" ".join(map(str, of)).encode()).hexdigest()


def pods(world: World) -> list[Pod]:
    """All pods, in the order of namespaces and names."""
    assert world.kube
    found = [_tenant(world, one) for one in world.kube.workloads]
    found += [
        _daemon(world, node, app) for node in world.kube.nodes for app in parts()["app"]
    ]
    return sorted(found, key=lambda one: (one.namespace, one.name))


def _tenant(world: World, of: Workload) -> Pod:
    stem = of.name.rpartition("-")[0]
    begun = of.created if of.started is None else of.started
    if of.state == "UnexpectedAdmissionError" and of.node:
        begun = world.nodes[of.node].booted
    state = State(of.state, of.state == "Running", 0, begun + 2, None)
    owner = f"{of.owner}/{stem}" if of.owner else ""
    boxes = (("main", parts()["cluster"]["image"]),)
    return Pod(
        of.namespace, of.name, of.node, owner, "", of.created, begun, state, boxes, of
    )


def _daemon(world: World, node: str, of: Mapping[str, Any]) -> Pod:
    assert world.kube
    app, here = of["name"], world.nodes[node]
    count, made = world.kube.nodes[node].renewed.get(app, (0, world.kube.since))
    images = (one.format(driver=world.machine["driver"]) for one in of["images"])
    return Pod(
        parts()["cluster"]["namespace"],
        f"{app}-{suffix(world.seed, node, app, count)}",
        node,
        f"DaemonSet/{app}",
        app,
        made,
        max(made, here.booted) + 20,
        _state(world, node, app, made),
        tuple(zip(of["containers"], images, strict=True)),
    )


def _state(world: World, node: str, app: str, made: float) -> State:
    """What a pod of the operator does (law 17)."""
    assert world.kube
    of, here = world.kube.nodes[node], world.nodes[node]
    restarts, ended = (0, None) if made > here.booted else (of.restarts, here.booted)
    ended = ended if restarts else None
    since = max(made, here.booted) + 60
    up = laws.reachable(world, node)
    if laws.driver(here) or not up:
        if app == PLUGIN:
            since = max(since, of.plugin_since)
        return State("Running", up, restarts, min(since, world.t), ended)
    if app != laws.DRIVER_PODS:  # they wait for the driver
        return State("Init", False, restarts, min(since, world.t), ended)
    tried = [*takewhile(lambda at: at <= world.t, scheduling.tries(world, node))]
    takes, builds = (world.machine["operator"][key] for key in ("try", "build"))
    ready = scheduling.driver_ready_at(world, node)
    restarts += len(tried) - 1
    if world.t < tried[-1] + takes or ready == tried[-1] + builds:
        ended = tried[-2] + takes if len(tried) > 1 else ended
        return State("Running", False, restarts, tried[-1], ended)
    failed = tried[-1] + takes
    return State("CrashLoopBackOff", False, restarts, failed, failed)
