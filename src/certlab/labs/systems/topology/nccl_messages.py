"""NCCL's messages out of whatever carries a log.

Launchers and containers put prefixes before a line, Docker and collectors of logs put
it into JSON, consoles into a frame, and writers that share a file run messages together.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from certlab.labs.systems.topology.lines import lines

_NCCL = re.compile(r"NCCL (?:(INFO|WARN) |(?=version \d))")
# What NCCL itself puts in front: host, process and thread, device, and of a warning its place.
_BEFORE = re.compile(r"(?:(?P<host>[^\s:]*):\d+:\d+ )?(?:\[\d+\] )?(?:\S+\.\w+:\d+ )?$")
_LONGEST = 400  # of that; a name of a host has 255 characters at most
# A string of JSON that holds one; its end may be cut off.
_QUOTED = re.compile(
    r'(?:^|[:,=\[{])\s*"'
    r'((?:[^"\\]|\\.)*NCCL (?:INFO|WARN|version) (?:[^"\\]|\\.)*)(?:"|\\?$)'
)
_HALF = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?$")  # an escape that a cut went through
_TAG = re.compile(r"</?(?:pre|code|span|div|p|br)\b[^>]*>")
_FRAME = " \t│┃║|"
_CUT = re.compile(r"(?<!\S)(?:NET|P2P|SHM)/\w")  # what a torn message leaves behind


@dataclass(frozen=True)
class Message:
    """One message.

    Attributes:
        line: of the file.
        host: that printed it, "" where the line has none or does not begin with it.
        level: "INFO" or "WARN", or "" for the rest of a torn one, whose head is missing.
    """

    line: int
    host: str
    level: str
    text: str


def messages(text: str) -> Iterator[Message]:
    """All of them, in order; what else a job prints is passed over."""
    for number, line in _unwrapped(text):
        starts: list[int] = []
        hosts: list[str] = []
        marks = list(_NCCL.finditer(line))
        for one in marks:
            before = _BEFORE.search(line, max(0, one.start() - _LONGEST), one.start())
            starts.append(before.start() if before else one.start())
            hosts.append((before and before["host"]) or "")
        if _CUT.search(line, 0, starts[0] if marks else len(line)):
            yield Message(number, "", "", line)
        for n, one in enumerate(marks):
            said = line[one.end() : (*starts, len(line))[n + 1]].strip()
            host = "" if n else hosts[0]  # later ones may be torn in front
            yield Message(number, host, one[1] or "INFO", said)


def _unwrapped(text: str) -> Iterator[tuple[int, str]]:
    """Lines as they were printed, without frames and out of JSON and HTML."""
    for number, line in lines(text):
        quoted = _QUOTED.findall(line) if "NCCL" in line and '"' in line else []
        for inside in quoted:
            yield from ((number, one) for _, one in _unwrapped(_unescaped(inside)))
        if not quoted:
            plain = _TAG.sub("", line).replace("&gt;", ">").replace("&lt;", "<")
            yield number, plain.strip(_FRAME)


def _unescaped(inside: str) -> str:
    whole = _HALF.sub("", inside)
    try:
        return str(json.loads(f'"{whole}"', strict=False))
    except ValueError:
        return inside.replace("\\n", "\n").replace('\\"', '"')
