"""The contests of mixed precision; torch is imported only by what they make."""

from certlab.compute.contest import Contest
from certlab.labs.mixed_precision.real.precision import contest


def contests() -> list[Contest]:
    """Those of the lab that trains in mixed precision."""
    return list(contest.contests().values())
