"""What kernel and units write into the logs of a machine, and the logs as their readers want them.

The lines are data, in content/machines; what is written here is when they come. The order of
a start of Fabric Manager is that of a journal of 590.48.01 on eight GPUs.
"""

from collections.abc import Mapping
from typing import Any

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.state import Event, Service, World


def unit_parts(world: World, unit: str) -> Mapping[str, Any]:
    """What the parts list says of a unit: description, process, command, usage, lines."""
    of: Mapping[str, Any] = world.machine.get("unit", {}).get(unit, {})
    return {
        "description": unit,
        "process": unit,
        "command": f"/usr/sbin/{unit}",
        "usage": ["1", "4.0M", "120ms"],
        "seconds": 1,
        **of,
    }


def begins(world: World, node: str, unit: str, t: float | None = None) -> World:
    """systemd begins to start a unit."""
    says = unit_parts(world, unit)["description"]
    return world.logged(node, unit, f"Starting {says}...", t=t, by="systemd")


def ended(world: World, node: str, unit: str, t: float | None = None) -> World:
    """The start of a unit is at its end: by its state it runs or has failed."""
    of, state = unit_parts(world, unit), world.nodes[node].units[unit].state
    for by, text in of.get("begins" if state == "active" else "fails", ()):
        line = text.format(dcgm=world.machine["dcgm"])
        world = world.logged(node, unit, line, t=t, by=by)
    lines = [f"Started {of['description']}."]
    if state != "active":
        lines = [
            f"{unit}.service: Control process exited, code=exited, status=1/FAILURE",
            f"{unit}.service: Failed with result 'exit-code'.",
            f"Failed to start {of['description']}.",
        ]
    return world.logged(node, unit, *lines, t=t, by="systemd")


def stopped(world: World, node: str, unit: str, t: float | None = None) -> World:
    """systemd stops a unit."""
    of = unit_parts(world, unit)
    says = of["description"]
    world = world.logged(node, unit, f"Stopping {says}...", t=t, by="systemd")
    for by, text in of.get("stops", ()):
        world = world.logged(node, unit, text, t=t, by=by)
    lines = (f"{unit}.service: Deactivated successfully.", f"Stopped {says}.")
    return world.logged(node, unit, *lines, t=t, by="systemd")


def loaded(world: World, node: str) -> World:
    """The driver was loaded: what the kernel says, of GPUs that do not answer too."""
    silent = [gpu for gpu in world.nodes[node].gpus if gpu.seated and gpu.lost]
    return _loaded(world, node, silent, world.t)


def _loaded(world: World, node: str, silent: list[Gpu], t: float) -> World:
    of, one = world.machine["says"], world.nodes[node]
    lines = [*of["first"]]
    lines += [text.format(bus=gpu.bus) for gpu in silent for text in of["silent"]]
    if silent:
        lines += [f"NVRM: The NVIDIA probe routine failed for {len(silent)} device(s)."]
    lines += ["NVRM: loading " + of["module"].format(version=laws.driver(one))]
    return world.logged(node, "kernel", *lines, t=t)


def booted(world: World, node: str) -> World:
    """The kernel has begun; of modules and units nothing yet."""
    one = world.nodes[node]
    banner = world.machine["says"]["banner"].format(kernel=one.kernel)
    return world.logged(node, "kernel", banner, t=one.booted)


def unbuilt(world: World, node: str, t: float | None = None) -> World:
    """A boot finds no driver for its kernel."""
    unit = "systemd-modules-load"
    return world.logged(node, unit, "Failed to find module 'nvidia'", t=t)


def remembered(world: World, node: str) -> World:
    """With the log of the boot in which the world begins, as its state now says that it went.

    A world whose boot is in the log already stays as it is.
    """
    one = world.nodes[node]
    here = (event for event in events(world, node) if event.boot == one.booted)
    if any(event.text.startswith("Linux version") for event in here):
        return world
    world, at = booted(world, node), one.booted + 12
    if laws.driver(one):
        world = _loaded(world, node, [], at)  # what is lost now was there then
        world = world.logged(node, "kernel", world.machine["says"]["uvm"], t=at + 1)
    elif one.gpus:
        world = unbuilt(world, node, at)
    for unit, state in one.units.items():
        world = _unit_remembered(world, node, unit, state)
    return world


def _unit_remembered(world: World, node: str, unit: str, state: Service) -> World:
    """The start of a unit, and its stop; what the log has of it already is not told again."""
    booted, since = world.nodes[node].booted, state.since
    told = any(
        event.source == unit and event.by == "systemd" and event.boot == booted
        for event in events(world, node)
    )
    if state.state == "inactive":
        at, units = min(since, booted + 60), world.nodes[node].units
        world = world.with_unit(node, unit, state="active")
        world = ended(begins(world, node, unit, at - 2), node, unit, at)
        world = world if told else stopped(world, node, unit, since)
        return world.with_node(node, units=units)
    if told:
        return world
    start = since - unit_parts(world, unit)["seconds"]
    return ended(begins(world, node, unit, start), node, unit, since)


def events(world: World, node: str) -> list[Event]:
    """The log of a machine, oldest first."""
    return [event for event in world.events if event.node == node]


def journal(world: World, node: str) -> list[Event]:
    """The log with the boot in which the world begins."""
    return events(remembered(world, node), node)


def kernel(world: World, node: str) -> list[Event]:
    """What the kernel has said since it began."""
    booted = world.nodes[node].booted
    return [
        event
        for event in journal(world, node)
        if event.source == "kernel" and event.boot == booted
    ]
