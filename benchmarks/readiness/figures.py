"""What is measured: coverage, width and Brier scores, of the estimate and of percentages."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import comb

from benchmarks.readiness.courses import EXAM
from benchmarks.readiness.histories import Life, moment
from certlab.readiness import ASSUMED, Assumptions, Readiness, readiness
from certlab.study.exams.blueprint import blueprint
from certlab.study.standing import Standing

CUTS = (60, 70, 80)
EPS = 1e-9


@dataclass(frozen=True)
class Case:
    """One learner: what came out, what was said before, and the two percentages.

    Attributes:
        score: of the sitting, from 0 to 1.
        every: percent correct of all answers, weighted by domain, from 0 to 1.
        first: the same of first answers only.
    """

    kind: str
    family: str
    score: float
    every: float
    first: float
    said: Readiness

    @property
    def inside(self) -> bool:
        """Whether the interval held the score."""
        return self.said.low - EPS <= self.score <= self.said.high + EPS

    @property
    def width(self) -> float:
        return self.said.high - self.said.low

    def chance(self, cut: int) -> float:
        return dict(self.said.curve)[cut]

    def passed(self, cut: int) -> bool:
        return self.score * 100 >= cut - EPS


def case(life: Life, assumed: Assumptions = ASSUMED) -> Case:
    """What is said of a simulated learner, beside what came out."""
    now, exam = moment(life.now), moment(life.exam)
    day = now.date() + timedelta(days=(exam - now).days)
    said = readiness(Standing(life.course, life.rows), EXAM, day, now, assumed)
    return Case(
        life.kind,
        life.person.family,
        life.score,
        weighted(life, first=False),
        weighted(life, first=True),
        said,
    )


def weighted(life: Life, *, first: bool) -> float:
    """Percent correct by domain, weighted; a domain without an answer counts as the rest."""
    seen: set[str] = set()
    counts: dict[int, list[int]] = {}
    for row in life.rows:
        if first and row.item in seen:
            continue
        seen.add(row.item)
        domain = int(row.item[1:].partition("-")[0])
        right, total = counts.setdefault(domain, [0, 0])
        counts[domain] = [right + (row.outcome == "correct"), total + 1]
    fields = [
        one for one in blueprint(life.course, EXAM).fields if one.domain in counts
    ]
    parts = ((one.weight, *counts[one.domain]) for one in fields)
    whole = sum(one.weight for one in fields)
    return sum(weight * right / total for weight, right, total in parts) / whole


@dataclass(frozen=True)
class Percentage:
    """A percentage made as good as it can be: with the errors it had on other learners.

    Its interval takes as much of them as the estimate's covers, and its chance at a cut is
    the share of them that reaches it. A learner's own program would not know them.
    """

    errors: tuple[float, ...]
    of: Callable[[Case], float]

    def interval(self, one: Case, level: float) -> tuple[float, float]:
        """The middle share `level` of the errors about the percentage, within 0 and 1."""
        tail = (1 - level) / 2
        last = len(self.errors) - 1
        low, high = (
            self.errors[round(tail * last)],
            self.errors[round((1 - tail) * last)],
        )
        return max(0.0, self.of(one) + low), min(1.0, self.of(one) + high)

    def chance(self, one: Case, cut: int) -> float:
        below = bisect_left(self.errors, cut / 100 - self.of(one) - EPS)
        return 1 - below / len(self.errors)


def percentage(cases: Iterable[Case], of: Callable[[Case], float]) -> Percentage:
    """Calibrate a percentage on learners."""
    return Percentage(tuple(sorted(one.score - of(one) for one in cases)), of)


def plain(one: Case, cut: int) -> float:
    """The chance where a percentage is taken for the truth: binomial, as tools do it."""
    n, p = one.said.questions, one.every
    least = -(-cut * n // 100)
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(least, n + 1))


def brier(
    cases: Sequence[Case], chance: Callable[[Case, int], float], cut: int
) -> float:
    """Mean squared distance between the chance at a cut and what came out."""
    return mean((chance(one, cut) - one.passed(cut)) ** 2 for one in cases)


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0
