"""A scenario and two commands of its own, so that what is tested here hangs on no other file."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from certlab.labs.operations.node import evidence, laws, play, session, shell
from certlab.labs.operations.node.answer import Answer, Call, Command, Form
from certlab.labs.operations.node.commands import commands
from certlab.labs.operations.node.scenarios import read
from certlab.labs.operations.node.session import Session

TABLE = """
title = "Seven of eight"
story = "One is missing."
objectives = ["ncp-aii.1.7"]
minutes = 10
place = 1
scheduler = "slurm"
end = ["node-a gpus 8", "node-a in service", "job 4711 not lost"]
solution = ["ssh node-a count", "ssh node-a log", "hands off node-a", "hands reseat node-a 3",
  "hands on node-a", "sleep 600", "resume"]

[[fault]]
id = "not-seated"
node = "node-a"
slot = 3

[[rival]]
id = "off-bus"
node = "node-a"
slot = 3

[[rival]]
id = "library-version"
node = "node-a"

[[job]]
id = 4711
name = "train"
user = "mara"
gpus = 8
seconds = 36000
nodes = ["node-b"]
state = "RUNNING"
submitted = -7200
started = -7200

[[wrong]]
does = "Putting a new GPU into the slot"
lines = ["hands off node-a", "hands replace node-a 3", "hands on node-a", "sleep 600", "resume"]
costs = "part"

[[wrong]]
does = "Booting it"
lines = ["ssh node-a reboot"]
costs = "end"
"""


def _count(call: Call) -> Answer:
    if stops := laws.cannot_start(call.node):
        return Answer(stops.text, stops.exit, form="count")
    return Answer(f"{len(laws.visible(call.node))} GPUs : seen", form="count")


def _log(call: Call) -> Answer:
    mine = [
        one.text
        for one in call.world.events
        if one.node == call.host and "Xid" in one.text
    ]
    return Answer("\n".join(mine), form="log")


def _guess(call: Call) -> Answer:
    """What rests on analogy and differs all the same."""
    return Answer(f"{call.world.truth}", form="guess")


def _up(call: Call) -> Answer:
    return Answer(f"up since {call.node.booted}, pid {call.node.units['slurmd'].pid}")


def _resume(call: Call) -> Answer:
    assert call.world.slurm
    if call.world.slurm.nodes["node-a"].found < 8:
        return Answer("slurm_update error: Invalid node state specified", 1)
    return Answer(world=call.world.with_slurm_node("node-a", drained=""))


COMMANDS = (
    Command("count", _count, "Count.", (Form("count", "own", "here"),)),
    Command("log", _log, "Log.", (Form("log", "own", "here"),)),
    Command("guess", _guess, "Guess.", (Form("guess", "A", "nobody has seen it"),)),
    Command("up", _up, "Up."),
    Command("resume", _resume, "Resume."),
)


def with_commands(patch: pytest.MonkeyPatch) -> None:
    """The commands of this file beside the real ones."""
    there: Mapping[str, Command] = {**commands(), **{one.name: one for one in COMMANDS}}
    patch.setattr(shell, "commands", lambda: there)
    forms = tuple(form for one in there.values() for form in one.forms)
    patch.setattr(evidence, "forms", lambda: forms)


def game(folder: Path, *lines: str, seed: int = 1, table: str = TABLE) -> Session:
    """The game of these lines in the scenario of this file."""
    path = folder / "drill.toml"
    path.write_text(table)
    played = session.new(read(path), seed)
    for line in lines:
        played = play.play(played, line)
    return played
