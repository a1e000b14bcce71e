"""One run by name, and many of them on several processes."""

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from benchmarks.simulate import contestants
from benchmarks.simulate.behaviours import EveryDay, MissesDays
from benchmarks.simulate.costs import FixedCost
from benchmarks.simulate.days import Outcome, run
from benchmarks.simulate.interfaces import Behaviour, Case

Settings = tuple[tuple[str, object], ...]
_POLITE = 10  # beside other work, not before it


@dataclass(frozen=True)
class Trial:
    """All that a run hangs on.

    Attributes:
        settings: of the policy, by name.
        misses: the chance that a day is missed.
        speed: how many times as fast as usual the learner answers.
    """

    learner: str
    policy: str
    case: Case
    seed: int
    settings: Settings = ()
    misses: float = 0.0
    speed: float = 1.0

    def outcome(self) -> Outcome:
        """Run it."""
        cost = FixedCost.at(self.speed)
        behaviour: Behaviour = EveryDay()
        if self.misses:
            behaviour = MissesDays(self.seed, self.misses)
        return run(
            self.case,
            contestants.policy(
                self.policy, self.case, cost, self.seed, dict(self.settings)
            ),
            contestants.learner(self.learner, self.case, self.seed),
            behaviour,
            cost,
            self.seed,
        )


def outcomes(trials: Iterable[Trial], processes: int = 1) -> list[Outcome]:
    """What each came to, in their order; processes change nothing but the time."""
    trials = list(trials)
    if processes <= 1 or len(trials) < 2:
        return [trial.outcome() for trial in trials]
    with ProcessPoolExecutor(processes, initializer=_be_polite) as pool:
        return list(pool.map(_outcome, trials, chunksize=_chunk(trials, processes)))


def _chunk(trials: Sequence[Trial], processes: int) -> int:
    return max(1, min(32, len(trials) // (processes * 8)))


def _outcome(trial: Trial) -> Outcome:
    return trial.outcome()


def _be_polite() -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(_POLITE)
