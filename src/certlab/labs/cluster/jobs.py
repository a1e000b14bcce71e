"""What a scheduler is given, and what comes out: jobs, rules, and the work done."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of work that needs some GPUs at the same time.

    Attributes:
        name: no two alike.
        team: whose it is.
        gpus: how many it needs at once.
        hours: how long it computes.
        at: hour at which it is submitted.
        limit: hours after which it is ended; None for as long as it computes.
        kept: whether it must not be pre-empted, as a notebook or a service.
    """

    name: str
    team: str
    gpus: int
    hours: int
    at: int = 0
    limit: int | None = None
    kept: bool = False

    @property
    def claims(self) -> int:
        """The hours that the scheduler has to reckon with."""
        return self.hours if self.limit is None else self.limit


@dataclass(frozen=True, slots=True)
class Rules:
    """How a scheduler decides.

    Attributes:
        backfill: whether a job may pass one that waits, if it does not delay it.
        quota: GPUs that each team is guaranteed; empty for one queue for all.
        lend: whether a team may use more than its quota while others leave it idle.
        gang: whether a job gets all of its GPUs at once or none; without it, a job
            takes GPUs as they come and holds them.
        checkpoint: hours between two checkpoints; 0 for none, so that a job that is
            pre-empted begins anew.
    """

    backfill: bool = False
    quota: Mapping[str, int] = field(default_factory=dict)
    lend: bool = False
    gang: bool = True
    checkpoint: int = 0


@dataclass(frozen=True, slots=True)
class Span:
    """A time in which a job held GPUs.

    Attributes:
        job: its name.
        gpus: the numbers of the GPUs, from 0.
        start, stop: hours.
        state: "ran" to its end, "pre-empted", "ended" at its limit, or "held" GPUs
            without computing.
    """

    job: str
    gpus: tuple[int, ...]
    start: int
    stop: int
    state: str


@dataclass(frozen=True, slots=True)
class Work:
    """What a scheduler made of the jobs.

    Attributes:
        spans: in the order of their begin.
        hours: until the last span ended.
        gpus: of the cluster.
        stuck: jobs that wait for ever, by name.
        lost: GPU hours of computing that were thrown away.
    """

    spans: tuple[Span, ...]
    hours: int
    gpus: int
    stuck: tuple[str, ...]
    lost: int

    @property
    def used(self) -> float:
        """The part of all GPU hours in which a job computed, lost hours included."""
        ran = sum(
            len(one.gpus) * (one.stop - one.start)
            for one in self.spans
            if one.state != "held"
        )
        return ran / (self.gpus * self.hours) if self.hours else 0.0

    def first(self, job: str) -> int | None:
        """The hour at which a job first computed; None if it never did."""
        starts = [
            one.start for one in self.spans if one.job == job and one.state != "held"
        ]
        return min(starts, default=None)

    def done(self, job: str) -> int | None:
        """The hour at which a job was done; None if it never was."""
        stops = [
            one.stop for one in self.spans if one.job == job and one.state == "ran"
        ]
        return max(stops, default=None)
