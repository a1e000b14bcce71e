"""The learner's own curve: a few parameters of FSRS-6 moved by the learner's record.

Fitting only the first parameters takes most of what fitting all gives (log loss 0.3549 with
four, 0.3460 with all, 0.3664 with none, https://github.com/open-spaced-repetition/srs-benchmark).
How long a first right and a first wrong answer last, how much a review adds, and how steeply
memory falls are each moved by a factor, which a prior holds near 1 while there is little record.
"""

from collections.abc import Iterable, Sequence
from math import exp, log

from certlab.study.curve import Curve

# Parameter and the standard deviation of its factor's logarithm. w8 is itself a logarithm.
_MOVED = ((0, 0.7), (2, 0.7), (8, 0.4), (11, 0.5), (20, 0.4))
_LOGARITHMS = (8,)
_STEPS = (0.4, 0.2, 0.1)
_LEAST = 0.001  # a chance never taken for nothing or for certain
_MOST = 4000  # answers: more make it slower, not better
_LONGEST = 0.8  # of w20, its upper bound in the fsrs package

# An item's answers that counted: days and whether right, in order of time.
Record = Sequence[tuple[float, bool]]


def fit(records: Iterable[Record], begin: Curve | None = None) -> Curve:
    """The curve that makes the record likeliest, given the prior.

    Args:
        records: of each item.
        begin: where to look first, such as an earlier fit.
    """
    some = _some(records)
    factors = [_factor(begin, index) if begin else 0.0 for index, _ in _MOVED]
    best = _score(factors, some)
    for step in _STEPS[1:] if begin else _STEPS:
        better = True
        while better:
            better = False
            for n in range(len(factors)):
                for move in (step, -step):
                    tried = [*factors]
                    tried[n] += move
                    score = _score(tried, some)
                    if score > best:
                        factors, best, better = tried, score, True
                        break
    return _moved(factors)


def _some(records: Iterable[Record]) -> list[Record]:
    found, answers = [], 0
    for record in records:
        if len(record) > 1 and answers < _MOST:
            found.append(record)
            answers += len(record)
    return found


def _moved(factors: Sequence[float]) -> Curve:
    w = list(Curve().w)
    for (index, _), factor in zip(_MOVED, factors, strict=True):
        if index in _LOGARITHMS:
            w[index] += factor
        else:
            w[index] *= exp(factor)
    w[20] = min(w[20], _LONGEST)
    return Curve(tuple(w))


def _factor(curve: Curve, index: int) -> float:
    usual = Curve().w[index]
    now = curve.w[index]
    return now - usual if index in _LOGARITHMS else log(now / usual)


def _score(factors: Sequence[float], records: Sequence[Record]) -> float:
    """Logarithm of the likelihood times the prior."""
    curve = _moved(factors)
    total = -sum(
        factor**2 / (2 * spread**2)
        for factor, (_, spread) in zip(factors, _MOVED, strict=True)
    )
    for record in records:
        last, right = record[0]
        stability, difficulty = curve.first(right)
        for day, right in record[1:]:
            recall = curve.recall(stability, day - last)
            total += log(max(recall if right else 1 - recall, _LEAST))
            stability, difficulty = curve.after(
                stability, difficulty, day - last, right
            )
            last = day
    return total
