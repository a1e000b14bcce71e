"""Pods that lose their node: what their owners make of it, and what it costs."""

import zlib
from dataclasses import replace

from certlab.labs.operations.node.schedulers import Workload
from certlab.labs.operations.node.state import World

_LETTERS = "bcdfghjklmnpqrstvwxz2456789"  # of which Kubernetes makes names


def suffix(*of: object) -> str:
    """Five letters that follow from something, such as a seed and a node."""
    number = zlib.crc32(" ".join(map(str, of)).encode())
    letters = ""
    for _ in range(5):
        number, at = divmod(number, len(_LETTERS))
        letters += _LETTERS[at]
    return letters


def without(world: World, pod: Workload) -> World:
    """Without a pod, and with the one that its owner makes instead."""
    assert world.kube
    others = tuple(one for one in world.kube.workloads if one != pod)
    if pod.owner and pod.state in ("Running", "Pending"):
        name = f"{pod.name.rpartition('-')[0]}-{suffix(world.seed, pod.name)}"
        again = replace(pod, name=name, created=world.t, started=None, slots=())
        others += (replace(again, node="", state="Pending"),)
    return replace(world, kube=replace(world.kube, workloads=others))


def evict(world: World, pod: Workload) -> World:
    """A pod goes; whoever owns it makes another, and a bare one is gone for good."""
    name = f"{pod.namespace}/{pod.name}"
    world = without(world, pod)
    if pod.state != "Running" or pod.owner == "ReplicaSet":
        return world
    what = "begins from its start" if pod.owner else "is gone, and nobody makes another"
    return world.harmed("tenant", 1, f"pod {name} was evicted and {what}")


def lose(world: World, pod: Workload, what: str) -> World:
    """A pod loses its node; a bare one is bound to it, and finds no GPU when it is back."""
    about = f"{what} under pod {pod.namespace}/{pod.name}"
    if pod.owner:
        world = without(world, pod)
    else:
        state = "UnexpectedAdmissionError"
        world = world.with_workload(pod.name, state=state, slots=())
    return world.harmed("tenant", 1, about)
