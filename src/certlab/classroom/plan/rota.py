"""Turns: who is on a GPU in which step, where there are more learners than seats."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

MOST_TURNS = 12  # rows that are printed where no syllabus says how many steps there are


@dataclass(frozen=True)
class Turn:
    """One step of the class.

    Attributes:
        step: what is done, "Turn 1" where there is no syllabus.
        learners: the numbers of those on a GPU, from 1; all others take the CPU path.
    """

    step: str
    learners: tuple[int, ...]


def on_gpu(learners: int, seats: int, turn: int) -> tuple[int, ...]:
    """Who has a GPU in a turn, counted from 0: each turn goes on where the last one ended.

    So nobody is more than one turn ahead of anybody, whatever the two numbers are.
    """
    first = turn * seats
    return tuple(
        sorted((first + n) % learners + 1 for n in range(min(seats, learners)))
    )


def rota(learners: int, seats: int, steps: Sequence[str] = ()) -> tuple[Turn, ...]:
    """The turns, () where everybody has a seat.

    Args:
        steps: the steps with a GPU path, of a syllabus; without them as many turns as it
            takes until all have had equally many.
    """
    if seats >= learners:
        return ()
    round = learners // gcd(learners, seats)
    names = steps or [f"Turn {n + 1}" for n in range(min(round, MOST_TURNS))]
    return tuple(Turn(name, on_gpu(learners, seats, n)) for n, name in enumerate(names))
