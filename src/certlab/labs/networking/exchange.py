"""A step of a training on many servers, one adapter slower than the others; `static/exchange/step.js` is its twin.

The exchange is an all-reduce by a ring of the servers. Each adapter carries its share of it at the
same time, and nobody begins the next step before the last adapter is done. Latency is left out.
"""

from dataclasses import dataclass

from certlab.errors import Refusal


@dataclass(frozen=True, slots=True)
class Step:
    """What a step is made of.

    Attributes:
        compute: ms in which the GPUs work.
        gigabytes: gradients that are summed over all servers, GB.
        servers: that take part.
        adapters: of each server.
        rate: of an adapter, GB/s.
        worst: the rate of the slowest adapter, as a share of that.
    """

    compute: float
    gigabytes: float
    servers: int
    adapters: int
    rate: float
    worst: float = 1.0

    def __post_init__(self) -> None:
        if self.servers < 2 or self.adapters < 1:
            raise Refusal(
                "An exchange takes two servers or more, with an adapter each."
            )
        if not (self.rate > 0 and 0 < self.worst <= 1):
            raise Refusal("The slowest adapter has more than none of the rate.")


def exchange(step: Step, share: float = 1.0) -> float:
    """How long an adapter needs for its part at such a share of the rate, ms."""
    each = 2 * (step.servers - 1) / step.servers * step.gigabytes / step.adapters
    return 1000 * each / (step.rate * share)


def whole(step: Step) -> float:
    """From one step to the next, ms: the slowest adapter is waited for."""
    return step.compute + exchange(step, step.worst)


def idle(step: Step) -> float:
    """The share of the time in which GPUs do not compute."""
    return 1 - step.compute / whole(step)
