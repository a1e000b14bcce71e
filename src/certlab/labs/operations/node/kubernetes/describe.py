"""What `kubectl describe` prints: its own texts with holes, in content/machines/kubernetes."""

from collections.abc import Callable, Iterable
from functools import cache

from certlab.course import location
from certlab.labs.operations.node import laws, scheduling
from certlab.labs.operations.node.evictions import suffix
from certlab.labs.operations.node.kubernetes.events import REFUSED, events
from certlab.labs.operations.node.kubernetes.pods import (
    OVER,
    Pod,
    digest,
    identity,
    parts,
    pods,
)
from certlab.labs.operations.node.kubernetes.text import columns, span, written
from certlab.labs.operations.node.state import World

_LOST = ("Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status.")


@cache
def _text(name: str) -> Callable[..., str]:
    path = location.find() / "content" / "machines" / "kubernetes" / f"{name}.txt"
    return path.read_text("utf-8").rstrip("\n").format


def addresses(node: str) -> tuple[str, str]:
    """A node's address, and the first three numbers of those of its pods."""
    own, pods = parts()["cluster"]["addresses"][node]
    return own, pods


def ip(world: World, pod: Pod) -> str:
    """A pod's address."""
    number = int(identity(world, pod.namespace, pod.name)[:2], 16) % 200 + 4
    return f"{addresses(pod.node)[1]}.{number}"


def taints(world: World, node: str) -> list[str]:
    """What keeps pods off a node, in the order in which kubectl shows it."""
    assert world.kube
    effects = [] if laws.reachable(world, node) else ["NoExecute", "NoSchedule"]
    found = [f"unreachable:{effect}" for effect in effects]
    found += ["unschedulable:NoSchedule"] * world.kube.nodes[node].cordoned
    return [f"node.kubernetes.io/{one}" for one in found]


def _table(head: str, rows: Iterable[tuple[str, ...]], least: int = 0) -> str:
    """A table below a label; the words of its head are underlined."""
    words = head.split("|")
    under = ["-" * max(least, len(word.strip())) for word in words]
    lines: list[tuple[str, ...]] = [tuple(words), tuple(under), *rows]
    return columns([(f"  {line[0]}", *line[1:]) for line in lines])


def node(world: World, name: str) -> str:
    """A node."""
    assert world.kube
    here, up, cluster = (
        world.nodes[name],
        laws.reachable(world, name),
        parts()["cluster"],
    )
    began = here.booted + 75 if up else here.booted
    beat = max(began, world.t - world.t % 300) if up else began
    times = f"{written(world, beat)} ", f"{written(world, began)} "
    conditions = (
        (f"{kind} ", f"{word} ", *times, f"{why} ", text)
        for kind, *said in cluster["conditions"]
        for word, why, text in [said if up else _LOST]
    )
    mine = [
        one
        for one in pods(world)
        if one.node == name and one.phase in ("Running", "Pending")
    ]
    asks = ("0 (0%)",) * 4  # for processors and memory nobody asks here
    rows = (
        (one.namespace, one.name, "", *asks, span(world.t - one.created))
        for one in mine
    )
    return _text("node")(
        name=name,
        created=written(world, world.kube.since - 600),
        taints=("\n" + " " * 20).join(taints(world, name) or ["<none>"]),
        cordoned=str(world.kube.nodes[name].cordoned).lower(),
        renewed=written(world, world.t - 4 if up else here.booted),
        conditions=_table(_CONDITIONS, conditions),
        address=addresses(name)[0],
        capacity=scheduling.capacity(world, name),
        allocatable=scheduling.allocatable(world, name),
        machine=identity(world, name, "machine").replace("-", ""),
        system=identity(world, name, "system"),
        boot=identity(world, name, here.booted),
        kernel=here.kernel,
        os=world.machine["os"],
        runtime=cluster["runtime"],
        version=cluster["version"],
        cidr=f"{addresses(name)[1]}.0/24",
        count=len(mine),
        pods=_table(_PODS, rows),
        taken=sum(one.asked.gpus for one in mine if one.asked),
        events=_events(world, "node", name) or "Events:              <none>",
    )


_CONDITIONS = "Type|Status|LastHeartbeatTime|LastTransitionTime|Reason|Message"
_PODS = (
    f"{'Namespace':<26}|Name||CPU Requests|CPU Limits|Memory Requests|Memory Limits|Age"
)


