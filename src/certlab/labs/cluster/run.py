"""A cluster hour by hour: who starts, who waits, who is pre-empted.

In every hour jobs that are done free their GPUs, and then the queue is gone through in
order. The order is that of submission; with quotas, teams that hold the smaller part of
theirs come first, as fair share has it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from certlab.errors import Refusal
from certlab.labs.cluster.jobs import Job, Rules, Span, Work

LONGEST = 1000  # hours; no lab needs more, and a mistake ends


@dataclass(frozen=True, slots=True)
class _Running:
    job: Job
    gpus: tuple[int, ...]
    start: int
    left: int  # hours that it still has to compute

    @property
    def done(self) -> int:
        return self.start + min(self.left, self.job.claims)

    @property
    def claimed(self) -> int:
        return self.start + self.job.claims


class _Cluster:
    """The state of a run; it is thrown away when the run is over."""

    def __init__(self, gpus: int, jobs: Sequence[Job], rules: Rules) -> None:
        self.gpus, self.rules = gpus, rules
        self.to_come = sorted(jobs, key=lambda one: one.at)
        self.queue: list[
            tuple[Job, int]
        ] = []  # a job, and the hours that it still needs
        self.running: list[_Running] = []
        self.held: dict[str, list[tuple[int, int]]] = {}  # without gangs: GPU and since
        self.spans: list[Span] = []
        self.lost = 0

    @property
    def free(self) -> list[int]:
        taken = {gpu for one in self.running for gpu in one.gpus}
        taken |= {gpu for held in self.held.values() for gpu, _ in held}
        return [gpu for gpu in range(self.gpus) if gpu not in taken]

    def uses(self, team: str) -> int:
        return sum(len(one.gpus) for one in self.running if one.job.team == team)

    def quota(self, team: str) -> int:
        return self.rules.quota.get(team, 0) if self.rules.quota else self.gpus

    def order(self) -> list[tuple[Job, int]]:
        if not self.rules.quota:
            return [*self.queue]
        return sorted(
            self.queue,
            key=lambda one: self.uses(one[0].team) / max(1, self.quota(one[0].team)),
        )

    def hour(self, now: int) -> None:
        for one in [one for one in self.running if one.done == now]:
            self.running.remove(one)
            state = "ran" if one.left <= one.job.claims else "ended"
            if state == "ended":
                self.lost += (now - one.start) * len(one.gpus)
            self.spans.append(Span(one.job.name, one.gpus, one.start, now, state))
        while self.to_come and self.to_come[0].at <= now:
            job = self.to_come.pop(0)
            self.queue.append((job, job.hours))
        if self.rules.gang:
            self.schedule(now)
        else:
            self.grab(now)

    def schedule(self, now: int) -> None:
        """Go through the queue until nothing more starts."""
        while any(self.start(*one, now, waiting) for one, waiting in self.in_turn()):
            pass

    def in_turn(self) -> list[tuple[tuple[Job, int], list[Job]]]:
        """The queue, each job with those in front of it that wait."""
        order = self.order()
        return [(one, [job for job, _ in order[:n]]) for n, one in enumerate(order)]

    def start(self, job: Job, left: int, now: int, waiting: list[Job]) -> bool:
        rules, within = (
            self.rules,
            self.uses(job.team) + job.gpus <= self.quota(job.team),
        )
        if not within and (job.kept or not rules.lend):
            return False
        rivals = [
            one
            for one in waiting
            if (rules.lend or not rules.quota or one.team == job.team)
            and self.ever(one)
        ]
        if rivals and not (rules.backfill and self.passes(job, rivals[0], now)):
            return False
        if len(self.free) < job.gpus and rules.quota and rules.lend and within:
            self.reclaim(job, now)
        if len(self.free) < job.gpus:
            return False
        gpus = tuple(self.free[: job.gpus])
        self.running.append(_Running(job, gpus, now, left))
        self.queue.remove((job, left))
        return True

    def ever(self, job: Job) -> bool:
        """Whether a job could start on an empty cluster, so that others wait for it."""
        return job.gpus <= (
            self.quota(job.team) if job.kept or not self.rules.lend else self.gpus
        )

    def passes(self, job: Job, first: Job, now: int) -> bool:
        """Whether a job delays nothing, by what all have claimed.

        The hour at which the first could start is when enough running jobs have reached
        their limits. Beside it, what is spare at that hour may be used longer.
        """
        free, start = len(self.free), now
        for one in sorted(self.running, key=lambda one: one.claimed):
            if free >= first.gpus:
                break
            free, start = free + len(one.gpus), one.claimed
        return now + job.claims <= start or job.gpus <= free - first.gpus

    def reclaim(self, job: Job, now: int) -> None:
        """End what runs over quota, the newest first, if that makes room for a job."""
        over = {
            team: self.uses(team) - self.quota(team)
            for team in {one.job.team for one in self.running}
        }
        chosen, room = [], len(self.free)
        for one in sorted(self.running, key=lambda one: -one.start):
            if room >= job.gpus:
                break
            if not one.job.kept and over[one.job.team] > 0:
                chosen.append(one)
                over[one.job.team] -= len(one.gpus)
                room += len(one.gpus)
        if room < job.gpus:
            return
        for one in chosen:
            self.running.remove(one)
            ran, every = now - one.start, self.rules.checkpoint
            saved = ran // every * every if every else 0
            self.lost += (ran - saved) * len(one.gpus)
            self.queue.append((one.job, one.left - saved))
            if ran:
                self.spans.append(
                    Span(one.job.name, one.gpus, one.start, now, "pre-empted")
                )

    def grab(self, now: int) -> None:
        """Without gangs each waiting job takes one GPU in turn, and holds it."""
        more = True
        while more and self.free:
            more = False
            for job, left in [*self.queue]:
                held = self.held.setdefault(job.name, [])
                if self.free and len(held) < job.gpus:
                    held.append((self.free[0], now))
                    more = True
                if len(held) == job.gpus:
                    self.begin(job, left, now)

    def begin(self, job: Job, left: int, now: int) -> None:
        held = self.held.pop(job.name)
        for gpu, since in held:
            if since < now:
                self.spans.append(Span(job.name, (gpu,), since, now, "held"))
        gpus = tuple(sorted(gpu for gpu, _ in held))
        self.running.append(_Running(job, gpus, now, left))
        self.queue.remove((job, left))


def run(gpus: int, jobs: Sequence[Job], rules: Rules | None = None) -> Work:
    """Run jobs on a cluster until nothing more happens.

    Args:
        gpus: of the cluster.
        jobs: with the hours at which they are submitted.
        rules: how to decide; left out, strictly in order of submission.

    Raises:
        Refusal: a job needs no GPU or no time, two have one name, a team has no quota
            where others have one, or the quotas promise more than there is.
    """
    rules = rules or Rules()
    _check(gpus, jobs, rules)
    cluster, now = _Cluster(gpus, jobs, rules), 0
    while now < LONGEST:
        cluster.hour(now)
        if not (cluster.running or cluster.to_come):
            break
        now += 1
    last = max([one.stop for one in cluster.spans], default=0)
    for name, held in cluster.held.items():
        last = max(last, now)
        cluster.spans += [
            Span(name, (gpu,), since, last + 1, "held") for gpu, since in held
        ]
    stuck = tuple(job.name for job, _ in cluster.queue)
    hours = max([one.stop for one in cluster.spans], default=0)
    spans = tuple(sorted(cluster.spans, key=lambda one: (one.start, one.gpus)))
    return Work(spans, hours, gpus, stuck, cluster.lost)


def without_limits(jobs: Sequence[Job], limit: int) -> list[Job]:
    """The same jobs with one time limit for all, as if no user had named one."""
    return [replace(one, limit=limit) for one in jobs]


def _check(gpus: int, jobs: Sequence[Job], rules: Rules) -> None:
    if len({one.name for one in jobs}) < len(jobs):
        raise Refusal("Two jobs have the same name; give each its own.")
    for one in jobs:
        if one.gpus < 1 or one.hours < 1 or one.claims < 1 or one.at < 0:
            raise Refusal(
                f"Job {one.name} needs a GPU, an hour and a limit of 1 or more, and "
                "begins at hour 0 or later; correct it."
            )
        if rules.quota and one.team not in rules.quota:
            raise Refusal(f"Team {one.team} has no quota; give it one, if only 0.")
    if sum(rules.quota.values()) > gpus:
        raise Refusal(
            f"The quotas promise {sum(rules.quota.values())} GPUs and the cluster has "
            f"{gpus}; lower a quota."
        )
