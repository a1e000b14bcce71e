"""Names of adapters and interfaces as NCCL matches them: from the beginning, ^ and =."""

import re
from collections.abc import Iterator

from certlab.finding import Finding
from certlab.labs.systems.topology.findings import note, problem
from certlab.labs.systems.topology.wording import listed

_INTERFACE = re.compile(
    r"ib\d+\b|ib$|eth|en[opsx]\d|bond|br-|docker|lo$|wl", re.IGNORECASE
)
_VERBS = re.compile(r"mlx\d_")


def matching(value: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Which names a list of NCCL_IB_HCA or NCCL_SOCKET_IFNAME takes.

    Ports after a colon are left out: they choose within a device.
    """
    leaves_out, exact, items = _parts(value)
    return tuple(
        name
        for name in names
        if leaves_out
        != any(name == one if exact else name.startswith(one) for one in items)
    )


def _parts(value: str) -> tuple[bool, bool, list[str]]:
    leaves_out = value.startswith("^")
    rest = value[leaves_out:]
    exact = rest.startswith("=")
    items = [one.split(":")[0].strip() for one in rest[exact:].split(",")]
    return leaves_out, exact, [one for one in items if one]


def adapters(value: str, devices: tuple[str, ...] = ()) -> Iterator[Finding]:
    """What stands out in NCCL_IB_HCA; `devices` are those of the machine, if known."""
    leaves_out, exact, items = _parts(value)
    takes, alone = ("leaves out", "^=") if leaves_out else ("takes", "=")
    for one in items:
        if one[:1] in "=^":
            says = f"{one}: ^ and = stand once, before the whole list, ^ first."
        elif is_interface(one):
            says = (
                f"{one} is a network interface; verbs devices are asked for, mlx5_0 for "
                "one, as ibstat lists them."
            )
        elif not exact and not devices and re.fullmatch(r"mlx5_[1-9]", one):
            says = (
                f"{one} also {takes} {one}0 to {one}9 where they exist: write "
                f"{alone}{one} for that one alone."
            )
        else:
            continue
        yield problem("NCCL_IB_HCA", says)
    if not devices:
        return
    took = matching(value, devices)
    if not took:
        says = f"{value} leaves no device: there are {listed(devices)}."
        yield problem("NCCL_IB_HCA", says)
    hit = [one for one in devices if one not in took] if leaves_out else took
    if more := [name for name in hit if name not in items and not exact]:
        says = (
            f"{value} also {takes} {listed(more)}: names match from their beginning "
            f"unless = stands first."
        )
        yield problem("NCCL_IB_HCA", says)


def is_interface(name: str) -> bool:
    """Whether it looks like a network interface and no verbs device."""
    return bool(_INTERFACE.match(name))


def interfaces(value: str) -> Iterator[Finding]:
    """What stands out in NCCL_SOCKET_IFNAME."""
    leaves_out, _, items = _parts(value)
    for one in items:
        if _VERBS.match(one):
            yield problem(
                "NCCL_SOCKET_IFNAME",
                f"{one} is a verbs device; network interfaces are asked for, as ip link "
                "lists them.",
            )
        elif one in ("lo", "docker0") and not leaves_out:
            yield problem("NCCL_SOCKET_IFNAME", f"{one} reaches no other node.")
    if not leaves_out:
        yield note(
            "NCCL_SOCKET_IFNAME",
            "chooses where the ranks meet and what sockets use; the data of RDMA goes by "
            "NCCL_IB_HCA.",
        )
