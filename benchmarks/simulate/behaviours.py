"""When simulated learners study."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class EveryDay:
    """The whole cap, every day."""

    def seconds(self, day: int, cap: float) -> float:  # noqa: ARG002 - every day alike
        """All of it."""
        return cap


@dataclass(frozen=True)
class MissesDays:
    """A day is missed with a chance, each by itself.

    Attributes:
        seed: the same seed misses the same days.
        chance: of missing a day, from 0 to 1.
    """

    seed: int
    chance: float = 0.2

    def seconds(self, day: int, cap: float) -> float:
        """All of the cap, or nothing."""
        missed = Random(f"missed/{self.seed}/{day}").random() < self.chance
        return 0.0 if missed else cap
