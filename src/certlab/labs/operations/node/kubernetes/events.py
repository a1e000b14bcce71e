"""Events: what the API server keeps for an hour of nodes and pods."""

from typing import NamedTuple

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.kubernetes.pods import Pod, identity, pods
from certlab.labs.operations.node.state import World

GPU = "nvidia.com/gpu"
_KEPT = 3600
# Why the kubelet turns a pod away before the plugin has registered its GPUs.
REFUSED = (
    "Allocate failed due to no healthy devices present; cannot allocate unhealthy "
    f"devices {GPU}, which is unexpected"
)


class Happened(NamedTuple):
    """An event: to what, and when first and last, how often."""

    namespace: str
    kind: str
    name: str
    type: str
    reason: str
    message: str
    first: float
    last: float
    times: int = 1

    @property
    def source(self) -> str:
        """Who says so."""
        return "default-scheduler" if self.reason == "FailedScheduling" else "kubelet"


def events(world: World) -> list[Happened]:
    """All that are kept, in the order in which they were last seen."""
    assert world.kube
    found = [*_of_nodes(world)]
    for pod in pods(world):
        found += _of_pod(world, pod)
    kept = [one for one in found if one.last > world.t - _KEPT]
    return sorted(kept, key=lambda one: (one.namespace, one.last))


def _of_nodes(world: World) -> list[Happened]:
    assert world.kube
    found = []
    for name, of in world.kube.nodes.items():
        booted, now = world.nodes[name].booted, "NodeNotSchedulable"
        if of.cordoned:
            text, at = f"Node {name} status is now: {now}", of.cordoned_at
            found.append(("Normal", now, text, name, at))
        if of.restarts and laws.reachable(world, name):
            boot = identity(world, name, booted)
            text = f"Node {name} has been rebooted, boot id: {boot}"
            found.append(("Warning", "Rebooted", text, name, booted + 60))
    return [
        Happened("default", "node", name, type, reason, text, at, at)
        for type, reason, text, name, at in found
    ]


def _of_pod(world: World, pod: Pod) -> list[Happened]:
    about = (pod.namespace, "pod", pod.name, "Warning")
    if pod.state.word == "CrashLoopBackOff":
        uid = identity(world, pod.namespace, pod.name)
        text = (
            f"Back-off restarting failed container {pod.containers[0][0]} in pod "
            f"{pod.name}_{pod.namespace}({uid})"
        )
        # The kubelet says so in each of its rounds, some twelve seconds apart.
        first, rounds = pod.begun + 40, max(1, int((world.t - pod.begun) // 12))
        last = max(pod.state.since, world.t - world.t % 12)
        return [Happened(*about, "BackOff", text, min(first, last), last, rounds)]
    if pod.state.word == "Pending" and pod.asked:
        beats = int((world.t - pod.created) // 300)
        last, text = pod.created + 300 * beats, _unschedulable(world)
        why = "FailedScheduling"
        return [Happened(*about, why, text, pod.created, last, beats + 1)]
    if pod.state.word == "UnexpectedAdmissionError":
        word, at = pod.state.word, pod.begun
        return [Happened(*about, word, REFUSED, at, at)]
    return []


def _unschedulable(world: World) -> str:
    """Why the scheduler places a pod nowhere, in its own words."""
    assert world.kube
    why = {"node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }": 1}
    for name, of in world.kube.nodes.items():
        reason = f"Insufficient {GPU}"
        if not laws.reachable(world, name):
            reason = "node(s) had untolerated taint {node.kubernetes.io/unreachable: }"
        elif of.cordoned:
            reason = "node(s) were unschedulable"
        why[reason] = why.get(reason, 0) + 1
    full, count = why.get(f"Insufficient {GPU}", 0), sum(why.values())
    after = {"No preemption victims found for incoming pod": full}
    after["Preemption is not helpful for scheduling"] = count - full
    none = f"0/{count} nodes are available: "
    first, then = (
        ", ".join(sorted(f"{n} {reason}" for reason, n in each.items() if n))
        for each in (why, after)
    )
    return f"{none}{first}. preemption: {none}{then}."
