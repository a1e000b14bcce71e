"""All rules of one torchrun line."""

from collections.abc import Iterator

from certlab.checkers.launching.finding import Finding
from certlab.checkers.launching.processes import counts, threads, wording
from certlab.checkers.launching.program import program
from certlab.checkers.launching.rendezvous import meeting
from certlab.checkers.launching.scene import Scene


def of(scene: Scene) -> Iterator[Finding]:
    """Everything that is wrong with it."""
    yield from wording(scene)
    yield from counts(scene)
    yield from meeting(scene)
    yield from program(scene)
    yield from threads(scene)
