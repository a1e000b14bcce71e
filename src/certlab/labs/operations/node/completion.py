"""What may come next in a line that is being typed: commands, flags, units, machines, files."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from certlab.labs.operations.node import files
from certlab.labs.operations.node.answer import Form
from certlab.labs.operations.node.commands import commands
from certlab.labs.operations.node.faults import CAUSES
from certlab.labs.operations.node.shell import FILTERS
from certlab.labs.operations.node.state import World

_SIGN = re.compile(r"(\|\||&&|[|;])")
# Of a form's words, one that is typed as it is.
_TYPED = re.compile(r"[a-z0-9-][\w./=-]*")


def complete(world: World, host: str, line: str, ours: Collection[str]) -> list[str]:
    """What the last word of a line may become, in order.

    Args:
        world: as it stands.
        host: where the line is typed.
        line: up to the cursor.
        ours: what begins a line that is no command of the machine.
    """
    *_, sign, stage = ["", *_SIGN.split(line)]
    words = stage.split()
    last = words.pop() if words and not stage[-1].isspace() else ""
    while words[:1] == ["sudo"]:
        words = words[1:]
    if words[:1] == ["ssh"] and words[1:2] and words[1] in world.nodes:
        host, words = words[1], words[2:]
    if words:
        may = {*_words(world, host, words, last)}
    elif sign == "|":
        may = {*FILTERS}
    else:
        may = {name for name, one in commands().items() if one.here(world, host)}
        may |= set() if sign else {*ours}
    return sorted(one for one in may if one.startswith(last))


def _words(world: World, host: str, words: list[str], last: str) -> Iterator[str]:
    """What may stand behind the words of a command."""
    node, found = world.nodes[host], commands().get(words[0])
    if last.startswith("/") or words[0] in FILTERS:
        yield from (*files.files(world, host), *files.devices(world, host))
    elif words[0] == "man":
        yield from commands()
    elif words[0] == "diagnose":
        # The causes are those that `diagnose` alone lists.
        yield from CAUSES if len(words) == 1 else (*world.nodes, "gpu", "slot")
    elif words[0] == "ssh":
        yield from world.nodes
    if found and last.startswith("-"):
        yield from found.flags
    stand = {"NODE": world.nodes, "UNIT": node.units, "PACKAGE": node.packages}
    for form in found.forms if found else ():
        yield from _of_form(form, words, stand)


def _of_form(
    form: Form, words: list[str], stand: Mapping[str, Iterable[str]]
) -> Iterator[str]:
    """The words of a form at this place, where it begins as the line does."""
    parts = [part.strip("[]").split("|") for part in form.line.split()]
    if len(parts) <= len(words):
        return
    for part, word in zip(parts, words, strict=False):
        if word not in part and not part[0].isupper():
            return
    for one in parts[len(words)]:
        head, sign, place = one.rpartition("=")  # "nodename=NODE"
        if place in stand:
            yield from (f"{head}{sign}{name}" for name in stand[place])
        elif _TYPED.fullmatch(one):
            yield one
