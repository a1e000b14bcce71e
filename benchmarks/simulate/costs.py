"""What answers cost: fixed and published, the same for every policy."""

from dataclasses import dataclass


@dataclass(frozen=True)
class FixedCost:
    """Seconds by kind of answer.

    A choice among four is read and answered in about eight seconds when it is known; a
    wrong answer is followed by reading why; a first meeting is read with care. These are
    settings, not measurements.
    """

    right: float = 8.0
    wrong: float = 16.0
    new: float = 24.0

    @classmethod
    def at(cls, speed: float) -> "FixedCost":
        """Of one who is so many times as fast."""
        return cls(cls.right / speed, cls.wrong / speed, cls.new / speed)

    def seconds(self, new: bool, right: bool) -> float:
        """Seconds for one answer."""
        if new:
            return self.new
        return self.right if right else self.wrong
