"""The objects of a world as JSON.

The real kubectl reads them; ours prints from the world itself, by texts with holes. What both must agree on, such as identities, comes from the same functions.
"""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from certlab.labs.operations.node import laws, machine, scheduling
from certlab.labs.operations.node.evictions import suffix
from certlab.labs.operations.node.kubernetes import describe, events, pods, tables
from certlab.labs.operations.node.kubernetes.pods import OVER, Pod, digest, identity
from certlab.labs.operations.node.state import World

Object = dict[str, Any]


@cache
def _parts() -> Mapping[str, Any]:
    path = Path(__file__).with_name("parts.toml")
    return tomllib.loads(path.read_text("utf-8"))


def stamp(world: World, t: float) -> str:
    """A moment as the API writes it, "2026-11-27T08:00:00Z"."""
    return f"{machine.clock(world, t):%Y-%m-%dT%H:%M:%SZ}"


def _meta(world: World, kind: str, name: str, created: float, **more: Any) -> Object:
    fields = {"name": name, "creationTimestamp": stamp(world, created), **more}
    return {"kind": kind, "apiVersion": "v1", "metadata": fields}


def node_objects(world: World) -> list[Object]:
    """All nodes that take work."""
    assert world.kube
    return [_node(world, name) for name in world.kube.nodes]


def _node(world: World, name: str) -> Object:
    assert world.kube
    of, cluster, here = world.kube.nodes[name], _parts()["cluster"], world.nodes[name]
    shown = pods.parts()["cluster"]
    cidr = f"{describe.addresses(name)[1]}.0/24"
    gpus = scheduling.capacity(world, name), scheduling.allocatable(world, name)
    labels = {
        **cluster["labels"],
        **cluster["gpu_labels"],
        "kubernetes.io/hostname": name,
    }
    words = (one.rpartition(":") for one in describe.taints(world, name))
    spec = {
        "podCIDR": cidr,
        "podCIDRs": [cidr],
        "taints": [{"key": key, "effect": effect} for key, _, effect in words],
    }
    return _meta(
        world,
        "Node",
        name,
        world.kube.since - 600,
        uid=identity(world, name),
        labels=labels,
        annotations={"node.alpha.kubernetes.io/ttl": "0"},
    ) | {
        "spec": spec | ({"unschedulable": True} if of.cordoned else {}),
        "status": {
            "addresses": [
                {"type": "InternalIP", "address": describe.addresses(name)[0]},
                {"type": "Hostname", "address": name},
            ],
            "capacity": {**cluster["size"], events.GPU: str(gpus[0])},
            "allocatable": {**cluster["allocatable"], events.GPU: str(gpus[1])},
            "conditions": [
                _condition(world, name, one) for one in cluster["conditions"]
            ],
            "nodeInfo": {
                "machineID": identity(world, name, "machine").replace("-", ""),
                "systemUUID": identity(world, name, "system"),
                "bootID": identity(world, name, here.booted),
                "kernelVersion": here.kernel,
                "osImage": world.machine["os"],
                "containerRuntimeVersion": shown["runtime"],
                "kubeletVersion": shown["version"],
                "kubeProxyVersion": shown["version"],
                "operatingSystem": "linux",
                "architecture": "amd64",
            },
        },
    }


def _condition(world: World, name: str, of: Object) -> Object:
    booted = world.nodes[name].booted
    at, beat = booted + 75, max(booted + 75, world.t - world.t % 300)
    if not laws.reachable(world, name):
        message = "Kubelet stopped posting node status."
        of = {
            **of,
            "status": "Unknown",
            "reason": "NodeStatusUnknown",
            "message": message,
        }
        at = beat = booted
    times = {"lastHeartbeatTime": beat, "lastTransitionTime": at}
    return {**of, **{key: stamp(world, t) for key, t in times.items()}}


def lease_objects(world: World) -> list[Object]:
    """By which nodes say that they live."""
    assert world.kube
    found = []
    for name in world.kube.nodes:
        up = laws.reachable(world, name)
        renewed = stamp(world, world.t - 4 if up else world.nodes[name].booted)
        spec = {"holderIdentity": name, "renewTime": f"{renewed[:-1]}.000000Z"}
        lease = _meta(world, "Lease", name, world.kube.since)
        found.append(lease | {"apiVersion": "coordination.k8s.io/v1", "spec": spec})
    return found


