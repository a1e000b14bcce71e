"""How well a learner's answers were predicted: what was expected of each, and what came.

An answer to an item that was asked before is predicted from the item's record before it, by a
fit to all that was answered before. The fit is made anew when the record has grown by half, until
it has read as many answers as a fit takes: it would go on to read the same items. So no prediction
knows of its answer or of a later one, and a plan's own are a little better informed. Predictions
are bad where they are clearly worse than to expect of every item the share that was right in all,
by the mean squared error (Brier, "Verification of Forecasts Expressed in Terms of Probability",
Monthly Weather Review 78, 1950); whether that is chance, the differences of the single answers say
(Diebold and Mariano, "Comparing Predictive Accuracy", Journal of Business and Economic Statistics
13, 1995).
"""

from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import inf, sqrt

from certlab.planner.fit import fit
from certlab.planner.learner_model import LearnerModel, Record
from certlab.planner.records import Records

WINDOW = 28  # days that are judged together
ENOUGH = 100  # answers in them; of fewer nothing is said
# Mean squared error beyond that of the share: bad from the one, good again below the other.
_BAD, _GOOD = 0.025, 0.01
_SURE = 2.0  # standard errors above nothing, or it may be chance
_GROWN = 1.5
_FEW = 20  # answers, for the first fit that is worth its time
_FITTED = 500  # answers; 2,000 take three times as long, and predict no better
_DECILES = 10


@dataclass(frozen=True)
class Prediction:
    """Of one answer: when, in days since the record begins; what was expected; what came."""

    day: float
    recall: float
    right: bool


@dataclass(frozen=True)
class Decile:
    """Answers of which about the same was expected.

    Attributes:
        low: the least expected chance of a right answer, in percent; the most is 10 more.
        expected: the mean of what was expected, from 0 to 1.
    """

    low: int
    count: int
    right: int
    expected: float


@dataclass(frozen=True)
class Calibration:
    """How well the last weeks were predicted.

    Attributes:
        deciles: those that have answers, the most expected first.
        bad: whether no plan should go by such predictions.
    """

    deciles: tuple[Decile, ...]
    bad: bool


def calibration(
    record: Records,
    items: Container[str],
    end: datetime,
    begin: LearnerModel | None = None,
) -> Calibration | None:
    """What is to be said of the weeks before a moment; None of too few answers.

    Args:
        items: whose answers are predicted; the others are only learned from.
        end: such as the last midnight.
        begin: where the first fit looks first, such as what an earlier plan believed.
    """
    last = (end - record.begin) / timedelta(days=1)
    if len([*_asked(record, items, last - WINDOW, last)]) < ENOUGH:
        return None
    found = predictions(record, items, last - 2 * WINDOW, last, begin)
    recent = [one for one in found if one.day >= last - WINDOW]
    return Calibration(by_decile(recent), are_bad(found, last))


def are_bad(found: Sequence[Prediction], last: float) -> bool:
    """Whether no plan should go by them at the end of a day.

    It is judged day by day, over the four weeks before each. What was bad stays so until it is
    clearly good, so that this does not change with a few answers.

    Args:
        found: of eight weeks, in order of time.
    """
    days = [one.day for one in found]
    bad = False
    for back in range(WINDOW, -1, -1):
        until = last - back
        some = found[bisect_left(days, until - WINDOW) : bisect_left(days, until)]
        worse, error = beyond_share(some) if len(some) >= ENOUGH else (-inf, 0.0)
        bad = worse > _GOOD if bad else worse > max(_BAD, _SURE * error)
    return bad


def predictions(
    record: Records,
    items: Container[str],
    since: float,
    until: float,
    begin: LearnerModel | None = None,
) -> list[Prediction]:
    """One step ahead, in order of time.

    Args:
        since, until: days since the record begins; what was answered before is only learned
            from.
        begin: where the first fit looks first.
    """
    times = sorted(day for answers in record.of.values() for day, _ in answers)
    learner, known, full = None, 0.0, False
    recalls: dict[str, list[float]] = {}
    found = []
    for day, item, n in sorted(_asked(record, items, since, until)):
        count = bisect_left(times, day)
        if learner is None or (count > _GROWN * known and not full):
            before = [*_before(record, day)]
            learner = fit(before, learner or begin, _FITTED)
            known = max(count, _FEW)
            full = sum(len(one) for one in before if len(one) > 1) >= _FITTED
            recalls.clear()
        answers = record.of[item]
        if item not in recalls:
            recalls[item] = learner.recalls(answers)
        found.append(Prediction(day, recalls[item][n - 1], bool(answers[n][1])))
    return found


def by_decile(some: Sequence[Prediction]) -> tuple[Decile, ...]:
    """Those that have answers, the most expected first."""
    groups: dict[int, list[Prediction]] = {}
    for one in some:
        at = min(int(one.recall * _DECILES), _DECILES - 1)
        groups.setdefault(at, []).append(one)
    return tuple(
        Decile(
            at * 100 // _DECILES,
            len(group),
            sum(one.right for one in group),
            sum(one.recall for one in group) / len(group),
        )
        for at, group in sorted(groups.items(), reverse=True)
    )


def beyond_share(some: Sequence[Prediction]) -> tuple[float, float]:
    """How much greater their mean squared error is than that of the share that was right,
    and the standard error of this."""
    count = len(some)
    share = sum(one.right for one in some) / count
    each = [(one.right - one.recall) ** 2 - (one.right - share) ** 2 for one in some]
    mean = sum(each) / count
    variance = sum((one - mean) ** 2 for one in each) / (count - 1)
    return mean, sqrt(variance / count)


def _asked(
    record: Records, items: Container[str], since: float, until: float
) -> Iterator[tuple[float, str, int]]:
    """Day, item and place in its record of what was asked again in these days."""
    for item, answers in record.of.items():
        if item in items:
            for n, (day, _) in enumerate(answers):
                if n and since <= day < until:
                    yield day, item, n


def _before(record: Records, day: float) -> Iterator[Record]:
    for answers in record.of.values():
        if some := [one for one in answers if one[0] < day]:
            yield some
