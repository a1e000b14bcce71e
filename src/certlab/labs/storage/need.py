"""What a training reads, and what storage of a guideline's level gives; `static/readneed/need.js` is its twin."""

from dataclasses import dataclass

GPUS_A_SYSTEM = 8


@dataclass(frozen=True)
class Level:
    """What a guideline asks of storage, in GB/s.

    Attributes:
        system: read by one system.
        unit: read by a scalable unit together.
    """

    system: float
    unit: float


def wanted(gpus: int, samples: float, kilobytes: float) -> float:
    """What all GPUs read, GB/s: samples a second of each times the kB of a sample."""
    return gpus * samples * kilobytes / 1e6


def given(gpus: int, level: Level) -> float:
    """What storage of that level gives so many GPUs, GB/s; they are at most one unit."""
    return min(gpus / GPUS_A_SYSTEM * level.system, level.unit)


def busy(gpus: int, samples: float, kilobytes: float, level: Level) -> float:
    """The share of the time in which the GPUs have something to work on."""
    needs = wanted(gpus, samples, kilobytes)
    return min(1.0, given(gpus, level) / needs) if needs else 1.0
