"""How far any policy could get: our planner, told everything about an FSRS-6 learner.

    python -m benchmarks simulate --oracle

It is given the learner's own parameters, how long each item lasts, what was known before and
the true state of each memory: all but the luck of the answers to come. No policy has this, so
what even this one forgets is out of reach. For the other families `told` has a policy of its
own. Prints what is forgotten in each case.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from statistics import fmean

from benchmarks.simulate.behaviours import EveryDay
from benchmarks.simulate.costs import FixedCost
from benchmarks.simulate.days import run
from benchmarks.simulate.interfaces import Case, Cost
from benchmarks.simulate.learners.fsrs import FsrsLearner
from benchmarks.simulate.policies.planned import PlannerPolicy
from benchmarks.simulate.told import told
from benchmarks.simulate.trial import Trial
from certlab.planner.learner_model import LearnerModel
from certlab.planner.selection import Candidate
from certlab.study.forgetting_curve import Curve

SEEDS = 6
FAMILIES = ("fsrs", "act-r", "half-life")
_LASTS = (-1.0, -0.6, -0.3, 0.0, 0.3, 0.6, 1.0)  # logarithms of kinds of items
_KNOWN = 8  # what was known before is told in eighths


@dataclass(frozen=True)
class Truth(LearnerModel):
    """Kinds of items by how long they last, with the learner's own parameters."""

    @property
    def kinds(self) -> tuple[tuple[float, Curve], ...]:
        """All kinds; which one an item is of is told, so their shares say nothing."""
        return tuple((1.0, Curve(self.curve.w, exp(one))) for one in _LASTS)


class OraclePolicy(PlannerPolicy):
    """The planner with the truth in the place of its beliefs."""

    def __init__(
        self, case: Case, cost: Cost, rng: Random, learner: FsrsLearner
    ) -> None:
        super().__init__(case, cost, rng, fitted=False)
        self._learner = learner
        self._minds = Truth(learner.curve)

    def candidate(self, item: int, day: int) -> Candidate:
        """As it is."""
        lasts, known, state = self._learner.truth(item)
        memory = state and (state[0], state[1], day - state[2])
        kind = min(range(len(_LASTS)), key=lambda n: abs(_LASTS[n] - log(lasts)))
        return Candidate(
            item,
            self.case.weight(item),
            memory,
            tuple((float(n == kind), memory) for n in range(len(_LASTS))),
            round(known * _KNOWN) / _KNOWN,
        )


def forgotten(case: Case, seed: int) -> float:
    """What one that is told everything forgets; with the table's seeds and their luck."""
    cost = FixedCost()
    learner = FsrsLearner(case, Random(f"learner/{seed}"))
    policy = OraclePolicy(case, cost, Random(f"policy/{seed}"), learner)
    return run(case, policy, learner, EveryDay(), cost, seed).forgotten


def rows(
    cases: Sequence[Case], learners: Sequence[str] = FAMILIES, seeds: int = SEEDS
) -> Iterator[str]:
    """What is forgotten by learner and case, on the table's first seeds."""
    yield "| learner | case | told everything | told all but the items | planner |"
    yield "| --- | --- | --- | --- | --- |"
    some = range(1, seeds + 1)
    for name in learners:
        for case in cases:
            if name == "fsrs":
                all_told = fmean(forgotten(case, seed) for seed in some)
                no_items = "-"
            else:
                all_told = told(name, case, some)
                no_items = f"{100 * told(name, case, some, items=False):.2f} %"
            ours = fmean(
                Trial(name, "planner", case, seed).outcome().forgotten for seed in some
            )
            yield (
                f"| {name} | {case.name} | {100 * all_told:.2f} % | {no_items} "
                f"| {100 * ours:.2f} % |"
            )
