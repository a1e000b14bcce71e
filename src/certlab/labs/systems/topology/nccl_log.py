"""What NCCL prints under NCCL_DEBUG=INFO: versions, networks, rings, trees, channels.

The lines are those of NCCL 2.4 to 2.30 (transport/p2p.cc, shm.cc, net.cc, nvls.cc,
graph/connect.cc, init.cc). Lines that ran into each other are read as far as they can
be, and the rest is no error: a log holds what else the job printed.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from certlab.errors import CourseError
from certlab.labs.systems.topology.nccl_messages import Message, messages

_VERSION = re.compile(r"version (\d+\.\d+(?:\.\d+)?)(?:\+cuda([\d.]+))?")
_PAIR = (
    r"(?:Channel|Ring) (?P<number>\d+)(?:/(?P<connection>\d+))? : "
    r"(?P<one>\d+)(?:\[(?P<at>[0-9a-f]+)\])? -> (?P<other>\d+)"
)
# What follows "via" ends by its own grammar: names of networks hold blanks, and behind it
# may stand a communicator or another program's words.
_CHANNEL = re.compile(
    rf"{_PAIR}(?:\[(?P<to>[0-9a-f]+)\])?(?: \[(?P<way>send|receive)\])? via (?P<via>"
    r"NET/[^/]+/\d+(?:\(\d+\))?(?:/GDRDMA(?:\(\w+\))?)?(?:/Shared)?"
    r"|P2P/(?:direct pointer|common device|indirect/\d+\[[0-9a-f]+\]|\w+)(?:/\w+)*"
    r"|SHM(?:/\w+)*|direct shared memory|\S+)"
)
_TORN = re.compile(rf"{_PAIR}(?! -> )")
_RING = re.compile(r"(?:Channel|Ring) (\d+)(?:/\d+)? :((?:\s+\d+)+)")
_TREES = re.compile(r"\[(\d+)\] (-?\d+)/(-?\d+)/(-?\d+)->(\d+)->(-?\d+)")
_COMM = re.compile(
    r"rank (?P<rank>\d+) n[rR]anks (?P<ranks>\d+)"
    r"(?: nNodes (?P<nodes>\d+))?(?:.*? nvmlDev (?P<dev>\d+))?(?: busId (?P<bus>[0-9a-f]+))?"
)
# A number ends in a full stop; a text ends with the line, or where a gap is.
_SETTING = re.compile(
    r"(NCCL_[A-Z0-9_]+) set (?:by environment )?to "
    r"(?:(-?\d+)\.(?=\s|$)|(\S+(?: \S+)*?)\.?(?=\s{2,}|$))"
)
_NETWORK = re.compile(r"Using (?:internal )?[nN]etwork (\S.*)")
_DEVICES = re.compile(r"NET/(\w+) : Using (.*)")
_DEVICE = re.compile(r"\[\d+\](\S+?):(\S+)")
_SHARP = re.compile(r"NVLS multicast support is (not )?available on dev (\d+)")
_COUNTS = re.compile(r"\d+ coll channels,(?: \d+ collnet channels,)?(?: (\d+) nvls)?")
_GDR = re.compile(
    r"GPU Direct RDMA (Enabled|Disabled) for GPU (\S+) / HCA (\d+) "
    r"\(distance (\d+) (<=|>) (\d+)\)"
)
# What says that a network was looked for and is not there, and why.
_MISSING = (
    "NET/IB : No device found",
    "Failed to open libibverbs",
    "Failed to initialize NET plugin IB",
    "NET/Plugin: Could not find",
    "No plugin found",
)


@dataclass(frozen=True)
class Channel:
    """One connection of a channel, from one rank to another.

    Attributes:
        number, connection: of the channel, and which of its connections it is.
        one, other: ranks.
        at, to: the devices in brackets as printed: NVML numbers, or bus ids before 2.18;
            "" where there are none.
        via: the text after "via", "P2P/CUMEM/read".
        sends: None for P2P and SHM, where one line stands for both ends.
        host: that printed it, "" where the line has none.
    """

    number: int
    connection: int
    one: int
    other: int
    at: str
    to: str
    via: str
    sends: bool | None
    host: str

    @property
    def transport(self) -> str:
        """ "P2P", "SHM", "NET" or what else stands first."""
        return self.via.split("/")[0]

    @property
    def network(self) -> str:
        """Which network plugin carries it: "IB", "Socket"; "" for others."""
        return "/".join(self.via.split("/")[1:2]) if self.transport == "NET" else ""

    @property
    def gdr(self) -> bool:
        """Whether the adapter reads and writes the GPU's own memory."""
        return "/GDRDMA" in self.via

    @property
    def key(self) -> tuple[int, int, int, int]:
        """The connection, whichever end prints it."""
        return self.number, self.connection, self.one, self.other


