"""Three steps of help: the layer, the field that tells two causes apart, the command.

The second and the third are worked out from what is still open, so they are never stale.
"""

from collections.abc import Iterator
from typing import NamedTuple

from certlab.labs.operations.node import faults, shell
from certlab.labs.operations.node.answer import UNKNOWN
from certlab.labs.operations.node.evidence import analogies, open_rivals
from certlab.labs.operations.node.machine import HEAD
from certlab.labs.operations.node.masks import masked
from certlab.labs.operations.node.scenarios import Scenario, begin, probes
from certlab.labs.operations.node.session import Session
from certlab.labs.operations.node.state import Fault, World
from certlab.words import Sentence

COSTS = (2, 4, 6)  # points of each step


class Apart(NamedTuple):
    """What tells two causes apart: a line, and the field of its text in which they differ."""

    line: str
    field: str


def apart(one: Scenario, seed: int, rival: Fault) -> Apart | None:
    """A line that only looks and would exclude a rival; None where we know of none."""
    true, other = begin(one, seed), begin(one, seed, rival)
    weak = analogies()
    for line in looks(one):
        here, there = (shell.run(world, HEAD, line) for world in (true, other))
        if UNKNOWN in (here.exit, there.exit) or weak & {*here.forms, *there.forms}:
            continue
        if field := _differs(masked(here.text), masked(there.text)):
            return Apart(line, field)
    return None


def looks(one: Scenario) -> Iterator[str]:
    """Lines that only look, for the node that the scenario is about."""
    node = one.faults[0].node if one.faults else "node-a"
    for line in probes():
        yield line.format(node=node)


def _differs(here: str, there: str) -> str:
    """The field in which two texts differ: what stands before a colon, or how a line begins."""
    first = ""
    for mine, theirs in ((here, there), (there, here)):
        known = {*theirs.splitlines()}
        for line in mine.splitlines():
            if line in known or not (words := _words(line)):
                continue
            if "Xid" in words:  # what the kernel's lines about a GPU are known by
                return "Xid"
            head, colon, _ = line.strip(" |").partition(" : ")
            if colon:
                return head.strip()
            first = first or " ".join(words[:4])
    return first


def _words(line: str) -> list[str]:
    """The words of a line, without frames of tables and what masks left."""
    return [word for word in line.split() if word.strip("|+-=<>[]") not in ("", "time")]


def layer(world: World) -> str:
    """The first step: where to look."""
    where = faults.FAULTS[world.truth[0].id].layer
    return Sentence("Look at {layer}.", layer=where)


def hint(game: Session) -> str:
    """The next hint of a game: the layer, then the field and the command, in turns."""
    if not game.hints:
        return layer(game.world)
    still = open_rivals(game)
    if not still:
        return Sentence(
            "Every rival is excluded by what you have seen: say what it is."
        )
    found = apart(game.scenario, game.seed, still[0])
    if not found:
        return Sentence("No line that we know tells apart what is still open.")
    if game.hints % 2:
        return Sentence(
            "{n} causes are still open. One of them would print something else at “{field}”.",
            n=len(still) + 1,
            field=found.field,
        )
    return Sentence("Type: {line}", line=found.line)


def cost(hints: int) -> int:
    """Points that so many hints cost."""
    return sum(COSTS[0] if not n else COSTS[1 if n % 2 else 2] for n in range(hints))
