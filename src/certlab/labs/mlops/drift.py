"""Has a column moved? PSI over bins, and the Kolmogorov-Smirnov test.

Both compare a reference, mostly what the model was trained on, with what comes in now.
They look at one column at a time, and at inputs only.

Both are plain Python, so that a figure of a page has them where there is no scipy. The tests
hold them against it.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from certlab.errors import Refusal

FLOOR = 1e-4  # the share that an empty bin is given, since ln 0 has no value


def bin_edges(
    reference: Sequence[float], bins: int = 10, *, name: str = "the reference"
) -> tuple[float, ...]:
    """Edges that cut the reference into bins of equal shares, as nearly as its values allow.

    Args:
        reference: numbers, in any order.
        bins: how many, at least 2.
        name: what a refusal calls the reference.

    Returns:
        The inner edges, ascending, bins - 1 of them, or fewer where values repeat. A value on
        an edge belongs to the bin below it, and the outer bins are open to their sides.

    Raises:
        Refusal: fewer than two bins, no number, or the same number everywhere.
    """
    if bins < 2:
        raise Refusal(f"bin_edges: {bins} bins compare nothing; take at least 2.")
    ordered = sorted(numbers(reference, name))
    if ordered[0] == ordered[-1]:
        raise Refusal(
            f"every value of {name} is {ordered[0]:g}, so no edge divides it; watch the share "
            "of other values instead."
        )
    size = len(ordered)
    cuts = {ordered[math.ceil(size * one / bins) - 1] for one in range(1, bins)}
    # A cut at the greatest value would leave nothing above it.
    inner = sorted(cuts - {ordered[-1]})
    return tuple(inner) or (ordered[bisect_left(ordered, ordered[-1]) - 1],)


def shares(values: Sequence[float], edges: Sequence[float]) -> tuple[float, ...]:
    """The share of the values in each bin, from the lowest to the highest; they sum to 1.

    Raises:
        Refusal: there is no number among the values, or one that is none.
    """
    counts = [0] * (len(edges) + 1)
    for value in numbers(values, "the column"):
        counts[bisect_left(edges, value)] += 1
    return tuple(count / len(values) for count in counts)


def psi_terms(
    expected: Sequence[float], actual: Sequence[float], *, floor: float = FLOOR
) -> tuple[float, ...]:
    """What each bin adds to the PSI: (actual - expected) × ln(actual / expected).

    Args:
        expected: shares of the reference, by bin.
        actual: shares of now, of the same bins.
        floor: what a smaller share counts as; it must be above 0.

    Raises:
        Refusal: other bins, a share below 0, shares that do not sum to 1, or no floor.
    """
    if len(expected) != len(actual):
        raise Refusal(
            f"psi: {len(expected)} shares were expected and {len(actual)} came; cut both "
            "at the same edges."
        )
    if not 0 < floor < 1:
        raise Refusal(f"psi: the floor is {floor:g}; take a small share above 0.")
    _hold_shares(expected, "expected")
    _hold_shares(actual, "actual")
    raised = [
        (max(old, floor), max(new, floor))
        for old, new in zip(expected, actual, strict=True)
    ]
    return tuple((new - old) * math.log(new / old) for old, new in raised)


def psi(
    expected: Sequence[float], actual: Sequence[float], *, floor: float = FLOOR
) -> float:
    """The population stability index of two sets of shares: the sum of `psi_terms`.

    It is 0 where all shares agree, never negative, and the same both ways.
    """
    return math.fsum(psi_terms(expected, actual, floor=floor))


def psi_by_chance(bins: int, before: int, now: int) -> float:
    """The PSI to expect on average where nothing moved: (bins - 1) (1 / before + 1 / now).

    Two samples of one population differ a little. In a bin with the share p, the squared
    difference of their two shares divided by p, which is what a small term of the PSI comes
    to, is on average (1 - p) (1 / before + 1 / now). Over all bins the 1 - p sum to bins - 1.

    Args:
        bins: how many.
        before: rows of the reference.
        now: rows of now.
    """
    if bins < 2 or before < 1 or now < 1:
        raise Refusal("psi_by_chance: take at least 2 bins and a row on each side.")
    return (bins - 1) * (1 / before + 1 / now)


@dataclass(frozen=True, slots=True)
class KS:
    """What the Kolmogorov-Smirnov test of two samples says.

    Attributes:
        statistic: the greatest distance of the two cumulative shares, from 0 to 1.
        p: the chance of such a distance or a greater one where nothing moved, from the
            limit for large samples.
        at: the value at which they are this far apart.
    """

    statistic: float
    p: float
    at: float


def ks(a: Sequence[float], b: Sequence[float]) -> KS:
    """Compare two samples by the shares at or below each value.

    Raises:
        Refusal: a sample without a number, or with one that is none.
    """
    first = sorted(numbers(a, "the first sample"))
    second = sorted(numbers(b, "the second sample"))
    low = high = 0
    greatest, at = 0.0, first[0]
    while low < len(first) and high < len(second):
        value = min(first[low], second[high])
        while low < len(first) and first[low] == value:
            low += 1
        while high < len(second) and second[high] == value:
            high += 1
        apart = abs(low / len(first) - high / len(second))
        if apart > greatest:
            greatest, at = apart, value
    rows = len(first) * len(second) / (len(first) + len(second))
    return KS(greatest, kolmogorov(math.sqrt(rows) * greatest), at)


def kolmogorov(distance: float) -> float:
    """The chance that Kolmogorov's limit exceeds a distance.

    Two series give the same number, and each is short where the other is long. They are
    those of scipy.special.kolmogorov.
    """
    if distance < 0.2:
        return 1.0  # the difference is below 1e-12
    if distance < 1.18:
        powers = math.fsum(
            math.exp(-((odd * math.pi / distance) ** 2) / 8) for odd in (1, 3, 5, 7)
        )
        return 1 - math.sqrt(2 * math.pi) / distance * powers
    return 2 * math.fsum(
        (-1) ** (one - 1) * math.exp(-2 * (one * distance) ** 2) for one in range(1, 6)
    )


def numbers(values: Sequence[float], what: str) -> Sequence[float]:
    """The values, if there is at least one and all are finite numbers.

    Raises:
        Refusal: none is there, or some are missing.
    """
    if not len(values):
        raise Refusal(f"{what} is empty, so there is nothing to compare; give it rows.")
    missing = sum(not math.isfinite(value) for value in values)
    if missing == len(values):
        raise Refusal(
            f"{what} has no number in any of its rows; look at where it comes from."
        )
    if missing:
        raise Refusal(
            f"{what} lacks {missing} of its {len(values)} numbers; count the missing ones "
            "as a share of their own, and compare the rest."
        )
    return values


def _hold_shares(given: Sequence[float], name: str) -> None:
    if not given or not all(0 <= share <= 1 for share in given):
        raise Refusal(f"psi: each {name} share has to be between 0 and 1.")
    if not math.isclose(total := math.fsum(given), 1, abs_tol=1e-6):
        raise Refusal(
            f"psi: the {name} shares sum to {total:.4g}, and not to 1; divide each count "
            "by the number of rows."
        )
