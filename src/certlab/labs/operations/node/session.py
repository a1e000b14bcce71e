"""A game: a scenario, a seed and the lines that were typed. The same lines give it again.

What is saved is exactly that, so it can be kept in a file, sent to a teacher and played on
another machine.
"""

from dataclasses import dataclass, replace
from typing import Any

from certlab.errors import CourseError
from certlab.labs.operations.node import shell
from certlab.labs.operations.node.machine import HEAD
from certlab.labs.operations.node.scenarios import Scenario, begin, drawn
from certlab.labs.operations.node.state import World

EDITION = 1  # raised whenever the same lines give another text
MOST = 2_000  # lines of a session


@dataclass(frozen=True, slots=True)
class Turn:
    """A line and what it printed.

    Attributes:
        before: the world as it was.
        host: where it was typed.
        ours: it is no line of the machine.
    """

    line: str
    host: str
    text: str
    exit: int
    seconds: float
    before: World
    forms: tuple[str, ...] = ()
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """A game as it stands.

    Attributes:
        host: where the next line is typed.
        diagnosis: what the learner has said: (cause, node, slot), None before.
        diagnosed_at: the number of turns by then.
        hints: how many were asked for.
        notes: what the learner wrote down.
        report: how it ended, as plain values; None while it goes on.
    """

    scenario: Scenario
    seed: int
    world: World
    host: str = HEAD
    turns: tuple[Turn, ...] = ()
    diagnosis: tuple[str, str, int] | None = None
    diagnosed_at: int = 0
    hints: int = 0
    notes: tuple[str, ...] = ()
    report: dict[str, Any] | None = None

    @property
    def prompt(self) -> str:
        """ "root@node-a:~#"."""
        return f"root@{self.host}:~#"


def new(scenario: Scenario, seed: int = 1) -> Session:
    """A fresh game."""
    one = drawn(scenario, seed)
    return Session(one, seed, begin(one, seed))


def enter(session: Session, line: str) -> Session:
    """The game after one more line of the shell; the last turn has what it printed.

    Raises:
        CourseError: the session has too many lines.
    """
    _room(session)
    done = shell.run(session.world, session.host, line)
    shown = (done.text, done.exit, done.seconds)
    turn = Turn(line, session.host, *shown, session.world, done.forms)
    turns = (*session.turns, turn)
    return replace(session, world=done.world, host=done.host, turns=turns)


def said(session: Session, line: str, text: str, exit: int = 0) -> Session:
    """The game after a line of ours, which costs no time and leaves the machine alone."""
    _room(session, 2 * MOST)
    turn = Turn(line, session.host, text, exit, 0, session.world, ours=True)
    return replace(session, turns=(*session.turns, turn))


def _room(session: Session, most: int = MOST) -> None:
    """Raises where the game is full; what ends a full game still has its place."""
    if len(session.turns) >= most:
        raise CourseError(f"This game has {MOST:,} lines; begin a fresh one.")


def saved(session: Session) -> dict[str, Any]:
    """What a file holds of it."""
    return {
        "certlab": "node",
        "edition": EDITION,
        "scenario": session.scenario.id,
        "seed": session.seed,
        "lines": [turn.line for turn in session.turns],
    }
