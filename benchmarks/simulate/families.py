"""The planner in every family of memory, against the best baseline of each case.

    python -m benchmarks simulate --families

Which baseline is best, and with which settings, the tuning has found before and is kept here; so
this takes minutes where the whole comparison takes hours. Prints each case as it comes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from benchmarks.simulate.interfaces import Case, case_of
from benchmarks.simulate.ratio import Pairs, pooled, ratio
from benchmarks.simulate.trial import Settings, outcomes
from benchmarks.simulate.tuning import Seat

SEEDS = 6
Baseline = tuple[str, Settings]


@dataclass(frozen=True)
class Match:
    """One learner family in one case, and its best baseline.

    Attributes:
        learner: the family.
        policy: the best baseline.
        settings: of that.
        misses: the chance that a day is missed.
        speed: how many times as fast as usual the learner answers.
    """

    learner: str
    case: Case
    policy: str
    settings: Settings
    misses: float = 0.0
    speed: float = 1.0

    @property
    def name(self) -> str:
        """The case, and what is unusual about the learner."""
        told = [self.case.name]
        if self.speed != 1:
            told.append(f"{self.speed:g} times as fast")
        if self.misses:
            told.append(f"misses {100 * self.misses:.0f} % of the days")
        return ", ".join(told)

    def pairs(self, seeds: Sequence[int], processes: int = 1) -> Pairs:
        """What the planner forgot and what the baseline forgot, by seed."""
        both: list[Baseline] = [("planner", ()), (self.policy, self.settings)]
        trials = [
            trial
            for policy, settings in both
            for trial in Seat(
                self.learner, policy, self.case, self.misses, self.speed
            ).trials(settings, seeds)
        ]
        came = [one.forgotten for one in outcomes(trials, processes)]
        return [*zip(came[: len(seeds)], came[len(seeds) :], strict=True)]


def _leitner(base: float, meet: float, *, new_first: bool, repeats: int) -> Baseline:
    own = (("base", base),)
    return "leitner", (*own, *_queue(meet, new_first=new_first, repeats=repeats))


def _sweep(
    retention: float, stretch: float, meet: float, *, new_first: bool, repeats: int
) -> Baseline:
    own = ("retention", retention), ("stretch", stretch), ("weakest_last", True)
    return "sweep", (*own, *_queue(meet, new_first=new_first, repeats=repeats))


def _fsrs(retention: str, meet: float, *, new_first: bool, repeats: int) -> Baseline:
    return f"fsrs-{retention}", _queue(meet, new_first=new_first, repeats=repeats)


def _queue(meet: float, *, new_first: bool, repeats: int) -> Settings:
    return ("meet", meet), ("new_first", new_first), ("repeats", repeats)


def _match(learner: str, case: str, best: Baseline) -> Match:
    policy, settings = best
    return Match(learner, case_of(case), policy, settings)


USUAL = (
    _match("fsrs", "400/28/20", _leitner(1.5, 0.25, new_first=False, repeats=0)),
    _match("fsrs", "400/14/20", _sweep(0.75, 0.7, 0.25, new_first=False, repeats=0)),
    _match("fsrs", "600/28/15", _sweep(0.75, 1.0, 0.75, new_first=True, repeats=0)),
    _match("fsrs", "300/60/10", _leitner(1.5, 0.25, new_first=False, repeats=0)),
    _match("fsrs", "900/30/30", _sweep(0.8, 1.0, 0.25, new_first=False, repeats=0)),
    _match("act-r", "400/28/20", _leitner(1.5, 0.25, new_first=True, repeats=1)),
    _match("act-r", "400/14/20", _leitner(2.0, 0.25, new_first=True, repeats=0)),
    _match("act-r", "600/28/15", _sweep(0.8, 1.0, 0.25, new_first=True, repeats=0)),
    _match("act-r", "300/60/10", ("random", (("meet", 0.25), ("repeats", 0)))),
    _match("act-r", "900/30/30", _leitner(1.5, 0.25, new_first=True, repeats=0)),
    _match("half-life", "400/28/20", _leitner(1.5, 0.25, new_first=True, repeats=1)),
    _match(
        "half-life", "400/14/20", _sweep(0.75, 1.0, 0.75, new_first=False, repeats=1)
    ),
    _match("half-life", "600/28/15", _fsrs("0.8", 0.75, new_first=False, repeats=1)),
    _match("half-life", "300/60/10", _leitner(1.5, 0.75, new_first=False, repeats=1)),
    _match("half-life", "900/30/30", _leitner(1.5, 0.75, new_first=True, repeats=1)),
)
# No planner was made on this family.
FURTHER = (
    _match(
        "multiscale", "400/14/20", _sweep(0.8, 1.4, 0.25, new_first=True, repeats=0)
    ),
)
# The same baselines with the same settings; they were not tuned again.
UNUSUAL = tuple(
    replace(one, misses=misses, speed=speed)
    for one in USUAL
    if one.case == case_of("400/14/20")
    for misses, speed in ((0.0, 0.5), (0.0, 2.0), (0.2, 1.0))
)


def rows(
    matches: Sequence[Match] = USUAL + FURTHER + UNUSUAL,
    seeds: int = SEEDS,
    processes: int = 1,
) -> Iterator[str]:
    """Each case, and then each family over its usual cases."""
    yield "| learner | case | cap | best baseline | forgotten | planner | ratio (95 %) |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    usual: dict[str, list[Pairs]] = {}
    for one in matches:
        pairs = one.pairs(range(1, seeds + 1), processes)
        if one.speed == 1 and not one.misses:
            usual.setdefault(one.learner, []).append(pairs)
        ours, theirs = (sum(some) / seeds for some in zip(*pairs, strict=True))
        cap = "binding" if one.case.binding else "slack"
        yield (
            f"| {one.learner} | {one.name} | {cap} | {one.policy} | {100 * theirs:.2f} % "
            f"| {100 * ours:.2f} % | {ratio(pairs)} |"
        )
    for learner, some in usual.items():
        yield f"| {learner} | all {len(some)} | | | | | {pooled(some)} |"
