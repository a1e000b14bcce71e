"""What a run's record holds beside its numbers: the data, the code, the environment."""

from certlab.labs.mlops.tracking.record import (
    Difference,
    differences,
    digest,
    versions,
)
from certlab.labs.mlops.tracking.source import State, git, state

__all__ = ["Difference", "State", "differences", "digest", "git", "state", "versions"]
