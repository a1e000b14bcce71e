"""Lines typed on the host or on the Arm cores, and what they change.

What is printed is shortened and ours; names, values and order are those of the tools.
"""

import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from certlab.errors import Refusal
from certlab.labs.networking.bluefield.card import PARAMETER, RESTRICTIONS, Card

DEVICE = "/dev/mst/mt41692_pciconf0"
_DEVICE = re.compile(r"/dev/mst/mt41692_pciconf0(\.1)?|(0000:)?[\da-f]{2}:00\.[01]")
_NAMES = ("ENABLED(0)", "DISABLED(1)")


@dataclass(frozen=True, slots=True)
class Server:
    """A host with its card, and what was printed last.

    Attributes:
        arm: whether lines are typed on the Arm cores; False for the host.
    """

    card: Card = field(default_factory=Card)
    arm: bool = False
    printed: str = ""


def session(server: Server, lines: str | Iterable[str]) -> Server:
    """Type lines one after the other; raise a Refusal where a tool would."""
    rows = lines.splitlines() if isinstance(lines, str) else lines
    printed = []
    for row in rows:
        words = _words(row)
        if words[:1] == ["sudo"]:
            words = words[1:]
        if words:
            server = _typed(server, words)
            printed += [f"$ {row.strip()}", *filter(None, [server.printed])]
    return replace(server, printed="\n".join(printed))


def _words(row: str) -> list[str]:
    try:
        return shlex.split(row.removeprefix("$ "), comments=True)
    except ValueError as error:
        raise Refusal("The line cannot be read: close its quotes.") from error


def _typed(server: Server, words: list[str]) -> Server:
    tools: dict[str, Callable[[Server, list[str]], Server]] = {
        "mst": _mst,
        "mlxconfig": _mlxconfig,
        "mlxprivhost": _mlxprivhost,
        "ipmitool": _power,
        "reboot": _reboot,
    }
    if server.arm and server.card.mode == "NIC":
        raise Refusal("In NIC mode nobody runs on the Arm cores: type it on the host.")
    if words[0] not in tools:
        names = ", ".join(tools)
        raise Refusal(f"{words[0]} is not known here; the lines begin with {names}.")
    return tools[words[0]](server, words[1:])


def _mst(server: Server, words: list[str]) -> Server:
    if words not in (["start"], ["status"], ["status", "-v"]):
        raise Refusal("mst starts its service or shows devices: mst start, mst status.")
    return replace(server, printed=DEVICE if "status" in words else "")


def _device(words: list[str], tool: str) -> list[str]:
    """What stands besides -d DEVICE and options without a value."""
    rest = [word for word in words if word not in {"-y", "--yes", "-e"}]
    if "-d" not in rest or rest[-1] == "-d":
        raise Refusal(f"{tool} needs a device: -d {DEVICE}.")
    at = rest.index("-d")
    if not _DEVICE.fullmatch(rest[at + 1]):
        raise Refusal(f"There is no device {rest[at + 1]}; mst status shows {DEVICE}.")
    return rest[:at] + rest[at + 2 :]


def _mlxconfig(server: Server, words: list[str]) -> Server:
    command, *values = _device(words, "mlxconfig") or [""]
    card = server.card
    if command in {"q", "query"}:
        return replace(server, printed=_query(card))
    if command not in {"s", "set", "r", "reset"}:
        raise Refusal("mlxconfig can query (q), set (s) and reset (r).")
    if card.restricted is not None and not server.arm:
        raise Refusal("The host is restricted: set it on the Arm cores or by the BMC.")
    engine = card.default
    if command in {"s", "set"}:
        engine = _engine(values)
    says = (
        "Applying... Done!\nPlease power cycle the machine to load new configurations."
    )
    return replace(server, card=replace(card, next_engine=engine), printed=says)


def _engine(values: list[str]) -> int:
    given = dict(one.partition("=")[::2] for one in values)
    wrong = [name for name in given if not name.startswith("INTERNAL_CPU_")]
    if wrong:
        raise Refusal(f"The mode has nothing to do with {wrong[0]}.")
    if given.get(PARAMETER) not in {"0", "1"}:
        raise Refusal(f"The mode is {PARAMETER}=0 or {PARAMETER}=1, without spaces.")
    return int(given[PARAMETER])


def _query(card: Card) -> str:
    head = f"{'Configurations:':32}{'Default':15}{'Current':15}Next Boot"
    cells = [_NAMES[one] for one in (card.default, card.current, card.after)]
    return f"{head}\n  {PARAMETER:30}{cells[0]:15}{cells[1]:15}{cells[2]}"


def _mlxprivhost(server: Server, words: list[str]) -> Server:
    command, *options = _device(words, "mlxprivhost") or [""]
    card = server.card
    if command in {"q", "query"}:
        level = "PRIVILEGED" if card.restricted is None else "RESTRICTED"
        return replace(server, printed=f"level                         : {level}")
    if not server.arm:
        raise Refusal("A host does not restrict itself: type this on the Arm cores.")
    if command in {"p", "privilege"}:
        return replace(server, card=replace(card, restricted=None), printed="")
    if command not in {"r", "restrict"}:
        raise Refusal("mlxprivhost can restrict (r), give back (p) and query (q).")
    names = {one.removeprefix("--disable_") for one in options}
    if not names <= set(RESTRICTIONS):
        raise Refusal(f"Options are --disable_ and one of {', '.join(RESTRICTIONS)}.")
    says = "Host configuration has been changed."
    return replace(
        server, card=replace(card, restricted=frozenset(names)), printed=says
    )


def _power(server: Server, words: list[str]) -> Server:
    if words[-3:] != ["chassis", "power", "cycle"]:
        raise Refusal("The power is cut by ipmitool chassis power cycle.")
    card = server.card
    lost = card.restricted or frozenset()
    fresh = replace(card, engine=card.after, next_engine=None, applied=lost)
    return replace(server, card=fresh, printed="Chassis Power Control: Cycle")


def _reboot(server: Server, words: list[str]) -> Server:
    if words:
        raise Refusal("reboot takes nothing behind it here.")
    return replace(server, printed="")
