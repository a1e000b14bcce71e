"""All rules of one torchrun line."""

from collections.abc import Iterator

from certlab.labs.distributed.launching.finding import Finding
from certlab.labs.distributed.launching.processes import counts, threads, wording
from certlab.labs.distributed.launching.program import program
from certlab.labs.distributed.launching.rendezvous import meeting
from certlab.labs.distributed.launching.scene import Scene


def of(scene: Scene) -> Iterator[Finding]:
    """Everything that is wrong with it."""
    yield from wording(scene)
    yield from counts(scene)
    yield from meeting(scene)
    yield from program(scene)
    yield from threads(scene)
