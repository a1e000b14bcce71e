"""NCCL's messages out of whatever carries a log.

Launchers and containers put prefixes before a line, Docker and collectors of logs put
it into JSON, consoles into a frame, and writers that share a file run messages together.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from certlab.labs.systems.topology.lines import lines

_START = re.compile(
    r"(?:(?P<host>[^\s:]*):\d+:\d+ )?(?:\[\d+\] )?(?:\S+\.\w+:\d+ )?"
    r"NCCL (?:(?P<level>INFO|WARN) |(?=version \d))"
)
# A string of JSON that holds one; its end may be cut off.
_QUOTED = re.compile(
    r'(?:^|[:,=\[{])\s*"'
    r'((?:[^"\\]|\\.)*NCCL (?:INFO|WARN|version) (?:[^"\\]|\\.)*)(?:"|\\?$)'
)
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
        starts = list(_START.finditer(line))
        head = line[: starts[0].start()] if starts else line
        if _CUT.search(head):
            yield Message(number, "", "", head)
        ends = [*(one.start() for one in starts[1:]), len(line)]
        for n, (one, end) in enumerate(zip(starts, ends, strict=False)):
            said = line[one.end() : end].strip()
            host = "" if n else one["host"] or ""  # later ones may be torn in front
            yield Message(number, host, one["level"] or "INFO", said)


def _unwrapped(text: str) -> Iterator[tuple[int, str]]:
    """Lines as they were printed, without frames and out of JSON."""
    for number, line in lines(text):
        quoted = _QUOTED.findall(line)
        for inside in quoted:
            yield from ((number, one) for _, one in _unwrapped(_unescaped(inside)))
        if not quoted:
            yield number, line.strip(_FRAME)


def _unescaped(inside: str) -> str:
    try:
        return str(json.loads(f'"{inside}"', strict=False))
    except ValueError:
        return inside.replace("\\n", "\n").replace('\\"', '"')
