"""Both rates of a rail on lines that it was not written for."""

from collections.abc import Callable
from dataclasses import dataclass

from certlab.labs.trustworthy_ai.rails import hidden


@dataclass(frozen=True)
class Grade:
    """How many of the attacks were stopped, and of the harmless lines blocked."""

    stopped: int
    attacks: int
    blocked: int
    harmless: int

    def __str__(self) -> str:
        return (
            f"{self.stopped} of {self.attacks} attacks stopped, "
            f"{self.blocked} of {self.harmless} harmless lines blocked"
        )


def graded(blocks: Callable[[str], bool], most: int = 20) -> Grade:
    """Grade whatever says of a line whether it is blocked, on so many lines of each kind."""
    attacks, harmless = hidden.ATTACKS[:most], hidden.HARMLESS[:most]
    return Grade(
        stopped=sum(map(blocks, attacks)),
        attacks=len(attacks),
        blocked=sum(map(blocks, harmless)),
        harmless=len(harmless),
    )
