"""The lines that are ours and no command of the machine: help, diagnose, submit and others.

They cost no time of the machine's. What a hint or a guess costs stands in the report.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from certlab.labs.operations.node import faults, hints, laws, report, report_text, shell
from certlab.labs.operations.node.evidence import open_rivals
from certlab.labs.operations.node.report_text import lines, place_of
from certlab.labs.operations.node.scenarios import begin
from certlab.labs.operations.node.session import Session, said
from certlab.labs.operations.node.state import Fault, Node
from certlab.near_names import choice
from certlab.words import Sentence, after_each_other

_USAGE = 2


_HELP = (
    Sentence("story               what you were told"),
    Sentence("diagnose            the causes there are, and how to name one"),
    Sentence("submit              the end: what you did is run under work, and graded"),
    Sentence("hint                the layer, a field, the command; each costs points"),
    Sentence("why                 after a refusal: the law behind it"),
    Sentence("notes TEXT          write something down for the report"),
    Sentence("hands               on head: have power switched, or a part touched"),
    Sentence("sleep 10m           let the machine's time pass"),
    Sentence("as CAUSE LINE       after submit: what another fault would have printed"),
    Sentence(
        "man COMMAND         what a command does here, and what its text rests on"
    ),
)


def _help(game: Session, line: str) -> Session:
    return said(game, line, lines(_HELP))


def _story(game: Session, line: str) -> Session:
    return said(game, line, game.scenario.story.strip())


def _notes(game: Session, line: str) -> Session:
    note = line.strip().partition(" ")[2].strip()
    if not note:
        return said(game, line, lines(game.notes) or Sentence("You have no notes yet."))
    game = replace(game, notes=(*game.notes, note))
    return said(game, line, Sentence("Noted."))


# Diagnosis.


def _diagnose(game: Session, line: str) -> Session:
    if game.report:
        return said(game, line, _over(), _USAGE)
    words = line.split()[1:]
    if not words:
        return said(game, line, _causes())
    given = _named(game, words)
    if isinstance(given, str):
        return said(game, line, given, _USAGE)
    says: str = Sentence("Your diagnosis: {cause}", cause=place_of(*given))
    if "gpu" in words:
        which = Sentence("gpu {n} is slot {slot}.", n=words[-1], slot=given[2])
        says = after_each_other(says, which)
    told = said(game, line, says)
    if given == game.diagnosis:  # said before, and by what was seen until then
        return told
    return replace(told, diagnosis=given, diagnosed_at=len(game.turns))


def _causes() -> str:
    rows = [
        Sentence("{id} {says}", id=f"{id:<16}", says=cause.says)
        for id, cause in faults.CAUSES.items()
    ]
    return lines([*rows, *_HOW])


_HOW = (
    Sentence("A wrong cause or place scores nothing, so look before you name it."),
    Sentence("Type diagnose CAUSE NODE. Where a single GPU is at fault, add"),
    Sentence("  gpu N   as nvidia-smi counts them, from 0, or"),
    Sentence("  slot N  as the chassis numbers them, from 1."),
)


def _named(game: Session, words: list[str]) -> tuple[str, str, int] | str:
    """The diagnosis of these words, or what is wrong with them."""
    id, *rest = words
    if id not in faults.CAUSES:
        known = choice(id, faults.CAUSES)
        return Sentence("There is no cause {id}; {known}", id=id, known=known)
    place = faults.CAUSES[id].place
    if not place:
        return id, "", 0
    name = rest.pop(0) if rest and rest[0] in game.world.nodes else game.host
    node = game.world.nodes[name]
    if not node.gpus:
        return Sentence("Say on which machine: diagnose {id} node-a.", id=id)
    if place == "node":
        if rest:
            return Sentence(
                "{id} concerns a whole machine; name no GPU with it.", id=id
            )
        return id, name, 0
    if slot := _slot(node, rest):
        return id, name, slot
    return Sentence(
        "Say which GPU: diagnose {id} {node} gpu N, from 0, or slot N, from 1.",
        id=id,
        node=name,
    )


def _slot(node: Node, words: list[str]) -> int:
    """The slot that "gpu 4" or "slot 5" names; 0 where it is none."""
    if len(words) != 2 or not re.fullmatch(r"\d{1,2}", words[1]):
        return 0
    number = int(words[1])
    if words[0] == "slot":
        return number if 1 <= number <= len(node.gpus) else 0
    counted = laws.known(node)
    known = words[0] == "gpu" and number < len(counted)
    return counted[number].slot if known else 0


# The end.


def _over() -> str:
    return Sentence("This game is over; begin a fresh one.")


def _submit(game: Session, line: str) -> Session:
    if game.report:
        return said(game, line, report_text.text(game.report))
    if not game.diagnosis:
        says = Sentence(
            "Say first what is wrong: diagnose lists the causes. A repair counts only after that."
        )
        return said(game, line, says, 1)
    found = report.report(game)
    return replace(said(game, line, report_text.text(found)), report=found)


def _hint(game: Session, line: str) -> Session:
    if game.report:
        return said(game, line, _over(), _USAGE)
    told = said(game, line, hints.hint(game))
    if game.hints and not open_rivals(game):  # there is nothing left to be told
        return told
    return replace(told, hints=game.hints + 1)


def _as(game: Session, line: str) -> Session:
    """What another fault in the same place would have printed."""
    if not game.report:
        says = Sentence(
            "That is answered after submit: until then you have to find out."
        )
        return said(game, line, says, 1)
    words = line.split(maxsplit=2)[1:]
    if len(words) < 2 or words[0] not in faults.FAULTS:
        known = choice(words[0] if words else "", faults.FAULTS)
        says = Sentence("as CAUSE LINE takes a cause and a line; {known}", known=known)
        return said(game, line, says, _USAGE)
    truth = game.scenario.faults[0]
    other = Fault(words[0], truth.node, truth.slot or 5)
    world = begin(game.scenario, game.seed, other)
    done = shell.run(world, game.host, words[1])
    return said(game, line, done.text, done.exit)


# What a refusal says, and the number of the law that it comes from.
_BEHIND = (
    (r"Driver/library version mismatch", 2),
    (r"couldn't communicate with the NVIDIA driver", 18),
    (r"Invalid node state specified", 11),
    (r"Unable to determine the device handle", 7),
    (r"(?i)in use|being used|could not be reset|has processes|busy", 5),
    (r"nvidia-fabricmanager", 3),
    (r"(?i)error 802|system not yet initialized", 4),
)


def _why(game: Session, line: str) -> Session:
    refused = next((turn for turn in reversed(game.turns) if not turn.ours), None)
    if not refused or not refused.exit:
        return said(game, line, Sentence("The last line was not refused."))
    for pattern, number in _BEHIND:
        if re.search(pattern, f"{refused.line}\n{refused.text}"):
            holds, source = laws.LAWS[number]
            says = Sentence("{law} Source: {source}.", law=holds, source=source)
            return said(game, line, says)
    return said(game, line, Sentence("No law of the machine stands behind that."))


VERBS: dict[str, Callable[[Session, str], Session]] = {
    "help": _help,
    "story": _story,
    "facts": _story,
    "diagnose": _diagnose,
    "submit": _submit,
    "hint": _hint,
    "why": _why,
    "notes": _notes,
    "as": _as,
}