def event_objects(world: World) -> list[Object]:
    """What happened."""
    found = []
    for number, one in enumerate(events.events(world)):
        namespace = "" if one.kind == "node" else one.namespace
        uid = identity(world, namespace, one.name) if namespace else one.name
        found.append(
            _meta(world, "Event", str(number), one.first, namespace=one.namespace)
            | {
                "involvedObject": {
                    "kind": one.kind.capitalize(),
                    "name": one.name,
                    "namespace": namespace,
                    "uid": uid,
                },
                "type": one.type,
                "reason": one.reason,
                "message": one.message,
                "source": {"component": one.source},
                "firstTimestamp": stamp(world, one.first),
                "lastTimestamp": stamp(world, one.last),
                "count": one.times,
            }
        )
    return found


def pod_objects(world: World) -> list[Object]:
    """All pods."""
    return [_pod(world, one) for one in pods.pods(world)]


def _pod(world: World, one: Pod) -> Object:
    pod = _meta(
        world,
        "Pod",
        one.name,
        one.created,
        namespace=one.namespace,
        uid=identity(world, one.namespace, one.name),
    )
    kind, _, owner = one.owner.partition("/")
    if owner:
        version = "batch/v1" if kind == "Job" else "apps/v1"
        by = {"apiVersion": version, "kind": kind, "name": owner, "controller": True}
        pod["metadata"]["ownerReferences"] = [
            {**by, "uid": identity(world, kind, owner)}
        ]
        pod["metadata"]["labels"] = {"app": one.label}
    pod["spec"] = _spec(one)
    if one.app:
        pod["metadata"]["labels"] = _app(one)["labels"]
    if one.app == laws.DRIVER_PODS:
        default = {"kubectl.kubernetes.io/default-container": one.containers[0][0]}
        pod["metadata"]["annotations"] = default
    pod["status"] = _status(world, one)
    return pod


def _app(one: Pod) -> Mapping[str, Any]:
    return next(each for each in _parts()["app"] if each["name"] == one.app)


def _spec(one: Pod) -> Object:
    cluster = _parts()["cluster"]
    account = f"kube-api-access-{suffix(one.name)}"
    mounts = [
        {"name": account, "mountPath": cluster["account"]["path"], "readOnly": True}
    ]
    volumes = [{"name": account, "projected": cluster["account"]["projected"]}]
    if one.asked and one.asked.scratch:
        volumes.insert(0, {"name": "scratch", "emptyDir": {}})
    spec: Object = {"serviceAccountName": "default", "priority": 0}
    spec["tolerations"] = cluster["patience"]
    described: list[Mapping[str, Any]] = [{"name": one.containers[0][0]}]
    if one.app:
        of = _app(one)
        host = {"path": of["mount"]["path"], "type": of["mount"]["type"]}
        volumes.insert(0, {"name": of["mount"]["name"], "hostPath": host})
        mounts.insert(
            0, {"name": of["mount"]["name"], "mountPath": of["mount"]["path"]}
        )
        spec |= {
            "serviceAccountName": of["account"],
            "priority": 2000001000,
            "priorityClassName": "system-node-critical",
            "nodeSelector": {of["selector"]: "true"},
            "tolerations": cluster["tolerations"],
        }
        described = [of["container"], *of["init"]]
    boxes = []
    for each, (_, image) in zip(described, one.containers, strict=True):
        boxes.append({**each, "image": image, "volumeMounts": mounts})
        boxes[-1]["ports"] = [each["port"]] if "port" in each else []
    if one.asked and one.asked.gpus:
        wants = {events.GPU: str(one.asked.gpus)}
        boxes[0]["resources"] = {"limits": wants, "requests": wants}
    spec |= {"containers": boxes[:1], "initContainers": boxes[1:], "volumes": volumes}
    return spec | ({"nodeName": one.node} if one.node else {})