def _events(world: World, kind: str, name: str) -> str:
    rows = [
        (
            one.type,
            one.reason,
            span(world.t - one.last)
            + f" (x{one.times} over {span(world.t - one.first)})" * (one.times > 1),
            one.source,
            one.message,
        )
        for one in events(world)
        if (one.kind, one.name) == (kind, name)
    ]
    # kubectl underlines Age with four.
    return "Events:\n" + _table("Type|Reason|Age|From|Message", rows, 4) if rows else ""


def pod(world: World, one: Pod) -> str:
    """A pod."""
    had = bool(one.app) or one.state.word in ("Running", *OVER)
    begun = written(world, one.begun)
    line = f"Start Time:       {begun}\n" if one.node else ""  # of one that never ran
    boxes: dict[str, str] = {}
    for number in range(len(one.containers)):
        boxes |= _container(world, one, number)
    return _text(one.app or ("tenant" if had else "tenant-waiting"))(
        **boxes,
        **_asked(one, ip(world, one) if had else ""),
        name=one.name,
        namespace=one.namespace,
        node=f"{one.node}/{addresses(one.node)[0] * had}" if one.node else "<none>",
        begun=begun if had else line,
        labels=f"app={one.label}" if one.label else "<none>",
        phase=one.phase,
        ip=ip(world, one) if had else "",
        account=suffix(one.name),
        driver=world.machine["driver"],
        initialized=one.state.word != "Init",
        ready=one.state.ready,
        begins=one.state.word not in OVER,
        events=_events(world, "pod", one.name) or f"Events:{'':<22}<none>",
    )


def _asked(one: Pod, ip: str) -> dict[str, str]:
    """Of a tenant's pod what not each of them has."""
    if not one.asked:
        return {}
    kept, gpus = parts()["pieces"], one.asked.gpus
    owned = f"Controlled By:  {one.owner}" if one.owner else ""
    if ip:  # the longest label of the block says where its values stand
        owned = f"IPs:\n{'  IP:':<{16 if owned else 7}}{ip}\n{owned}".rstrip()
    else:
        owned = owned.replace(":  ", ":    ") + "\n" * bool(owned)
    rejected = one.phase == "Failed" and not ip
    reason = kept["reason"].format(word=one.state.word, why=REFUSED)
    return {
        "owned": owned,
        "wants": kept["wants" if gpus else "no_wants"].format(gpus=gpus),
        "gpus": str(gpus),
        "reason": reason if rejected else "",
        "conditions": kept["unscheduled"] if one.state.word == "Pending" else "",
        "scratch": kept["scratch"] if one.asked.scratch else "",
    }


def _container(world: World, one: Pod, number: int) -> dict[str, str]:
    """Identity and state of a container; the main one runs when all others are done."""
    boxes = (*one.containers[1:], one.containers[0])
    (name, image), state = boxes[number], one.state
    last, init = number == len(boxes) - 1, state.word == "Init"
    waits, done = init and number > 0, not last and not init
    restarts = 0 if waits else min(state.restarts, 1) if done else state.restarts
    rows = [("State", "Running"), ("  Started", written(world, state.since))]
    if waits or state.word == "CrashLoopBackOff":
        why = "PodInitializing" if waits else state.word
        rows = [("State", "Waiting"), ("  Reason", why)]
    if done:
        rows = _over(world, "State", "Completed", 0, one.begun + 5, one.begun + 30)
    elif state.word in OVER:
        code, since = int(state.word == "Failed"), state.since
        rows = _over(world, "State", OVER[state.word], code, since, since + 60)
    elif restarts and state.ended is not None:
        gone = state.ended == world.nodes[one.node].booted  # it ended with the node
        what = ("Unknown", 255) if gone else ("Error", 1)
        began = state.ended - world.machine["operator"]["try"]
        rows += _over(world, "Last State", *what, began, state.ended)
    rows += [("Ready", str(done or (last and state.ready)))]
    rows += [("Restart Count", str(restarts))]
    uid = identity(world, one.namespace, one.name)
    source = f"{image.rpartition(':')[0]}@sha256:{digest(image)}"
    return {
        f"id{number}": "" if waits else f"containerd://{digest(uid, name, restarts)}",
        f"image{number}": "" if waits else source,
        f"state{number}": "\n".join(f"    {k + ':':<16}{v}" for k, v in rows),
    }


def _over(
    world: World, label: str, reason: str, code: int, begun: float, ended: float
) -> list[tuple[str, str]]:
    rows = [(label, "Terminated"), ("  Reason", reason), ("  Exit Code", str(code))]
    times = ("  Started", written(world, begun)), ("  Finished", written(world, ended))
    return [*rows, *times]
