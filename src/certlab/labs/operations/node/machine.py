"""A healthy cluster from the parts list in content/machines: a head and two systems."""

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from certlab.labs.operations.node.described import table
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.laws import DRIVER
from certlab.labs.operations.node.schedulers import (
    KubeNode,
    Kubernetes,
    Slurm,
    SlurmNode,
)
from certlab.labs.operations.node.state import Node, Package, Service, World

SYSTEMS = ("node-a", "node-b")
HEAD = "head"


def parts() -> Mapping[str, Any]:
    """The parts list of the system."""
    return table("dgx-h100")


def healthy(seed: int, scheduler: str = "slurm") -> World:
    """A head and two systems in good health, with nothing to do.

    Args:
        seed: serial numbers and process ids follow from it.
        scheduler: "slurm" or "kubernetes".
    """
    of, draw = parts(), random.Random(seed)
    nodes = {HEAD: _machine(HEAD, of, draw, ())}
    for name in SYSTEMS:
        nodes[name] = _machine(name, of, draw, _gpus(of, draw))
    if scheduler == "kubernetes":
        for name in SYSTEMS:  # the operator's containers bring the driver, and build it
            packages = {k: v for k, v in nodes[name].packages.items() if k != DRIVER}
            nodes[name] = replace(nodes[name], built=frozenset(), packages=packages)
        return World(seed, of, nodes, kube=_cluster(nodes))
    slurm = Slurm({name: SlurmNode() for name in SYSTEMS})
    return World(seed, of, nodes, slurm=slurm)


def up_since(world: World, name: str, booted: float) -> World:
    """The world with a machine that came up at another moment, its units with it."""
    one = world.nodes[name]
    units = {
        unit: replace(was, since=was.since - one.booted + booted)
        for unit, was in one.units.items()
    }
    world = world.with_node(name, booted=booted, units=units)
    return world.with_kube_node(name, plugin_since=booted + 600, restarts=1)


def _cluster(nodes: Mapping[str, Node]) -> Kubernetes:
    """The cluster as it was installed when its nodes came up, with all headers in reach."""
    since = max(nodes[name].booted for name in SYSTEMS) + 900
    kube = {name: KubeNode(plugin_since=since + 240) for name in SYSTEMS}
    return Kubernetes(
        kube, since=since, archive=dict.fromkeys(nodes[HEAD].kernels, since)
    )


def clock(world: World, t: float | None = None) -> datetime:
    """The time on the machines' clocks, at a moment of the world."""
    at = world.t if t is None else t
    started = world.machine["started"]
    return datetime.fromtimestamp(started.timestamp(), UTC) + timedelta(seconds=at)


def _gpus(of: Mapping[str, Any], draw: random.Random) -> tuple[Gpu, ...]:
    first = draw.randrange(1_650_000_000, 1_659_000_000)
    return tuple(
        Gpu(
            slot=slot,
            bus=f"0000:{bus}",
            serial=str(first + 137 * slot),
            uuid=_uuid(draw),
            limit=of["watts"]["limit"],
        )
        for slot, bus in enumerate(of["buses"], 1)
    )


def _uuid(draw: random.Random) -> str:
    digits = f"{draw.getrandbits(128):032x}"
    cut = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
    return "GPU-" + "-".join(cut)


def _machine(
    name: str, of: Mapping[str, Any], draw: random.Random, gpus: tuple[Gpu, ...]
) -> Node:
    booted = -86400.0 * of["up_days"] - draw.randrange(3600)
    units = [*of["units"], "slurmd", "kubelet"] if gpus else ["slurmctld"]
    pid = draw.randrange(1500, 2200)
    return Node(
        name,
        gpus,
        booted=booted,
        kernel=of["kernel"],
        kernels=(of["kernel_before"], of["kernel"]),
        headers=frozenset((of["kernel_before"], of["kernel"])),
        built=frozenset((of["kernel_before"], of["kernel"])),
        packages={k: Package(v) for k, v in of["packages"].items()} if gpus else {},
        modules={"nvidia": of["driver"], "nvidia_uvm": of["driver"]} if gpus else {},
        units={
            unit: Service(since=booted + 40 + n, pid=pid + 37 * n)
            for n, unit in enumerate(units)
        },
    )
