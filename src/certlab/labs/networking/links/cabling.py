"""Cabling as it was planned, and as it was found."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.finding import Finding

End = tuple[str, int]  # a device and its port

# 0x00 "leaf-1" 1 3[  ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 0x0a 10 1[  ] "node-a mlx5_0" ( )
_FOUND = re.compile(
    r"""0x[\da-f]+\s+"(?P<near>[^"]+)"\s+\d+\s+(?P<port>\d+)\[\s*\]\s*==\(\s*
    (?P<what>[^)]*?)\s*\)==>\s*(?:0x[\da-f]+\s+\d+\s+(?P<there>\d+)\[\s*\]\s*"(?P<far>[^"]+)")?""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Link:
    """A cable between a port of a switch and something else.

    Attributes:
        near: the switch and its port.
        far: what is at its other end; None if nothing answers there.
        state: width and rate, as printed; "" in a plan.
    """

    near: End
    far: End | None
    state: str = ""


def read(text: str) -> list[Link]:
    """The links that `iblinkinfo -l` prints, one a line; raise a Refusal at another line."""
    links = []
    for number, line in enumerate(text.strip().splitlines(), 1):
        found = _FOUND.match(line.strip())
        if not found:
            raise Refusal(f"Line {number} is no link as iblinkinfo -l prints it.")
        far = (found["far"], int(found["there"])) if found["far"] else None
        state = re.sub(r"\s+", " ", found["what"])
        links.append(Link((found["near"], int(found["port"])), far, state))
    return links


def compare(planned: Iterable[Link], found: Iterable[Link]) -> list[Finding]:
    """What is otherwise than planned, by ports of the switches."""
    plan = {one.near: one for one in planned}
    there = {one.near: one for one in found}
    findings = []
    for near in sorted(plan.keys() | there.keys()):
        want = plan[near].far if near in plan else None
        have = there[near].far if near in there else None
        if want == have:
            continue
        where = _name(near)
        if want is None:
            says = f"{_says(have)} is here, and nothing was planned."
            findings.append(Finding("not-planned", says, where=where))
        elif have is None:
            says = f"nothing answers, and {_says(want)} was planned."
            findings.append(Finding("missing", says, where=where))
        else:
            says = f"{_says(have)} is here, and {_says(want)} was planned."
            findings.append(Finding("other", says, where=where))
    return findings


def moves(planned: Iterable[Link], found: Iterable[Link]) -> list[tuple[str, str, str]]:
    """Plugs to move: which end, from which port, to which."""
    should = {one.far: one.near for one in planned if one.far}
    return [
        (_says(one.far), _name(one.near), _name(should[one.far]))
        for one in found
        if one.far in should and should[one.far] != one.near
    ]


def _name(end: End) -> str:
    return f"{end[0]} port {end[1]}"


def _says(end: End | None) -> str:
    return _name(end) if end else "nothing"
