"""How sure a share of right answers is: Jeffreys' interval, and the chance at a cut.

With k right of n, the share a learner would have in very many questions is taken as
Beta(k + 1/2, n - k + 1/2): Brown, Cai and DasGupta, "Interval Estimation for a Binomial
Proportion", Statistical Science 16 (2001), https://doi.org/10.1214/ss/1009213286.
"""

from math import exp, lgamma, log

LEVEL = 0.8  # of the interval: one in five lies outside
_STEPS = 60  # halvings, down to 1e-18
_TERMS = 200
_TINY = 1e-30


def interval(right: int, total: int, level: float = LEVEL) -> tuple[float, float]:
    """The share's interval, from 0 to 1.

    At none right it begins at 0 and at all right it ends at 1, as in the paper above.
    """
    if not total:
        return 0.0, 1.0
    a, b = right + 0.5, total - right + 0.5
    tail = (1 - level) / 2
    low = 0.0 if right == 0 else _quantile(tail, a, b)
    high = 1.0 if right == total else _quantile(1 - tail, a, b)
    return low, high


def chance(right: int, total: int, questions: int, cut: int) -> float:
    """The chance to have at least `cut` percent right in as many new questions.

    Beta-binomial: the new questions are answered at the share above, give or take its
    own uncertainty.
    """
    a, b = right + 0.5, total - right + 0.5
    least = -(-cut * questions // 100)
    one = 1.0
    for n in range(questions):
        one *= (b + n) / (a + b + n)
    found = one if least <= 0 else 0.0
    for k in range(questions):
        one *= (questions - k) * (a + k) / ((k + 1) * (b + questions - k - 1))
        if k + 1 >= least:
            found += one
    return min(found, 1.0)


def _quantile(share: float, a: float, b: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _below(middle, a, b) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _below(x: float, a: float, b: float) -> float:
    """The share of Beta(a, b) below x: its continued fraction, https://dlmf.nist.gov/8.17#v."""
    if x > (a + 1) / (a + b + 2):  # it is quick on this side of the mean
        return 1 - _below(1 - x, b, a)
    if x <= 0:
        return 0.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    return front / a * _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """By Lentz' method."""
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, _TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _not_zero(1 + term * d)
            c = _not_zero(1 + term / c)
            found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return found


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
