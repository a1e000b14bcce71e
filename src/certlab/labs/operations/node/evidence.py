"""What a line has shown: a rival is excluded where its world would have printed otherwise.

A rival is the same scenario, seed and lines with one fault exchanged. There is no list of
right commands: whatever tells two causes apart is evidence, except a text that rests on
analogy, or on nothing because it is no form. This is worked out after the answer is shown,
so that no command waits for it.
"""

from typing import NamedTuple

from certlab.labs.operations.node import scenarios, shell
from certlab.labs.operations.node.answer import UNKNOWN
from certlab.labs.operations.node.commands import forms
from certlab.labs.operations.node.masks import differ
from certlab.labs.operations.node.passing import advance
from certlab.labs.operations.node.session import Session
from certlab.labs.operations.node.state import Fault


class Shown(NamedTuple):
    """A line, and the rivals that it excludes."""

    turn: int
    line: str
    excludes: tuple[Fault, ...]


def analogies() -> frozenset[str]:
    """Forms whose text rests on analogy; they prove nothing."""
    return frozenset(form.line for form in forms() if form.mark == "A")


def evidence(game: Session, until: int | None = None) -> list[Shown]:
    """What each of the first lines excludes, in order; lines that exclude nothing are left out.

    Args:
        game: the game.
        until: how many turns count; all by default.
    """
    turns = game.turns[:until]
    excluded: dict[int, list[Fault]] = {}
    weak = analogies()
    for rival in game.scenario.rivals:
        world, host = scenarios.begin(game.scenario, game.seed, rival), "head"
        for number, turn in enumerate(turns):
            if turn.ours:
                continue
            # The same moment, although a line that was refused there took no time.
            world = advance(world, max(0, turn.before.t - world.t))
            done = shell.run(world, host, turn.line)
            world, host = done.world, done.host
            rests = {*turn.forms, *done.forms}
            if UNKNOWN in (turn.exit, done.exit) or not turn.forms or weak & rests:
                continue
            if done.exit != turn.exit or differ(done.text, turn.text):
                excluded.setdefault(number, []).append(rival)
    return [
        Shown(number, turns[number].line, tuple(rivals))
        for number, rivals in sorted(excluded.items())
    ]


def open_rivals(game: Session, until: int | None = None) -> tuple[Fault, ...]:
    """The rivals that nothing has excluded yet."""
    gone = {rival for one in evidence(game, until) for rival in one.excludes}
    return tuple(one for one in game.scenario.rivals if one not in gone)
