"""What `ibstat` prints: the ports of each adapter, InfiniBand or Ethernet."""

import re
from dataclasses import dataclass

from certlab.errors import CourseError
from certlab.labs.systems.topology.lines import lines

_ADAPTER = re.compile(r"CA '([^']+)'")
_PORT = re.compile(r"\s+Port (\d+):")
_FIELD = re.compile(
    r"\s*(CA type|Number of ports|(?:Firm|Hard)ware version|(?:Node|System image|Port) GUID"
    r"|State|Physical state|Rate|Base lid|LMC|SM lid|Capability mask|Link layer):\s*(.*)"
)
_RATE = re.compile(r"(\d+(?:\.\d+)?)(?: Gb/sec.*)?")
STATES = ("Down", "Initializing", "Armed", "Active")
NEEDED = ("State", "Physical state", "Rate")


@dataclass(frozen=True)
class Port:
    """One port.

    Attributes:
        adapter: the verbs device, "mlx5_0": what NCCL_IB_HCA takes.
        type: of the adapter, "MT4129".
        state: Down, Initializing, Armed or Active: the subnet's side.
        physical: LinkUp, Polling, Disabled, ...: the cable's side.
        gbit_per_s: as printed, one direction; says nothing of a port that is down.
        lid: its address in the subnet; 0 on Ethernet.
        manager: address of the subnet manager; 0 where there is none.
        layer: "InfiniBand" or "Ethernet"; "" where it is not printed.
    """

    adapter: str
    type: str
    number: int
    state: str
    physical: str
    gbit_per_s: float
    lid: int
    manager: int
    layer: str

    @property
    def up(self) -> bool:
        """Whether data can go through it."""
        return self.state == "Active" and self.physical == "LinkUp"


def owns(line: str) -> bool:
    """Whether a line can be one of the tool's."""
    return any(one.fullmatch(line) for one in (_ADAPTER, _PORT, _FIELD))


def read(text: str) -> tuple[Port, ...]:
    """The ports of a listing.

    Raises:
        CourseError: it is none; the sentence names the line and what was expected.
    """
    ports: list[Port] = []
    adapter, of, fields, at, before = "", {"": ""}, {"": ""}, 0, 0
    for number, line in lines(text):
        found, port = _ADAPTER.fullmatch(line.strip()), _PORT.fullmatch(line)
        if (found or port) and at:
            ports.append(_port(adapter, of, fields, at))
            at = 0
        if found:
            _whole(number, adapter, of, len(ports) - before)
            adapter, of, before = found[1], {"": ""}, len(ports)
        elif port:
            if not adapter:
                raise CourseError(
                    f"Line {number}: a port before any adapter; expected CA 'mlx5_0' "
                    "or the like first."
                )
            fields, at = {"number": port[1]}, number
        elif field := _FIELD.fullmatch(line):
            (fields if at else of)[field[1]] = field[2]
    if at:
        ports.append(_port(adapter, of, fields, at))
    _whole(text.count("\n") + 1, adapter, of, len(ports) - before)
    if not ports:
        raise CourseError(
            "No line reads CA and a name, with a port below it; expected what ibstat "
            "prints, not ibstatus or ibv_devinfo."
        )
    return tuple(ports)


def _whole(number: int, adapter: str, of: dict[str, str], listed: int) -> None:
    """Refuse an adapter of which ports are missing: the listing is cut there."""
    said = of.get("Number of ports", "1")
    if adapter and listed < (int(said) if said.isdecimal() else 1):
        raise CourseError(
            f"Line {number}: {adapter} has {said} {'port' if said == '1' else 'ports'} and "
            f"{listed} of them listed; the listing is cut off there."
        )


def _port(adapter: str, of: dict[str, str], fields: dict[str, str], at: int) -> Port:
    where = f"port {fields['number']} of {adapter}"
    for name in NEEDED:
        if name not in fields:
            raise CourseError(f"Line {at}: {where} has no {name}; expected one.")
    rate = _RATE.fullmatch(fields["Rate"])
    if not rate:
        raise CourseError(
            f'Line {at}: the rate of {where} reads "{fields["Rate"]}"; expected a number '
            "of Gbit/s."
        )
    if fields["State"] not in STATES:
        raise CourseError(
            f'Line {at}: the state of {where} reads "{fields["State"]}"; expected '
            f"{', '.join(STATES[:-1])} or {STATES[-1]}."
        )
    return Port(
        adapter,
        of.get("CA type", ""),
        int(fields["number"]),
        fields["State"],
        fields["Physical state"],
        float(rate[1]),
        _address(fields.get("Base lid", "")),
        _address(fields.get("SM lid", "")),
        fields.get("Link layer", ""),
    )


def _address(text: str) -> int:
    return int(text) if text.isdecimal() else 0
