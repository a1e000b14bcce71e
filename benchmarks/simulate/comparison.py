"""The planner against every tuned baseline, case by case and over all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import fmean

from benchmarks.simulate.contestants import BASELINES
from benchmarks.simulate.days import Outcome
from benchmarks.simulate.interfaces import Case
from benchmarks.simulate.ratio import Pairs, Ratio, pooled, ratio
from benchmarks.simulate.trial import Settings, outcomes
from benchmarks.simulate.tuning import Seat, tuned

CASES = (
    Case(400, 28, 20),
    Case(400, 14, 20),
    Case(600, 28, 15),
    Case(300, 60, 10),
    Case(900, 30, 30),
)
SHORT = (Case(60, 7, 6),)
SEEDS = 20
PLAIN = "fsrs-0.9"
SHARES = (0.65, 0.85)  # of the cap, to find the minutes for an equal recall,
FEWER = 8  # on so many of the seeds
Say = Callable[[str], object]


@dataclass(frozen=True)
class Contest:
    """One learner family in one case.

    Attributes:
        runs: outcomes by policy, by seed in order.
        settings: of the tuned baselines.
        less: outcomes of the planner with a share of the cap, by share.
    """

    learner: str
    case: Case
    runs: dict[str, list[Outcome]]
    settings: dict[str, Settings]
    less: dict[float, list[Outcome]]
    ours: str = "planner"

    def forgotten(self, policy: str) -> float:
        """Mean forgotten share."""
        return fmean(one.forgotten for one in self.runs[policy])

    def week_after(self, policy: str) -> float:
        """Mean forgotten share a week after the exam."""
        return fmean(one.week_after for one in self.runs[policy])

    @property
    def best(self) -> str:
        """The baseline that forgot least in these very runs: the hardest to beat."""
        return min((one for one in self.runs if one != self.ours), key=self.forgotten)

    def pairs(self, policy: str) -> Pairs:
        """What ours forgot and what the other forgot, by seed."""
        both = zip(self.runs[self.ours], self.runs[policy], strict=True)
        return [(ours.forgotten, other.forgotten) for ours, other in both]

    def against(self, policy: str) -> Ratio:
        """Ours over the other."""
        return ratio(self.pairs(policy))

    def minutes(self, policy: str) -> float:
        """Mean minutes used in all."""
        return fmean(one.minutes for one in self.runs[policy])

    def enough(self) -> float | None:
        """Minutes that ours needs for the best baseline's recall; None where all is not enough.

        Between two caps that were run it is read off a straight line; where the least of
        them is enough, that one's minutes.
        """
        runs = [self.less[share] for share in sorted(self.less)]
        count = len(runs[0])
        goal = fmean(one.forgotten for one in self.runs[self.best][:count])
        points = [
            (fmean(one.minutes for one in some), fmean(one.forgotten for one in some))
            for some in [*runs, self.runs[self.ours][:count]]
        ]
        before: tuple[float, float] | None = None
        for minutes, forgotten in points:
            if forgotten <= goal:
                if before is None:
                    return minutes
                part = (before[1] - goal) / (before[1] - forgotten)
                return before[0] + part * (minutes - before[0])
            before = minutes, forgotten
        return None


def contests(
    learners: Sequence[str],
    cases: Sequence[Case] = CASES,
    *,
    ours: str = "planner",
    seeds: int = SEEDS,
    processes: int = 1,
    short: bool = False,
    say: Say = lambda _: None,
) -> list[Contest]:
    """Tune the baselines, then run all of them on the table's seeds."""
    found = []
    for learner in learners:
        for case in cases:
            say(f"{learner}, {case.name}: tuning the baselines ...")
            seats = [Seat(learner, policy, case) for policy in BASELINES]
            settings = tuned(seats, processes, short=short)
            say(f"{learner}, {case.name}: {seeds} seeds each ...")
            found.append(
                _contest(learner, case, ours, settings, range(1, seeds + 1), processes)
            )
    return found


def _contest(
    learner: str,
    case: Case,
    ours: str,
    settings: dict[Seat, Settings],
    seeds: Sequence[int],
    processes: int,
) -> Contest:
    full = [*settings.items(), (Seat(learner, ours, case), ())]
    less = [
        Seat(
            learner,
            ours,
            Case(case.items, case.days, case.minutes * share, case.weights),
        )
        for share in SHARES
    ]
    trials = [one for seat, some in full for one in seat.trials(some, seeds)]
    trials += [one for seat in less for one in seat.trials((), seeds[:FEWER])]
    came = iter(outcomes(trials, processes))
    return Contest(
        learner=learner,
        case=case,
        runs={seat.policy: list(islice(came, len(seeds))) for seat, _ in full},
        settings={seat.policy: one for seat, one in settings.items()},
        less={share: list(islice(came, len(seeds[:FEWER]))) for share in SHARES},
        ours=ours,
    )


def over_all(found: Sequence[Contest], policy: str | None = None) -> Ratio:
    """Over all cases, against one baseline, or against the best of each case."""
    return pooled([one.pairs(policy or one.best) for one in found])
