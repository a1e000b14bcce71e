"""The learner's own curve is found from a record, and stays put without one."""

from dataclasses import replace
from math import exp, log
from random import Random

import pytest

from certlab.planner.fit import USUAL, _score, fit, refit
from certlab.planner.learner_model import (
    MENDED,
    LearnerModel,
    Record,
    Right,
    first,
)
from certlab.study.forgetting_curve import Curve


def record(curve: Curve, rng: Random) -> list[tuple[float, bool]]:
    """Answers of somebody with this curve, at gaps of some days."""
    right = rng.random() < 0.4
    rows = [(0.0, right)]
    state = curve.first(right)
    day = 0.0
    for _ in range(4):
        gap = float(rng.choice([1, 2, 4, 8]))
        right = rng.random() < curve.recall(state[0], gap)
        state = curve.after(*state, gap, right)
        day += gap
        rows.append((day, right))
    return rows


def test_without_a_record_the_curve_is_the_usual_one() -> None:
    assert fit([]) == USUAL
    assert fit([[(0.0, True)]]).curve == Curve()


@pytest.mark.parametrize("times", [0.4, 2.5])
def test_who_forgets_faster_or_slower_is_found(times: float) -> None:
    usual = Curve().w
    theirs = Curve((usual[0] * times, usual[1], usual[2] * times, *usual[3:]))
    rng = Random(1)
    found = fit([record(theirs, rng) for _ in range(500)]).curve

    def away(curve: Curve) -> float:
        """How far its recall three days after a first answer is from theirs."""
        return sum(
            abs(
                curve.recall(curve.first(right)[0], 3)
                - theirs.recall(theirs.first(right)[0], 3)
            )
            for right in (False, True)
        )

    assert away(found) < away(Curve()) * 0.6


def test_few_answers_move_it_little() -> None:
    found = fit([[(0.0, True), (1.0, False)]]).curve
    assert exp(-0.5) < found.w[2] / Curve().w[2] < 1


@pytest.mark.parametrize("spread", [0.0, 2.0])
def test_how_much_items_differ_is_found(spread: float) -> None:
    rng = Random(2)
    records = [
        record(replace(Curve(), lasts=exp(rng.gauss(0, spread))), rng)
        for _ in range(500)
    ]
    assert (fit(records).spread > USUAL.spread) == (spread > 1)


def test_that_a_wrong_answer_teaches_is_found() -> None:
    rng = Random(3)
    teaches = [record(Curve(taught=1.0), rng) for _ in range(500)]
    does_not = [record(Curve(), rng) for _ in range(500)]
    assert fit(teaches).curve.taught > 0.5 > fit(does_not).curve.taught


def test_a_fit_begins_where_the_last_one_ended() -> None:
    rng = Random(4)
    records = [record(Curve(taught=0.7), rng) for _ in range(200)]
    found = fit(records)
    again = fit(records, found)
    assert again.curve.w == pytest.approx(found.curve.w, rel=0.35)
    assert again.curve.taught == pytest.approx(found.curve.taught, abs=0.21)


def test_a_fit_holds_until_there_are_a_third_more_answers() -> None:
    rng = Random(10)
    records = [record(Curve(taught=0.7), rng) for _ in range(200)]
    last = fit(records[:100])
    assert last.answers == sum(map(len, records[:100]))
    assert refit(records[:129], last) is last
    later = refit(records[:140], last)
    assert later is not last
    assert later == fit(records[:140], last)
    assert refit(records[:140], later) is later


def test_a_record_that_shrank_or_was_never_fitted_is_fitted_anew() -> None:
    rng = Random(11)
    records = [record(Curve(), rng) for _ in range(100)]
    last = fit(records)
    assert refit(records[:90], last).answers == sum(map(len, records[:90]))
    for none in (None, USUAL):
        assert refit(records, none).answers == last.answers
    assert refit([], USUAL) == USUAL


def test_recalls_are_those_of_the_beliefs_before_each_answer() -> None:
    rng = Random(12)
    learner = LearnerModel(Curve(unmended=0.3), spread=1.2)
    for some in [record(Curve(), rng), with_repeats(Curve(), rng, 0.5)]:
        expected = [
            sum(
                share * curve.recall(memory[0], memory[2])
                for (share, memory), (_, curve) in zip(
                    learner.beliefs(some[:n], some[n][0]), learner.kinds, strict=True
                )
                if memory
            )
            for n in range(1, len(some))
        ]
        assert learner.recalls(some) == pytest.approx(expected)
    assert learner.recalls([(0.0, True)]) == []


def test_a_very_long_record_is_no_trouble() -> None:
    odd = [(float(day), day % 2 == 0) for day in range(1500)]
    found = fit([odd])
    assert sum(share for share, _ in found.beliefs(odd, 1500.0)) == pytest.approx(1)
    assert all(0 < one < 1 for one in found.recalls(odd))


