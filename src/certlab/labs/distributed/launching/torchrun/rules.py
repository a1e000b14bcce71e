"""All rules of one torchrun line."""

from collections.abc import Iterator

from certlab.finding import Finding
from certlab.labs.distributed.launching.torchrun.process_rules import (
    counts,
    threads,
    wording,
)
from certlab.labs.distributed.launching.torchrun.program_rules import program
from certlab.labs.distributed.launching.torchrun.rendezvous_rules import meeting
from certlab.labs.distributed.launching.torchrun.scene import Scene


def findings(scene: Scene) -> Iterator[Finding]:
    """Everything that is wrong with it."""
    yield from wording(scene)
    yield from counts(scene)
    yield from meeting(scene)
    yield from program(scene)
    yield from threads(scene)
