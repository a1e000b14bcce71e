"""Time and bytes of a collective, step by step, by the alpha-beta model.

A step lasts as long as its largest message, latency + bytes / bandwidth: all links work
at once, in both directions, and no step begins before all have ended the last one. What
NCCL does beside that is left out: it pipelines the slices of a chunk, runs several
channels, and spends time on the adding. Measure before you believe a small difference.

Bandwidths as nccl-tests reports them (doc/PERFORMANCE.md there): the algorithm bandwidth
is size / time; the bus bandwidth is that times a factor of the collective, so that it can
be compared with a link whatever the number of ranks.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from certlab.labs.distributed.collectives.collective import Collective
from certlab.labs.distributed.collectives.link import Link


@dataclass(frozen=True, slots=True)
class Step:
    """What one step costs.

    Attributes:
        number: counted from 1.
        phase: the phase that it belongs to.
        messages: how many are sent at once.
        bytes: of all messages together.
        largest: bytes of the largest, which the step waits for.
        seconds: how long the step takes.
        elapsed: seconds from the start to its end.
    """

    number: int
    phase: str
    messages: int
    bytes: int
    largest: int
    seconds: float
    elapsed: float


@dataclass(frozen=True)
class Account:
    """A collective accounted for.

    Attributes:
        steps: one after the other.
        seconds: how long all of them take.
        bytes: what all links carry together.
        sent_most: bytes that the busiest rank sends.
        algorithm_bandwidth: size / time, bytes a second; 0 when no time passes.
        bus_bandwidth: the same times the collective's factor, as nccl-tests has it.
    """

    collective: Collective
    steps: tuple[Step, ...]
    seconds: float
    bytes: int
    sent_most: int
    algorithm_bandwidth: float
    bus_bandwidth: float


def bus_factor(kind: str, ranks: int) -> Fraction:
    """What nccl-tests multiplies the algorithm bandwidth with."""
    if kind == "broadcast":
        return Fraction(1)
    share = Fraction(ranks - 1, ranks)
    return 2 * share if kind == "all-reduce" else share


def account(one: Collective) -> Account:
    """The steps of a collective, what each costs, and the bandwidths."""
    steps, elapsed = [], 0.0
    plan, cuts, number = one.plan, one.cuts, 0
    for phase, count in plan.phases:
        for _ in range(count):
            number += 1
            load = plan.load(number, cuts)
            seconds = one.link.seconds(load.largest)
            elapsed += seconds
            steps.append(
                Step(
                    number,
                    phase,
                    load.messages,
                    load.bytes,
                    load.largest,
                    seconds,
                    elapsed,
                )
            )
    rate = one.bytes / elapsed if elapsed else 0.0
    return Account(
        one,
        tuple(steps),
        elapsed,
        sum(step.bytes for step in steps),
        plan.sent_most(cuts),
        rate,
        rate * float(bus_factor(one.kind, one.ranks)),
    )


def on_links(one: Collective) -> dict[tuple[int, int], int]:
    """Bytes that each link carries, by sender and receiver; the switch is rank p."""
    plan, cuts = one.plan, one.cuts
    found: Counter[tuple[int, int]] = Counter()
    for number in range(1, plan.steps + 1):
        for send in plan.messages(number):
            found[send.source, send.target] += cuts.sum(send.chunks)
    return dict(sorted(found.items()))


def crossover(ranks: int, link: Link, one: str, other: str) -> float | None:
    """The bytes from which one all-reduce algorithm is no slower than the other.

    Time is a straight line in the size where the chunks are alike: so many latencies,
    and so many buffers over the link.

    Args:
        ranks: how many take part.
        link: between any two of them.
        one: an algorithm, "ring".
        other: the one that it is compared with.

    Returns:
        Bytes of a rank's buffer; 0 where one is faster at every size, None where the lines
        do not cross.

    Raises:
        Refusal: an algorithm cannot do an all-reduce over so many ranks.
    """
    (a, b), (c, d) = _line(ranks, one), _line(ranks, other)
    if b == d or (a - c) * (d - b) < 0:
        return None
    return float((a - c) / (d - b)) * link.latency_seconds * link.bytes_per_second


def _line(ranks: int, algorithm: str) -> tuple[Fraction, Fraction]:
    """Steps, and buffers that the link carries one after the other."""
    free = Link("", 0.0, 1.0)
    one = Collective("all-reduce", algorithm, ranks, ranks, free)
    loads = [one.plan.load(n, one.cuts) for n in range(1, one.plan.steps + 1)]
    return Fraction(len(loads)), Fraction(sum(x.largest for x in loads), ranks)
