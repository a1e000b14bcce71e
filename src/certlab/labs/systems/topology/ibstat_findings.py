"""What stands out in a listing of ibstat."""

from collections.abc import Mapping

from certlab.course.facts import Fact
from certlab.finding import Finding
from certlab.labs.systems.topology.findings import Report, note, problem
from certlab.labs.systems.topology.ibstat import Port
from certlab.labs.systems.topology.wording import counted, listed

NO_LID = 65535  # what an adapter holds before a subnet manager has given it a number
# What a physical state means for the hand that looks after it.
MEANS = {
    "Polling": "it looks for the other end: no cable, a broken one, or a port that is "
    "off at the other end",
    "Disabled": "somebody switched it off, here or in the firmware",
    "Sleep": "it waits to be woken",
    "LinkErrorRecovery": "the cable loses bits and both ends start over",
    "PortConfigurationTraining": "both ends are still agreeing on lanes and rate",
    "Phy Test": "it is under test",
}


def check(ports: tuple[Port, ...], facts: Mapping[str, Fact]) -> Report:
    """Ports that carry nothing or less than their like, and what kind they are."""
    return Report(
        (
            *(_down(port) for port in ports if not port.up),
            *_slow([port for port in ports if port.up]),
            *_kinds(ports, facts),
        )
    )


def _where(port: Port) -> str:
    return f"{port.adapter} port {port.number}"


def _down(port: Port) -> Finding:
    where = f"{_where(port)} is {port.state} and {port.physical}"
    if port.physical != "LinkUp":
        means = MEANS.get(port.physical, "the cable's side is not up")
        says = f"{where}: {means}. The rate of {port.gbit_per_s:g} says nothing then."
    elif port.layer == "Ethernet":
        says = f"{where}: the link is up, its network interface is not."
    elif port.manager in (0, NO_LID) or port.lid in (0, NO_LID):
        says = (
            f"{where}: the cable carries, but no subnet manager has given it a number "
            f"(base lid {port.lid}, SM lid {port.manager})."
        )
    else:
        says = f"{where}: the subnet manager has not brought it to Active."
    return problem("down", f"{says} NCCL passes over it.")


def _slow(ports: list[Port]) -> list[Finding]:
    best: dict[tuple[str, str], float] = {}
    for port in ports:
        key = port.type, port.layer
        best[key] = max(best.get(key, 0), port.gbit_per_s)
    return [
        problem(
            "slow",
            f"{_where(port)} runs at {port.gbit_per_s:g} Gbit/s where others of "
            f"{port.type or 'no type'} run at {best[port.type, port.layer]:g}: a cable, a port of the "
            "switch, or what they agreed on.",
        )
        for port in ports
        if port.gbit_per_s < best[port.type, port.layer]
    ]


def _kinds(ports: tuple[Port, ...], facts: Mapping[str, Fact]) -> list[Finding]:
    groups: dict[tuple[str, str, float], list[Port]] = {}
    for port in ports:
        if port.up:
            groups.setdefault((port.layer, port.type, port.gbit_per_s), []).append(port)
    says = []
    for (layer, type, rate), members in groups.items():
        name = facts.get(f"ca-{type.lower()}.name")
        says.append(
            note(
                layer or "up",
                f"{counted(len(members), 'port')} at {rate:g} Gbit/s, "
                f"{rate / 8:g} GB/s in one direction"
                + (f", {type}" if type else "")
                + (f" ({name.value})" if name else "")
                + f": {listed(port.adapter for port in members)}.",
            )
        )
    if any(layer == "Ethernet" for layer, *_ in groups):
        says.append(
            note(
                "Ethernet",
                "is not sockets: where the port has RoCE, NCCL uses it as it uses "
                "InfiniBand, NET/IB in its log.",
            )
        )
    return says
