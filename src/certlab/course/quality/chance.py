"""Exact odds of a sum over items, when in each any options could be the key."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb, gcd

Odds = dict[int, float]
NEVER = 1e-18  # what ten thousand items leave out of a chance at most is 1e-13


def odds(points: Sequence[int], keys: int) -> Odds:
    """Odds of the points of an item's key, each choice of `keys` options as likely."""
    sums = Counter(map(sum, combinations(points, keys)))
    return {total: n / comb(len(points), keys) for total, n in sums.items()}


def tail(items: Iterable[tuple[Sequence[int], Sequence[int]]]) -> float:
    """The chance that keys drawn blindly have as many points, or more.

    Where points are 1 for one option and 0 for the rest, this is the Poisson-binomial
    tail; ties and several keys are as exact.

    Args:
        items: for each item the points of its options, and the places of its key.
    """
    seen, drawn = 0, list[Odds]()
    for points, keys in items:
        seen += sum(points[place] for place in keys)
        drawn.append(odds(points, len(keys)))
    whole = {0: 1.0}
    # Coarse points first: while none are finer, far fewer sums can come up.
    for one in sorted(drawn, key=lambda one: -gcd(*one)):
        whole = _sum(whole, one)
    return min(1.0, sum(share for total, share in whole.items() if total >= seen))


def _sum(whole: Odds, one: Odds) -> Odds:
    """The odds of both; sums that never come up are left out, as most of them soon are."""
    found: Odds = {}
    for total, share in whole.items():
        for more, odd in one.items():
            found[total + more] = found.get(total + more, 0.0) + share * odd
    return {total: share for total, share in found.items() if share > NEVER}
