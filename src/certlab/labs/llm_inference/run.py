"""What came out of a run: latency of each request, throughput of all."""

from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class Outcome:
    """One request: when it came, got its first token and its last; milliseconds."""

    arrival: float
    first: float
    last: float
    output: int

    @property
    def ttft(self) -> float:
        """Time to the first token, waiting included; ms."""
        return self.first - self.arrival

    @property
    def tpot(self) -> float:
        """Mean time of each token after the first; ms, 0 where there is only one."""
        return (self.last - self.first) / max(1, self.output - 1)


@dataclass(frozen=True, slots=True)
class Run:
    """A whole trace.

    Attributes:
        outcomes: of each request, in the order of the trace.
        milliseconds: from 0 to the end of the last iteration.
        iterations: passes through the model.
        at_work: share of the slots that had a request in them, 0 to 1.
        preemptions: times a request lost its blocks.
        reread: tokens that were computed again after that.
        reused: prompt tokens whose blocks were there already.
    """

    outcomes: tuple[Outcome, ...]
    milliseconds: float
    iterations: int
    at_work: float
    preemptions: int
    reread: int
    reused: int

    @property
    def tokens(self) -> int:
        """Tokens of all outputs."""
        return sum(one.output for one in self.outcomes)

    @property
    def tokens_a_second(self) -> float:
        """Throughput of all requests together."""
        return 1000 * self.tokens / self.milliseconds

    @property
    def ttft(self) -> float:
        """Mean time to the first token, ms."""
        return fmean(one.ttft for one in self.outcomes)

    @property
    def tpot(self) -> float | None:
        """Mean time of a further token, ms; None where no request has a second one."""
        further = [one.tpot for one in self.outcomes if one.output > 1]
        return fmean(further) if further else None

    def within(self, ttft: float, tpot: float) -> float:
        """Requests a second that met both limits, ms each: the goodput."""
        good = sum(one.ttft <= ttft and one.tpot <= tpot for one in self.outcomes)
        return 1000 * good / self.milliseconds


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of all do not exceed, 0 to 1."""
    ordered = sorted(values)
    return ordered[max(0, -(-int(share * 1000 * len(ordered)) // 1000) - 1)]