def _status(world: World, one: Pod) -> Object:
    status: Object = {"phase": one.phase, "qosClass": "BestEffort"}
    state, init = one.state, one.state.word == "Init"
    if state.word == "UnexpectedAdmissionError":
        message = f"Pod was rejected: {events.REFUSED}"
        begun = {"startTime": stamp(world, one.begun)}
        return status | begun | {"reason": state.word, "message": message}
    if state.word == "Pending":
        return status | {"conditions": [{"type": "PodScheduled", "status": "False"}]}
    conditions = {
        "PodReadyToStartContainers": state.word not in OVER,
        "Initialized": not init,
        "Ready": state.ready,
        "ContainersReady": state.ready,
        "PodScheduled": True,
    }
    return status | {
        "conditions": [{"type": k, "status": str(v)} for k, v in conditions.items()],
        "hostIP": describe.addresses(one.node)[0],
        "podIP": describe.ip(world, one),
        "podIPs": [{"ip": describe.ip(world, one)}],
        "startTime": stamp(world, one.begun),
        "containerStatuses": [_box(world, one, *one.containers[0], began=not init)],
        "initContainerStatuses": [
            _box(world, one, *box, began=not init or number == 0, first=True)
            for number, box in enumerate(one.containers[1:])
        ],
    }


def _box(
    world: World, one: Pod, name: str, image: str, *, began: bool, first: bool = False
) -> Object:
    """The status of a container; first: it runs before the main one."""
    state, uid = one.state, identity(world, one.namespace, one.name)
    status: Object = {"name": name, "image": image, "ready": False, "restartCount": 0}
    status |= {"lastState": {}, "imageID": "", "containerID": ""}
    status["state"] = {"waiting": {"reason": "PodInitializing"}}
    if not began:
        return status
    done = first and state.word != "Init"
    restarts = min(state.restarts, 1) if done else state.restarts
    status |= {
        "ready": done or (state.ready and not first),
        "restartCount": restarts,
        "imageID": f"{image.rpartition(':')[0]}@sha256:{digest(image)}",
        "containerID": f"containerd://{digest(uid, name, restarts)}",
    }
    if done:
        status["state"] = _over(world, one.begun + 5, one.begun + 30, 0, "Completed")
    elif state.word == "CrashLoopBackOff":
        status["state"] = {"waiting": {"reason": state.word}}
    elif state.word in OVER:
        code = int(state.word == "Failed")
        status["state"] = _over(
            world, state.since, state.since + 60, code, OVER[state.word]
        )
    else:
        status["state"] = {"running": {"startedAt": stamp(world, state.since)}}
    if restarts and state.ended is not None and not done:
        gone = state.ended == world.nodes[one.node].booted
        what = (255, "Unknown") if gone else (1, "Error")
        begun = state.ended - world.machine["operator"]["try"]
        status["lastState"] = _over(world, begun, state.ended, *what)
    return status


def _over(world: World, begun: float, ended: float, code: int, reason: str) -> Object:
    times = {"startedAt": stamp(world, begun), "finishedAt": stamp(world, ended)}
    return {"terminated": {"exitCode": code, "reason": reason, **times}}


def table(world: World, kind: str, found: list[Object]) -> Object:
    """The table that the server makes of objects, from the cells that ours prints as well."""
    assert world.kube
    rows_of: Mapping[str, list[Any]] = {
        "nodes": [*world.kube.nodes],
        "pods": pods.pods(world),
        "events": events.events(world),
    }
    wanted = [one["metadata"] for one in found]
    chosen = [
        (facts, one)
        for facts, one in zip(rows_of[kind], KINDS[kind](world), strict=True)
        if one["metadata"] in wanted
    ]
    head = [word.replace("_", " ").title() for word in tables.HEADS[kind].split()]
    columns = [
        {
            "name": name,
            "type": "string",
            "format": "",
            "description": "",
            "priority": int(n > 4),
        }
        for n, name in enumerate(head)
    ]
    rows = [
        {"cells": tables.cells(world, facts), "object": one} for facts, one in chosen
    ]
    return {
        "kind": "Table",
        "apiVersion": "meta.k8s.io/v1",
        "metadata": {},
        "columnDefinitions": columns,
        "rows": rows,
    }


KINDS: Mapping[str, Callable[[World], list[Object]]] = {
    "nodes": node_objects,
    "pods": pod_objects,
    "events": event_objects,
    "leases": lease_objects,
}
