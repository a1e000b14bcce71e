"""What containers of the operator have written; of the others we have no text."""

import re

from certlab.labs.operations.node import laws, machine
from certlab.labs.operations.node.kubernetes.pods import Pod, parts
from certlab.labs.operations.node.state import World

_MOST = 2_000  # lines of a container that says one thing over and over


def log(world: World, pod: Pod, box: str, previous: bool) -> str | None:
    """The log of a container, or what the API server says instead; None if we have none."""
    boxes = [name for name, _ in pod.containers]
    begun = pod.state.word != "Init" or box == boxes[1]
    main, state = box == boxes[0], pod.state
    if not begun:
        why = f'container "{box}" in pod "{pod.name}" is waiting to start: PodInitializing'
        return f"Error from server (BadRequest): {why}"
    if previous and (state.ended is None or not (main or state.word == "Init")):
        what = f'previous terminated container "{box}" in pod "{pod.name}" not found'
        return f"Error from server (BadRequest): {what}"
    if pod.app == laws.DRIVER_PODS and main:
        return _driver(world, pod, previous)
    if previous:
        return None
    if box == "nvidia-device-plugin":
        return _plugin(world, pod.node)
    if box == "toolkit-validation" and pod.app != "nvidia-operator-validator":
        count = int(world.t - state.since) // 5 if state.word == "Init" else 1
        return "\n".join([parts()["logs"][box]] * min(_MOST, max(1, count)))
    said = parts()["logs"].get(box)
    return None if said is None else str(said)


def _driver(world: World, pod: Pod, previous: bool) -> str | None:
    """The driver's container: as far as it has come, or how the one before it failed."""
    here, state, kept = world.nodes[pod.node], pod.state, parts()["logs"]
    if previous and state.ended == here.booted:
        return None  # it ended with the node, of which we have no text
    failed = previous or state.word == "CrashLoopBackOff"
    end = "failed" if failed else "built" if state.ready else ""
    text: str = kept["driver"] + (kept[end] if end else "")
    release = here.kernel.rpartition("-")[0]
    driver = world.machine["driver"]
    return text.format(kernel=here.kernel, driver=driver, release=release).strip("\n")


def _plugin(world: World, node: str) -> str:
    """What the device plugin writes: how it began, and what it has marked since (law 12)."""
    assert world.kube
    kept, since = parts()["logs"], world.kube.nodes[node].plugin_since
    lines = [(since + after, where, text) for after, where, text in kept["plugin"]]
    for event in world.events:
        found = re.search(r"Xid \(PCI:([0-9a-f:]+)\): (\d+),", event.text)
        if event.node != node or event.t < since or not found:
            continue
        gpus = world.nodes[node].gpus
        uuid = next((one.uuid for one in gpus if one.bus.startswith(found[1])), "")
        xid = int(found[2])
        which = kept["skipped"] if xid in kept["ignored"] else kept["marked"]
        lines += [
            (event.t + 0.2, where, text.format(xid=xid, uuid=uuid))
            for where, text in which
        ]
    return "\n".join(
        f"I{machine.clock(world, t):%m%d %H:%M:%S.%f}       1 {where}] {text}"
        for t, where, text in lines
    )
