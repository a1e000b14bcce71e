"""An A/B test of two shares: how many are needed, what came out, and what peeking does."""

import math
from typing import Any

from certlab.errors import Refusal


def sample_size(
    before: float, after: float, *, alpha: float = 0.05, power: float = 0.8
) -> int:
    """How many each arm needs so that a true change from one share to the other is found.

    The two-sided test of two proportions with the pooled share, in its normal
    approximation; the tests hold it against simulated trials.

    Args:
        before: the share without the change, between 0 and 1.
        after: the share with it.
        alpha: how often a change may be claimed where there is none.
        power: how often the true change shall be found.

    Raises:
        Refusal: a share that is none, or no difference to be found.
    """
    from scipy.stats import (  # type: ignore[import-untyped,unused-ignore]  # it has no types
        norm,
    )

    for share in (before, after):
        if not 0 < share < 1:
            raise Refusal(f"sample_size: {share:g} is no share; write 30 % as 0.3.")
    if before == after:
        raise Refusal("sample_size: nobody finds a difference of 0; give two shares.")
    middle = (before + after) / 2
    sure = norm.ppf(1 - alpha / 2) * math.sqrt(2 * middle * (1 - middle))
    found = norm.ppf(power) * math.sqrt(before * (1 - before) + after * (1 - after))
    return math.ceil(float((sure + found) / (before - after)) ** 2)


def two_proportions(hits_a: int, a: int, hits_b: int, b: int) -> float:
    """The p-value of hits_a of a and hits_b of b, where both shares are the same in truth.

    It is two-sided, and that of scipy.stats.chi2_contingency without its correction.

    Raises:
        Refusal: an arm without people, or more hits than people.
    """
    if not (0 <= hits_a <= a and 0 <= hits_b <= b and a and b):
        given = f"{hits_a} of {a} and {hits_b} of {b}"
        raise Refusal(f"two_proportions: {given} are no two shares; count again.")
    if hits_a + hits_b in (0, a + b):
        return 1.0  # nobody or everybody: no difference, and no spread to measure it by
    return float(_p(hits_a, a, hits_b, b))


def _p(hits_a: Any, a: Any, hits_b: Any, b: Any) -> Any:  # numbers, or arrays of them
    from scipy.stats import (  # type: ignore[import-untyped,unused-ignore]  # it has no types
        norm,
    )

    pooled = (hits_a + hits_b) / (a + b)
    spread = (pooled * (1 - pooled) * (1 / a + 1 / b)) ** 0.5
    return 2 * norm.sf(abs(hits_a / a - hits_b / b) / spread)


def peeks(
    days: int = 20, *, each_day: int = 200, share: float = 0.3, runs: int = 2000
) -> list[list[float]]:
    """Play trials in which nothing differs, and look at each of them every day.

    Args:
        days: of a trial.
        each_day: people in each arm and day.
        share: of the people who are hit, in both arms.
        runs: trials.

    Returns:
        Of each trial the p-value of each day, of all people so far.

    Raises:
        Refusal: no day, nobody or no trial.
    """
    import numpy as np

    if min(days, each_day, runs) < 1:
        raise Refusal("peeks: take at least one trial, one day and one person a day.")
    # RandomState is frozen (NEP 19), so every numpy draws the same.
    rng = np.random.RandomState(1)
    hits = rng.binomial(each_day, share, size=(2, runs, days)).cumsum(axis=2)
    people = each_day * np.arange(1, days + 1)
    found: list[list[float]] = _p(hits[0], people, hits[1], people).tolist()
    return found


def played(share_a: float, share_b: float, people: int, seed: int) -> tuple[int, int]:
    """How many of `people` are hit in each arm of one trial."""
    import numpy as np

    rng = np.random.RandomState(seed)  # as above
    return int(rng.binomial(people, share_a)), int(rng.binomial(people, share_b))
