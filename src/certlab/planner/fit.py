"""The learner's own curve: a few parameters moved by the learner's record.

Fitting only the first parameters of FSRS-6 takes most of what fitting all gives (log loss
0.3549 with four, 0.3460 with all, 0.3664 with none,
https://github.com/open-spaced-repetition/srs-benchmark). How long a first right and a first
wrong answer last, how much a review adds and how steeply memory falls are moved; so is how
much a wrong answer teaches, what a review adds where nothing was forgotten, and how much items
differ. A prior holds each near its usual value while there is little record.

A first wrong answer that was repeated right in the same sitting has a stability of its own.
How far it is from that of the others is moved too, and counts by the share in which the
learner repeats: the usual first stability is of people who do, and who never does has but one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any

from certlab.planner.learner_model import (
    MENDED,
    LearnerModel,
    Record,
    Right,
    both,
    chance,
    first,
)
from certlab.study.forgetting_curve import Curve

# Parameter of FSRS-6 and the standard deviation of its factor's logarithm, or of what is
# added to one that is itself a logarithm.
_MOVED = ((0, 0.7), (2, 0.7), (8, 0.7), (9, 0.5), (11, 0.7), (20, 0.4))
_LOGARITHMS = (8,)
# Standard deviations of the other four.
_TAUGHT, _ANYWAY, _SPREAD, _UNMENDED = 0.5, 0.7, 1.0, 1.4
_ANYWAY_UNIT = 0.1
# Logarithm of how much longer a first wrong answer lasts that was repeated right: halfway
# between nothing and what FSRS-7 as it comes says (next day's recall 0.779 against 0.525, by
# model_v7.rs of https://github.com/open-spaced-repetition/fsrs-rs, which is 2.77 on the curve
# of FSRS-6), because learners to whom repeats do not matter were predicted worse by all of it.
_APART = 1.4
_USUAL_SPREAD = 1.0
_STEPS = (0.4, 0.2, 0.1)
_GAIN = 0.05  # logarithm of likelihood; less is not worth another round
_MOST = 2000  # answers: more make it slower, not better
_GROWN = 1.3  # times as many answers as at the last fit
_FARTHEST = 10  # standard deviations; no record leads there
_WHOLE = 1.0  # the share of repeats for which the gap of a kept fit is told
_LONGEST = 0.8  # of w20, its upper bound in the fsrs package
_NEAR = 2  # gaps are rounded to a half day, so that many records are alike
_DEVIATIONS = (*(spread for _, spread in _MOVED), _TAUGHT, _ANYWAY, _SPREAD, _UNMENDED)
USUAL = LearnerModel(Curve(), _USUAL_SPREAD)


@dataclass(frozen=True)
class Answered:
    """One answer in the tree of records: alike beginnings are worked out once.

    Attributes:
        before: the answer it follows, by number; -1 for a first one.
        days: since that.
        right: whether it was right.
        ends: how many records end with it.
    """

    before: int
    days: float
    right: Right
    ends: int


def fit(
    records: Iterable[Record], begin: LearnerModel | None = None, most: int = _MOST
) -> LearnerModel:
    """What makes the record likeliest, given the prior.

    Args:
        records: of each item.
        begin: where to look first, such as an earlier fit.
        most: answers that are enough to fit to.
    """
    records = [*records]
    tree = _tree(records, most)
    mended = _mended(records)
    answers = sum(map(len, records))
    moves = _moves(begin, mended) if begin else [0.0] * len(_DEVIATIONS)
    best = _score(moves, tree, mended)
    for step in _STEPS[1:] if begin else _STEPS:
        better = True
        while better:
            better = False
            for n in range(len(moves)):
                for move in (step, -step):
                    tried = [*moves]
                    tried[n] += move
                    score = _score(tried, tree, mended)
                    if score > best + _GAIN:
                        moves, best, better = tried, score, True
                        break
    return replace(_moved(moves, mended), answers=answers)


def refit(records: Iterable[Record], last: LearnerModel | None) -> LearnerModel:
    """The last fit, or a new one when the record has grown by a third since.

    The planner was measured with fits as old as this.
    """
    records = [*records]
    answers = sum(map(len, records))
    if last and last.answers <= answers <= _GROWN * last.answers:
        return last
    return fit(records, last)


def kept(learner: LearnerModel) -> dict[str, Any] | None:
    """What to keep of a fit, to go on from; None of one without a spread."""
    if not learner.spread:
        return None
    moves = [round(move, 4) for move in _moves(learner, _WHOLE)]
    return {"moves": moves, "answers": learner.answers}


def begun(told: object) -> LearnerModel | None:
    """The fit that was kept, by whatever wrote it; None of what no fit comes to."""
    if not isinstance(told, dict):
        return None
    moves, answers = told.get("moves"), told.get("answers")
    if not isinstance(moves, list) or len(moves) != len(_DEVIATIONS):
        return None
    near = all(
        type(move) in (int, float) and abs(move) <= _FARTHEST * deviation
        for move, deviation in zip(moves, _DEVIATIONS, strict=True)
    )
    if not near or type(answers) is not int or answers < 0:
        return None
    return replace(_moved(moves, _WHOLE), answers=answers)


def _tree(records: Iterable[Record], most: int) -> list[Answered]:
    """All records with more than a first answer, until there are enough."""
    numbers: dict[tuple[int, float, Right], int] = {}
    ends: list[int] = []
    answers = 0
    for record in records:
        if len(record) < 2 or answers >= most:
            continue
        answers += len(record)
        at, last = -1, record[0][0]
        for day, right in record:
            # Of a later answer no curve says what a repeat did.
            told = right if at < 0 else bool(right)
            key = at, round((day - last) * _NEAR) / _NEAR, told
            if key not in numbers:
                numbers[key] = len(ends)
                ends.append(0)
            at, last = numbers[key], day
        ends[at] += 1
    return [Answered(*key, ends[at]) for key, at in numbers.items()]


def _mended(records: Iterable[Record]) -> float:
    """The share of first wrong answers that were repeated right in their sitting."""
    wrong = [record[0][1] for record in records if not record[0][1]]
    return sum(one is MENDED for one in wrong) / len(wrong) if wrong else 0.0


def _moved(moves: Sequence[float], mended: float) -> LearnerModel:
    w = list(Curve().w)
    *some, taught, anyway, spread, unmended = moves
    for (index, _), move in zip(_MOVED, some, strict=True):
        if index in _LOGARITHMS:
            w[index] += move
        else:
            w[index] *= exp(move)
    w[20] = min(w[20], _LONGEST)
    curve = Curve(
        tuple(w),
        taught=min(max(taught, 0.0), 1.0),
        anyway=_ANYWAY_UNIT * max(anyway, 0.0),
        unmended=exp(mended * (unmended - _APART)),
    )
    return LearnerModel(curve, _USUAL_SPREAD * exp(spread))


def _moves(learner: LearnerModel, mended: float) -> list[float]:
    """The moves that lead there."""
    usual, w = Curve().w, learner.curve.w
    found = [
        w[index] - usual[index]
        if index in _LOGARITHMS
        else log(w[index] / usual[index])
        for index, _ in _MOVED
    ]
    spread = log(learner.spread / _USUAL_SPREAD)
    anyway = learner.curve.anyway / _ANYWAY_UNIT
    apart = log(learner.curve.unmended) / mended + _APART if mended else 0.0
    # Who repeats less than at the last fit would begin far from where anything is likely.
    apart = min(max(apart, -_UNMENDED), _UNMENDED)
    return [*found, learner.curve.taught, anyway, spread, apart]


def _score(moves: Sequence[float], tree: Sequence[Answered], mended: float) -> float:
    """Logarithm of the likelihood times the prior."""
    learner = _moved(moves, mended)
    prior = sum(
        move**2 / (2 * deviation**2)
        for move, deviation in zip(moves, _DEVIATIONS, strict=True)
    )
    kinds = [(share, _likely(curve, tree)) for share, curve in learner.kinds]
    total = 0.0
    for n, one in enumerate(tree):
        if one.ends:
            total += one.ends * log(sum(share * likely[n] for share, likely in kinds))
    return total - prior


def _likely(curve: Curve, tree: Sequence[Answered]) -> list[float]:
    """Chance of the answers up to each one, the first of all left out."""
    chances: list[float] = []
    states: list[tuple[float, float]] = []
    for one in tree:
        if one.before < 0:
            chances.append(1.0)
            states.append(first(curve, one.right))
            continue
        stability, difficulty = states[one.before]
        recall = curve.recall(stability, one.days)
        chances.append(both(chances[one.before], chance(recall, one.right)))
        states.append(curve.after(stability, difficulty, one.days, bool(one.right)))
    return chances
