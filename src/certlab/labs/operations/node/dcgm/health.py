"""`dcgmi health`: what its watches have seen since they were set (law 12)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from certlab.labs.operations.node import described
from certlab.labs.operations.node.dcgm import engine, table
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.state import World

_XID = re.compile(r"NVRM: Xid \(PCI:([0-9a-f:]+)\): (\d+),")
_FABRIC = {
    "Not Started": (1, "has not started", "Failure"),
    "In Progress": (2, "in progress", "Warning"),
}
_WORST = ("Healthy", "Warning", "Failure")


class Incident(NamedTuple):
    """A finding of a watch, under the name that dcgmi has for its system."""

    system: str
    health: str
    text: str


def report(world: World, node: str) -> str:
    """What `dcgmi health -c` prints while it watches."""
    seen = {
        engine.number(world, node, gpu): list(_incidents(world, node, gpu))
        for gpu in engine.gpus(world, node)
    }
    every = [one.health for found in seen.values() for one in found]
    rows = [(0, "Overall Health", _worst(every))]
    ill = {id: found for id, found in seen.items() if found}
    rows += [(0, "GPU", "")] if ill else []
    for id, found in ill.items():
        rows += [(1, str(id), _worst([one.health for one in found])), (2, "Errors", "")]
        for system in dict.fromkeys(one.system for one in found):
            of = [one for one in found if one.system == system]
            rows.append((3, system, _worst([one.health for one in of])))
            text = ", ".join(one.text for one in of)
            rows += [(3, "", piece) for piece in table.wrapped(text)]
    return table.tree("Health Monitor Report", rows)


def _worst(of: list[str]) -> str:
    return max(of, key=_WORST.index, default="Healthy")


def _incidents(world: World, node: str, gpu: Gpu) -> Iterator[Incident]:
    """What is found of a GPU, in the order of the watches."""
    id, xids = engine.number(world, node, gpu), _xids(world, node, gpu)
    known = described.table("dcgm")["xids"]
    for xid in sorted(xids & {*known["always"]}):
        # These belong to no one system, and dcgmi has no name for that.
        yield Incident(
            "Internal error", "Failure", engine.message("xid", xid=xid, id=id)
        )
    for link in sorted(gpu.down):
        text = engine.message("link_down", id=id, link=link)
        yield Incident("NVLINK system", "Failure", text)
    if gpu.fabric in _FABRIC:
        number, detail, health = _FABRIC[gpu.fabric]
        text = engine.message(
            "fabric_state", id=id, state=gpu.fabric, number=number, detail=detail
        )
        yield Incident("NVLINK system", health, text)
    for xid in sorted(xids & {*known["memory"]}):
        name = (
            f"xid_{xid}"
            if f"xid_{xid}" in described.table("dcgm")["messages"]
            else "xid"
        )
        text = engine.message(name, xid=xid, id=id)
        yield Incident("Memory system", "Warning", text)
    if count := gpu.since_reset.uncorrected:
        text = engine.message("double_bit", count=count, id=id)
        yield Incident("Memory system", "Failure", text)
    if gpu.remap.failed:
        text = engine.message("remap_failed", id=id)
        yield Incident("Memory system", "Failure", text)
    if gpu.remap.pending:  # the recovery action that nvidia-smi -q shows
        yield Incident("Driver", "Warning", engine.message("drain_and_reset", id=id))


def _xids(world: World, node: str, gpu: Gpu) -> set[int]:
    """The XIDs of a GPU since the watch was set; they stay until the engine begins anew."""
    since = world.nodes[node].watched
    bus = gpu.bus.rpartition(".")[0]
    return {
        int(found[2])
        for event in world.events
        if event.node == node and since is not None and event.t >= since
        if (found := _XID.search(event.text)) and found[1] == bus
    }
