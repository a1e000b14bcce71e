"""What `kubectl get` prints: the tables that the API server makes."""

from collections.abc import Sequence

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.kubernetes.describe import addresses, ip
from certlab.labs.operations.node.kubernetes.events import Happened
from certlab.labs.operations.node.kubernetes.pods import Pod, parts
from certlab.labs.operations.node.kubernetes.text import columns, span
from certlab.labs.operations.node.state import World

# Of each kind the columns; those of `-o wide` are the sixth and on.
HEADS = {
    "nodes": "NAME STATUS ROLES AGE VERSION INTERNAL-IP EXTERNAL-IP OS-IMAGE KERNEL-VERSION "
    "CONTAINER-RUNTIME",
    "pods": "NAME READY STATUS RESTARTS AGE IP NODE NOMINATED_NODE READINESS_GATES",
    "events": "LAST_SEEN TYPE REASON OBJECT MESSAGE",
}


def cells(world: World, one: str | Pod | Happened) -> list[str]:
    """The cells of a node by its name, of a pod or of an event, those of `-o wide` last."""
    if isinstance(one, Happened):
        last, about = span(world.t - one.last), f"{one.kind}/{one.name}"
        return [last, one.type, one.reason, about, one.message]
    return _pod(world, one) if isinstance(one, Pod) else _node(world, one)


def _node(world: World, name: str) -> list[str]:
    assert world.kube
    cluster, here = parts()["cluster"], world.nodes[name]
    status = "Ready" if laws.reachable(world, name) else "NotReady"
    status += ",SchedulingDisabled" * world.kube.nodes[name].cordoned
    age = span(world.t - world.kube.since + 600)
    near = [
        name,
        status,
        "<none>",
        age,
        cluster["version"],
        addresses(name)[0],
        "<none>",
    ]
    return [*near, world.machine["os"], here.kernel, cluster["runtime"]]


def _pod(world: World, one: Pod) -> list[str]:
    state, placed = one.state, one.node and one.state.word != "UnexpectedAdmissionError"
    restarts = str(state.restarts)
    if state.restarts and state.ended is not None:
        restarts += f" ({span(world.t - state.ended)} ago)"
    near = [one.name, f"{int(state.ready)}/1", one.status, restarts]
    far = [ip(world, one) if placed else "<none>", one.node or "<none>"]
    return [*near, span(world.t - one.created), *far, "<none>", "<none>"]


def table(
    world: World,
    kind: str,
    found: Sequence[str | Pod | Happened],
    wide: bool,
    everywhere: bool,
) -> str:
    """The table as kubectl sets it."""
    head = [word.replace("_", " ") for word in HEADS[kind].split()]
    lines = [head, *(cells(world, one) for one in found)]
    lines = lines if wide else [line[:5] for line in lines]
    if everywhere and kind != "nodes":
        spaces = [one.namespace for one in found if not isinstance(one, str)]
        first = ["NAMESPACE", *spaces]
        lines = [[space, *line] for space, line in zip(first, lines, strict=True)]
    return columns(lines, 3, 6)