@dataclass
class Log:
    """What a log told; empty where it did not."""

    version: str = ""
    cuda: str = ""
    ranks: int = 0
    nodes: int = 0
    network: str = ""
    devices: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    rings: dict[int, tuple[int, ...]] = field(default_factory=dict)
    trees: dict[int, dict[int, tuple[int, ...]]] = field(default_factory=dict)
    channels: list[Channel] = field(default_factory=list)
    sharp: dict[int, bool] = field(default_factory=dict)
    sharp_channels: int = 0
    warnings: list[str] = field(default_factory=list)
    gpus: dict[int, int] = field(default_factory=dict)
    rdma: list[tuple[str, int, str, int, int]] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)
    torn: list[int] = field(default_factory=list)
    complete: bool = False

    def between(self) -> dict[tuple[int, int], dict[str, int]]:
        """Connections between two ranks, smaller first: how many of each "via"."""
        found: dict[tuple[int, int], dict[str, int]] = {}
        sent = {one.key for one in self.channels if one.sends}
        for one in self.channels:
            if one.sends is False and one.key in sent:  # its sender told already
                continue
            pair = min(one.one, one.other), max(one.one, one.other)
            row = found.setdefault(pair, {})
            row[one.via] = row.get(one.via, 0) + 1
        return found

    def gpu(self, rank: int) -> int | None:
        """A rank's GPU as nvidia-smi counts on its node, None where not told."""
        return self.gpus.get(rank)


def read(text: str) -> Log:
    """A log.

    Raises:
        CourseError: no line of it is NCCL's at INFO.
    """
    log = Log()
    for one in messages(text):
        log.hosts |= {one.host} - {""}
        if one.level == "WARN":
            log.warnings.append(one.text)
        elif not (one.level and _note(log, one)):
            log.torn.append(one.line)
    if not (log.version or log.channels or log.ranks or log.warnings or log.hosts):
        raise CourseError(
            "No line holds NCCL INFO; expected a log of a run with NCCL_DEBUG=INFO."
        )
    for each in log.channels:
        for rank, device in ((each.one, each.at), (each.other, each.to)):
            if len(device) < 3 and device.isdecimal():
                log.gpus.setdefault(rank, int(device))
    # A torn line's rest sticks to the name in front of which it stands: nvmlnode-a.
    hosts = [
        one
        for one in log.hosts
        if not any(one != other and one.endswith(other) for other in log.hosts)
    ]
    if len(hosts) > 1:
        log.nodes = max(log.nodes, len(hosts))
    if not log.network and [*log.devices] == ["Socket"]:
        log.network = "Socket"  # before 2.5 no line says which one is used
    return log


def _note(log: Log, message: Message) -> bool:
    """What one message adds; False where it is a torn one."""
    said = message.text
    if found := _CHANNEL.match(said):
        log.channels.append(_channel(found, message.host))
    elif found := _VERSION.match(said):
        log.version, log.cuda = found[1], found[2] or log.cuda
    elif found := _RING.fullmatch(said):
        log.rings[int(found[1])] = tuple(map(int, found[2].split()))
    elif said.startswith("Trees "):
        _trees(log, _TREES.findall(said))
    elif found := _DEVICES.match(said):
        log.devices[found[1]] = _DEVICE.findall(found[2].split("; OOB")[0])
    elif found := _NETWORK.match(said):
        log.network = found[1]
    elif said.startswith(_MISSING):
        if said not in log.missing:
            log.missing.append(said)
    elif _TORN.match(said):
        return False
    else:
        _more(log, said)
    return True


def _channel(found: re.Match[str], host: str) -> Channel:
    way = found["way"]
    return Channel(
        int(found["number"]),
        int(found["connection"] or 0),
        int(found["one"]),
        int(found["other"]),
        found["at"] or "",
        found["to"] or "",
        found["via"].replace("direct shared memory", "SHM"),
        None if way is None else way == "send",
        host,
    )


def _trees(log: Log, found: Iterable[tuple[str, ...]]) -> None:
    for number, *children, rank, parent in found:
        below = tuple(int(one) for one in children if int(one) >= 0)
        log.trees.setdefault(int(number), {})[int(rank)] = (int(parent), *below)


def _more(log: Log, said: str) -> None:
    if found := _SETTING.match(said):
        log.settings[found[1]] = found[2] or found[3]
    elif found := _SHARP.match(said):
        log.sharp[int(found[2])] = not found[1]
    elif found := _GDR.match(said):
        row = found[1], int(found[3]), found[2], int(found[4]), int(found[6])
        if row not in log.rdma:
            log.rdma.append(row)
    elif found := _COUNTS.match(said):
        log.sharp_channels = max(log.sharp_channels, int(found[1] or 0))
    elif "comm 0x" in said and (found := _COMM.search(said)):
        log.ranks = max(log.ranks, int(found["ranks"]))
        log.nodes = max(log.nodes, int(found["nodes"] or 0))
        if found["dev"]:
            log.gpus[int(found["rank"])] = int(found["dev"])
        log.complete = log.complete or "Init COMPLETE" in said
