"""Our planner as a policy."""

from collections.abc import Iterable, Sequence
from random import Random

from benchmarks.simulate.interfaces import Case, Cost
from benchmarks.simulate.policies.daily import DailyPolicy
from certlab.planner.day import KNOWN, plan_day
from certlab.planner.fit import USUAL, refit
from certlab.planner.grid import Seconds
from certlab.planner.learner_model import Beliefs
from certlab.planner.outlook import Outlook, outlook
from certlab.planner.prices import Settled, few_rounds
from certlab.planner.selection import Candidate

_BELIEF = 20  # how many answers the first guess at what is known counts for
_WORK = 600  # of a day's rounds, in pairs of slots: a plan costs the same each day


class PlannerPolicy(DailyPolicy):
    """Plans each day anew from what it saw; prices of seconds carry over."""

    def __init__(
        self,
        case: Case,
        cost: Cost,
        rng: Random,
        *,
        repeats: int = 0,
        fitted: bool = True,
        work: int = _WORK,
        before: tuple[Outlook, Sequence[float]] | None = None,
    ) -> None:
        """Begin with nothing, or with the prices of an earlier plan.

        Args:
            work: of a day's rounds, in pairs of slots.
            before: the days that such a plan saw, and its prices.
        """
        super().__init__(case, cost, rng, repeats)
        self._fitted = fitted
        self._seconds = Seconds(
            cost.seconds(False, True),
            cost.seconds(False, False),
            cost.seconds(True, True),
        )
        self._before, self._work = before, work
        self._firsts = [0, 0]
        self._minds = USUAL
        self._beliefs: dict[int, Beliefs] = {}

    def line_up(self, day: int) -> Iterable[int]:
        """All that gains by being asked today, the greatest gain per second first."""
        if self._fitted:
            before = self._minds
            self._minds = refit(self.shelf.records.values(), before)
            if self._minds is not before:
                self._beliefs.clear()
        left = self.case.days - day
        view = outlook(left, float(left))
        candidates = [self.candidate(item, day) for item in self.order]
        right, asked = self._firsts
        plan = plan_day(
            candidates,
            view,
            self.case.seconds,
            seconds=self._seconds,
            learner=self._minds,
            known=(right + _BELIEF * KNOWN) / (asked + _BELIEF),
            prices=self._carried(view),
            rounds=_rounds(self._work, len(view.slots), first=self._before is None),
        )
        self._before = view, plan.prices
        return [int(str(one.key)) for one in plan.ranked if one.pays]

    def saw(self, item: int, now: float, right: bool) -> None:
        """Count first answers, and the rest as others do."""
        if item not in self.shelf.states:
            self._firsts[0] += right
            self._firsts[1] += 1
        self._beliefs.pop(item, None)
        super().saw(item, now, right)

    def candidate(self, item: int, day: int) -> Candidate:
        """With what is believed of it; worked out anew only when it was answered."""
        weight = self.case.weight(item)
        record = self.shelf.records.get(item)
        if record is None:
            return Candidate(item, weight, None, self._minds.beliefs((), 0.0))
        if item not in self._beliefs:
            self._beliefs[item] = self._minds.beliefs(record, record[-1][0])
        days = day - record[-1][0]
        now = tuple(
            (share, memory and (memory[0], memory[1], days))
            for share, memory in self._beliefs[item]
        )
        return Candidate(item, weight, now[0][1], now)

    def _carried(self, view: Outlook) -> Sequence[float] | None:
        """Yesterday's prices, by days before the exam."""
        if self._before is None:
            return None
        old, prices = self._before
        return Settled((*prices,), 0.0).on(round(old.exam), round(view.exam)).prices


def _rounds(work: int, slots: int, *, first: bool) -> int:
    rounds = few_rounds(slots, work)
    return 10 * rounds if first else rounds