def test_wrong_answers_say_that_an_item_is_of_the_hard_kind() -> None:
    learner = LearnerModel(spread=1.0)
    right = [(float(day), True) for day in (0, 2, 6, 15)]
    wrong = [(0.0, True), (2.0, True), (6.0, False), (15.0, False)]
    shares = [
        [share for share, _ in learner.beliefs(one, 20.0)] for one in (right, wrong)
    ]
    usual = [share for share, _ in learner.beliefs((), 20.0)]
    assert shares[0][0] < usual[0] < shares[1][0]
    assert shares[1][2] < usual[2] < shares[0][2]
    for some in (*shares, usual):
        assert sum(some) == pytest.approx(1)
    _, curve = learner.kinds[1]
    stability, difficulty, days = learner.beliefs(right, 20.0)[1][1] or (0, 0, 0)
    state = curve.first(True)
    for gap in (2.0, 4.0, 9.0):
        state = curve.after(*state, gap, True)
    assert (stability, difficulty, days) == pytest.approx((*state, 5.0))


def with_repeats(curve: Curve, rng: Random, share: float) -> Record:
    """The same, where a share of the wrong answers is repeated right."""
    right: Right = rng.random() < 0.4
    if not right and rng.random() < share:
        right = MENDED
    rows, state, day = [(0.0, right)], first(curve, right), 0.0
    for _ in range(3):
        gap = float(rng.choice([1, 1, 2, 4]))
        right = rng.random() < curve.recall(state[0], gap)
        state = curve.after(*state, gap, right)
        day += gap
        rows.append((day, right))
    return rows


def loss(learner: LearnerModel, theirs: Curve, *, blind: bool = False) -> float:
    """Expected log loss of the next day's answers, after a first wrong one of either kind."""
    total = 0.0
    for first_one in (MENDED, False):
        record: Record = [(0.0, False if blind else first_one)]
        recall = theirs.recall(first(theirs, first_one)[0], 1.0)
        told = sum(
            share * curve.recall(memory[0], 1.0)
            for (share, memory), (_, curve) in zip(
                learner.beliefs(record, 1.0), learner.kinds, strict=True
            )
            if memory
        )
        total -= recall * log(told) + (1 - recall) * log(1 - told)
    return total / 2


def as_if_not_repeated(records: list[Record]) -> list[Record]:
    return [[(day, bool(right)) for day, right in one] for one in records]


def test_what_repeats_do_is_found_and_predicts_the_next_day_better() -> None:
    theirs = Curve(unmended=1 / 16)
    rng = Random(5)
    records = [with_repeats(theirs, rng, 0.6) for _ in range(500)]
    found, blind = fit(records), fit(as_if_not_repeated(records))
    mended, left = (first(found.curve, one)[0] for one in (MENDED, False))
    assert mended > 5 * left
    assert loss(found, theirs) < 0.98 * loss(blind, theirs, blind=True)


def test_where_repeats_do_nothing_nothing_is_lost() -> None:
    rng = Random(6)
    records = [with_repeats(Curve(), rng, 0.6) for _ in range(500)]
    found, blind = fit(records), fit(as_if_not_repeated(records))
    assert 0.5 < found.curve.unmended < 2
    assert loss(found, Curve()) < 1.005 * loss(blind, Curve(), blind=True)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_who_always_or_never_repeats_is_fitted_as_before(share: float) -> None:
    rng = Random(7)
    records = [with_repeats(Curve(), rng, share) for _ in range(200)]
    found, blind = fit(records), fit(as_if_not_repeated(records))
    assert (found.curve.w, found.spread) == (blind.curve.w, blind.spread)


def test_a_fit_with_repeats_begins_where_the_last_one_ended() -> None:
    rng = Random(8)
    records = [with_repeats(Curve(unmended=0.1), rng, 0.5) for _ in range(200)]
    found = fit(records)
    assert fit(records, found).curve.unmended == pytest.approx(
        found.curve.unmended, rel=0.4
    )


def test_a_habit_that_changed_since_the_last_fit_is_no_long_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = []

    def counted(*given: object) -> float:
        tries.append(given)
        return score(*given)  # type: ignore[arg-type]  # as it was called

    score = _score
    rng = Random(9)
    always = [with_repeats(Curve(), rng, 1.0) for _ in range(20)]
    seldom = [with_repeats(Curve(), rng, 0.02) for _ in range(200)]
    before, anew = fit(always), fit(seldom).curve
    monkeypatch.setattr("certlab.planner.fit._score", counted)
    begun = fit(seldom, before).curve
    assert len(tries) < 600
    assert 0.9 < anew.unmended < 1.1
    assert begun.unmended == pytest.approx(anew.unmended, rel=0.05)
