"""How many questions of one sitting come out right, as chances of each number."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, product
from math import comb, exp, log

from certlab.readiness.assumptions import Assumptions
from certlab.readiness.evidence import Evidence
from certlab.readiness.guess import right
from certlab.readiness.posterior import SHARES, Posterior

_TAIL = 0.1  # on each side of an 80 % interval


def expected(evidence: Evidence, transfer: float) -> list[float]:
    """The share of a domain's exam questions that is known, at each of SHARES.

    What the exam shares with the course is known as far as its items are: a practised one
    as the memory model says, the others like new ones. An item that was right before it
    was ever practised is known no less than a new one. The exam shares nothing of an
    objective that the course has no item of.
    """
    transfer *= evidence.shared
    found = []
    first = sorted(one.known for one in evidence.practised if one.right)
    sums = [0.0, *accumulate(first)]
    rest = sum(one.known for one in evidence.practised if not one.right)
    new = evidence.items - len(evidence.practised)
    below = 0
    for today in SHARES:
        share = moved(today, evidence.gained)
        while below < len(first) and first[below] < share:
            below += 1
        kept = below * share + sums[-1] - sums[below]
        items = max(evidence.items, 1)
        same = (kept + rest + new * share) / items if evidence.items else share
        found.append((1 - transfer) * share + transfer * same)
    return found


def scores(
    less: Mapping[int, Evidence],
    more: Mapping[int, Evidence],
    seats: Mapping[int, int],
    after: Posterior,
    assumed: Assumptions,
) -> list[float]:
    """The chance of each number of right answers.

    Given the level, the transfer, the difficulty and what is learned the domains are
    independent, so their distributions are convolved; then all four are summed over. The
    last three take the two values each that have their mean and standard deviation: four
    of their eight combinations, in which each value of one meets both of another.

    Args:
        less: what speaks for each domain where less is learned than expected;
        more: where more is. The same where nothing more is studied.
    """
    whole = [0.0] * (sum(seats.values()) + 1)
    mean, spread = assumed.transfer
    for one, other in product((-1, 1), repeat=2):
        transfer, form = mean + one * spread, other * assumed.form
        found = more if one == other else less
        rows = {
            domain: [
                binomial(seats[domain], right(moved(share, form), evidence.guess))
                for share in expected(evidence, transfer)
            ]
            for domain, evidence in found.items()
        }
        for n, level in enumerate(after.levels):
            total = [level / 4]
            for domain in found:
                total = _sum(total, _mixed(after.shares[domain][n], rows[domain]))
            whole = [a + b for a, b in zip(whole, total, strict=True)]
    return whole


def binomial(count: int, share: float) -> list[float]:
    """The chance of 0 to `count` right, each at the same chance."""
    wrong = 1 - share
    return [comb(count, k) * share**k * wrong ** (count - k) for k in range(count + 1)]


def interval(chances: Sequence[float]) -> tuple[int, int]:
    """The least and the most right answers within 80 %.

    A whole number of questions rarely leaves 10 % on each side; it is the one that comes
    nearest. Taking the next wider would cover more than it says.
    """
    return _end(chances), len(chances) - 1 - _end(chances[::-1])


def at_least(chances: Sequence[float], cut: int) -> float:
    """The chance of at least `cut` percent right."""
    questions = len(chances) - 1
    return min(1.0, sum(chances[-(-cut * questions // 100) :]))


def quantile(values: Sequence[float], chances: Sequence[float], at: float) -> float:
    """Where rising values, each with its chance, leave the share `at` below."""
    below = 0.0
    for n, chance in enumerate(chances):
        if below + chance >= at:
            low = (values[n] + values[max(n - 1, 0)]) / 2
            high = (values[n] + values[min(n + 1, len(values) - 1)]) / 2
            return low + (high - low) * (at - below) / chance if chance else low
        below += chance
    return values[-1]


def _end(chances: Sequence[float]) -> int:
    """The number whose tail below it is nearest to a tenth."""
    below = 0.0
    for n, chance in enumerate(chances):
        if below + chance - _TAIL > _TAIL - below:
            return n
        below += chance
    return len(chances) - 1


def moved(share: float, logits: float) -> float:
    """A share that is higher by so many logits."""
    if not 0 < share < 1:
        return share
    return 1 / (1 + exp(-log(share / (1 - share)) - logits))


def _mixed(weights: Sequence[float], rows: Sequence[Sequence[float]]) -> list[float]:
    found = [0.0] * len(rows[0])
    for weight, row in zip(weights, rows, strict=True):
        if weight > 1e-13:
            for k, one in enumerate(row):
                found[k] += weight * one
    return found


def _sum(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The distribution of the sum of two independent numbers."""
    found = [0.0] * (len(one) + len(other) - 1)
    for n, chance in enumerate(one):
        for k, more in enumerate(other, n):
            found[k] += chance * more
    return found
