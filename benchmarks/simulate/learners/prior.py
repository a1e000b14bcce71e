"""What a learner knows of items that were never asked."""

from random import Random

# Beta(1.4, 2.6): mean 0.35, guessing among four options included, and spread widely.
_KNOWN, _UNKNOWN = 1.4, 2.6


def prior_knowledge(items: int, rng: Random) -> list[float]:
    """Chance of a right answer to each item before it was met."""
    return [rng.betavariate(_KNOWN, _UNKNOWN) for _ in range(items)]
