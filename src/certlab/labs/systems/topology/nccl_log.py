"""What NCCL prints under NCCL_DEBUG=INFO: versions, networks, rings, trees, channels.

The lines are those of NCCL 2.4 to 2.30 (transport/p2p.cc, shm.cc, net.cc, nvls.cc,
graph/connect.cc, init.cc). What launchers put in front of a line is skipped, lines
that ran into each other are read as far as they can be, and the rest is no error: a log
holds what else the job printed.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from certlab.errors import CourseError
from certlab.labs.systems.topology.lines import lines

_SAID = re.compile(
    r"(?:(?P<host>[^\s:]+):\d+:\d+ \[\d+\] )?(?:\S+ )?NCCL (?P<level>INFO|WARN) "
    r"(?P<text>.*)"
)
_VERSION = re.compile(r"NCCL version (\d+\.\d+(?:\.\d+)?)(?:\+cuda(\S+))?")
_CHANNEL = re.compile(
    r"(?:Channel|Ring) (?P<number>\d+)(?:/(?P<connection>\d+))? : "
    r"(?P<one>\d+)\[(?P<at>[0-9a-f]+)\] -> (?P<other>\d+)\[(?P<to>[0-9a-f]+)\]"
    r"(?: \[(?P<way>send|receive)\])? via (?P<via>.+?)(?: comm 0x.*)?"
)
_RING = re.compile(r"Channel (\d+)/(\d+) :((?:\s+\d+)+)")
_TREES = re.compile(r"\[(\d+)\] (-?\d+)/(-?\d+)/(-?\d+)->(\d+)->(-?\d+)")
_COMM = re.compile(
    r"rank (?P<rank>\d+) n[rR]anks (?P<ranks>\d+)"
    r"(?: nNodes (?P<nodes>\d+))?(?:.*? nvmlDev (?P<dev>\d+))?(?: busId (?P<bus>[0-9a-f]+))?"
)
_SETTING = re.compile(r"(NCCL_[A-Z0-9_]+) set (?:by environment )?to (.+?)\.?")
_DEVICES = re.compile(r"NET/(\w+) : Using (.*)")
_DEVICE = re.compile(r"\[\d+\](\S+?):(\S+)")
_SHARP = re.compile(r"NVLS multicast support is (not )?available on dev (\d+)")
_COUNTS = re.compile(r"(\d+) coll channels,(?: \d+ collnet channels,)?(?: (\d+) nvls)?")
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
        one, other: ranks.
        at, to: the devices in brackets as printed: NVML numbers, or bus ids before 2.18.
        via: the text after "via", "P2P/CUMEM/read".
        sends: None for P2P and SHM, where one line stands for both ends.
        host: that printed it, "" where the line has none.
    """

    number: int
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
    coll_channels: int = 0
    warnings: list[str] = field(default_factory=list)
    gpus: dict[int, int] = field(default_factory=dict)
    rdma: list[tuple[str, int, str, int, int]] = field(default_factory=list)
    complete: bool = False

    def between(self) -> dict[tuple[int, int], dict[str, int]]:
        """Connections between two ranks, smaller first: how many of each "via"."""
        found: dict[tuple[int, int], dict[str, int]] = {}
        for one in self.channels:
            if one.sends is False:  # its sender prints the same connection
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
    for host, level, said in _messages(text):
        if level == "WARN":
            log.warnings.append(said)
        else:
            _note(log, host, said)
    if not (log.version or log.channels or log.ranks or log.warnings):
        raise CourseError(
            "No line holds NCCL INFO; expected a log of a run with NCCL_DEBUG=INFO."
        )
    for one in log.channels:
        for rank, device in ((one.one, one.at), (one.other, one.to)):
            if len(device) < 3 and device.isdecimal():
                log.gpus.setdefault(rank, int(device))
    return log


def _messages(text: str) -> Iterator[tuple[str, str, str]]:
    for _, line in lines(text):
        if found := _SAID.search(line):
            yield found["host"] or "", found["level"], found["text"].strip()
        elif found := _VERSION.search(line):
            yield "", "INFO", found[0]


def _note(log: Log, host: str, said: str) -> None:
    """What one line adds."""
    if found := _CHANNEL.fullmatch(said):
        way = found["way"]
        log.channels.append(
            Channel(
                int(found["number"]),
                int(found["one"]),
                int(found["other"]),
                found["at"],
                found["to"],
                found["via"],
                None if way is None else way == "send",
                host,
            )
        )
    elif found := _VERSION.match(said):
        log.version, log.cuda = found[1], found[2] or log.cuda
    elif found := _RING.fullmatch(said):
        log.rings[int(found[1])] = tuple(map(int, found[3].split()))
    elif said.startswith("Trees "):
        _trees(log, _TREES.findall(said))
    elif found := _DEVICES.match(said):
        log.devices[found[1]] = _DEVICE.findall(found[2].split("; OOB")[0])
    elif said.startswith("Using network "):
        log.network = said.removeprefix("Using network ")
    elif said.startswith(_MISSING):
        if said not in log.missing:
            log.missing.append(said)
    else:
        _more(log, said)


def _trees(log: Log, found: Iterable[tuple[str, ...]]) -> None:
    for number, *children, rank, parent in found:
        below = tuple(int(one) for one in children if int(one) >= 0)
        log.trees.setdefault(int(number), {})[int(rank)] = (int(parent), *below)


def _more(log: Log, said: str) -> None:
    if found := _SETTING.fullmatch(said):
        log.settings[found[1]] = found[2]
    elif found := _SHARP.match(said):
        log.sharp[int(found[2])] = not found[1]
    elif found := _GDR.match(said):
        row = found[1], int(found[3]), found[2], int(found[4]), int(found[6])
        if row not in log.rdma:
            log.rdma.append(row)
    elif found := _COUNTS.match(said):
        log.coll_channels = max(log.coll_channels, int(found[1]))
        log.sharp_channels = max(log.sharp_channels, int(found[2] or 0))
    elif "comm 0x" in said and (found := _COMM.search(said)):
        log.ranks = max(log.ranks, int(found["ranks"]))
        log.nodes = max(log.nodes, int(found["nodes"] or 0))
        if found["dev"]:
            log.gpus[int(found["rank"])] = int(found["dev"])
        log.complete = log.complete or "Init COMPLETE" in said
