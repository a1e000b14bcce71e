"""What kubectl changes: cordon, drain, delete and restart, and what it says while it does."""

from collections.abc import Collection
from typing import NamedTuple

from certlab.labs.operations.node import evictions, laws, operator
from certlab.labs.operations.node.kubernetes.pods import Pod, pods
from certlab.labs.operations.node.state import World

_OVER = ("Succeeded", "Failed", "UnexpectedAdmissionError")


class Changed(NamedTuple):
    """What came of it: the text, the next world, the exit status and the seconds."""

    text: str
    world: World
    exit: int = 0
    seconds: float = 1


def cordon(world: World, name: str, wanted: bool = True) -> Changed:
    """Let a node take no new pod, or take them again."""
    assert world.kube
    word = "cordoned" if wanted else "uncordoned"
    if world.kube.nodes[name].cordoned == wanted:
        return Changed(f"node/{name} already {word}", world)
    world = world.with_kube_node(name, cordoned=wanted, cordoned_at=world.t)
    return Changed(f"node/{name} {word}", world)


def drain(world: World, name: str, flags: Collection[str]) -> Changed:
    """Cordon a node, and evict its pods where nothing stands against it."""
    begun, world, *_ = cordon(world, name)
    here = [one for one in pods(world) if one.node == name]
    lasting = [one for one in here if one.asked and one.asked.state not in _OVER]
    scratch = [one for one in lasting if one.asked and one.asked.scratch]
    stays = scratch if "--delete-emptydir-data" not in flags else []
    bare = [one for one in lasting if not one.owner and one not in stays]
    against = ([one for one in here if one.app], scratch, bare)
    refusals, warnings = [], []
    for (flag, (what, does, verb)), some in zip(
        OVERRIDES.items(), against, strict=True
    ):
        names = ", ".join(f"{one.namespace}/{one.name}" for one in some)
        if names and flag not in flags:
            twice = "cannot delete " * (flag == "--force")  # kubectl says it twice
            refusals.append(
                f"cannot delete {twice}{what} (use {flag} to {does}): {names}"
            )
        elif names and verb:
            warnings.append(f"{verb} {what}: {names}")
    if refusals:
        why = refusals[0] if len(refusals) == 1 else f"[{', '.join(refusals)}]"
        text = (
            f'{begun}\nerror: unable to drain node "{name}" due to error: {why}, continuing '
            f"command...\nThere are pending nodes to be drained:\n {name}\n"
        )
        return Changed(text + "\n".join(refusals), world, 1)
    mine = [one.asked for one in here if one.asked]
    for one in mine:
        world = evictions.evict(world, one)
    if bare:
        world = world.harmed("forced", len(bare), f"{name} was drained by force")
    lines = [begun, f"Warning: {'; '.join(warnings)}"]
    lines += [f"evicting pod {one.namespace}/{one.name}" for one in mine]
    lines += [*(f"pod/{one.name} evicted" for one in mine), f"node/{name} drained"]
    return Changed("\n".join(lines), world, 0, 35 if mine else 2)


# What stands against a drain, by the flag over it; and what kubectl says with it.
OVERRIDES = {
    "--ignore-daemonsets": ("DaemonSet-managed Pods", "ignore", "ignoring"),
    "--delete-emptydir-data": ("Pods with local storage", "override", ""),
    "--force": ("Pods that declare no controller", "override", "deleting"),
}


def delete(world: World, pod: Pod) -> Changed:
    """Delete a pod; whoever owns it makes another."""
    text = f'pod "{pod.name}" deleted'
    if not pod.asked:
        return Changed(text, operator.renew(world, pod.node, pod.app), 0, 30)
    after = evictions.evict(world, pod.asked)
    if pod.state.word == "Running" and after.harms == world.harms:
        about = f"pod {pod.namespace}/{pod.name} was deleted under its users"
        after = after.harmed("tenant", 1, about)
    return Changed(text, after, 0, 30)


def restart(world: World, app: str) -> Changed:
    """`rollout restart` of a DaemonSet: one node after the other.

    That of the driver waits until somebody deletes its pods: its update strategy is OnDelete.
    """
    assert world.kube
    if app != laws.DRIVER_PODS:
        for name in world.kube.nodes:
            world = operator.renew(world, name, app)
    return Changed(f"daemonset.apps/{app} restarted", world, 0, 2)
