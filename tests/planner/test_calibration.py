"""How well answers were predicted: nothing of later is used, chance is no reason, luck is one."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

import certlab.planner.calibration as calibrating
from certlab.planner.calibration import _FITTED as FITTED
from certlab.planner.calibration import (
    ENOUGH,
    WINDOW,
    Prediction,
    are_bad,
    by_decile,
    calibration,
    predictions,
)
from certlab.planner.fit import fit
from certlab.planner.learner_model import LearnerModel, Record
from certlab.planner.records import Records
from certlab.study.forgetting_curve import Curve

BEGIN = datetime(2026, 10, 1, tzinfo=UTC)
GAPS = (1, 2, 3, 4, 6, 8)


def history(rng: Random, items: int, days: int, *, flips: bool = False) -> Records:
    """Who is as FSRS-6 says, or throws a coin; each item comes back every few days."""
    curve, found = Curve(), {}
    for n in range(items):
        day = float(rng.randrange(max(1, days // 2)))
        right = rng.random() < 0.4
        state, record = curve.first(right), [(day, right)]
        while (later := day + rng.choice(GAPS)) < days:
            recall = 0.5 if flips else curve.recall(state[0], later - day)
            right = rng.random() < recall
            state = curve.after(*state, later - day, right)
            record.append((later, right))
            day = later
        found[f"i{n}"] = record
    return Records(BEGIN, found)


def judged(record: Records, day: float) -> str:
    found = calibration(record, record.of, BEGIN + timedelta(days=day))
    return "" if found is None else "bad" if found.bad else "good"


def test_a_prediction_knows_nothing_of_its_answer_and_of_what_came_later() -> None:
    record = history(Random(1), 40, 24)
    turned: dict[str, Record] = {
        item: [(day, right if day < 12 else not right) for day, right in answers]
        for item, answers in record.of.items()
    }
    before = predictions(record, record.of, 0, 24)
    after = predictions(Records(BEGIN, turned), turned, 0, 24)
    early = [one for one in before if one.day < 12]
    assert early == after[: len(early)]
    at_once = [one.recall for one in before if one.day == 12]
    assert at_once == [one.recall for one in after if one.day == 12]
    assert before != after


def test_only_what_came_back_is_predicted_and_only_of_these_items() -> None:
    record = history(Random(2), 30, 24)
    found = predictions(record, record.of, 0, 24)
    assert len(found) == sum(len(one) - 1 for one in record.of.values())
    assert [one.day for one in found] == sorted(one.day for one in found)
    assert all(0 < one.recall < 1 for one in found)
    some = predictions(record, {"i3"}, 0, 24)
    assert [(one.day, one.right) for one in some] == record.of["i3"][1:]
    part = predictions(record, record.of, 10, 12)
    assert [(one.day, one.right) for one in part] == [
        (one.day, one.right) for one in found if 10 <= one.day < 12
    ]


def test_a_fit_that_has_read_enough_is_made_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[int] = []

    def counted(records: Iterable[Record], *more: Any) -> LearnerModel:
        records = [*records]
        told.append(sum(len(one) for one in records if len(one) > 1))
        return fit(records, *more)

    monkeypatch.setattr(calibrating, "fit", counted)
    record = history(Random(6), 200, 60)
    predictions(record, record.of, 0, 60)
    assert len(told) > 2
    assert told[-2] < FITTED <= told[-1]
    told.clear()
    predictions(record, record.of, 50, 60)
    assert len(told) == 1


def test_of_few_answers_nothing_is_said() -> None:
    assert judged(Records(BEGIN, {}), 30) == ""
    few = {f"i{n}": [(0.0, True), (2.0, n % 2 == 0)] for n in range(ENOUGH - 1)}
    assert judged(Records(BEGIN, few), 3) == ""
    enough: dict[str, Record] = {**few, "more": [(0.0, True), (2.0, False)]}
    assert judged(Records(BEGIN, enough), 3)
    assert judged(Records(BEGIN, enough), 2) == ""  # they came after
    assert judged(Records(BEGIN, enough), 3 + WINDOW) == ""  # and that long ago


def test_who_answers_as_predicted_keeps_the_plan() -> None:
    rng = Random(3)
    records = [history(rng, 60, 24) for _ in range(5)]
    assert [judged(one, 24) for one in records] == ["good"] * len(records)


def test_who_throws_a_coin_loses_it() -> None:
    rng = Random(4)
    records = [history(rng, 60, 24, flips=True) for _ in range(5)]
    told = [judged(one, day) for one in records for day in (18, 24)]
    assert told.count("bad") > len(told) / 2


def days_of(
    rng: Random, shares: Sequence[float], each: int, days: int, off: float = 0.0
) -> list[Prediction]:
    """So many answers a day, predicted from these shares; less is known by `off`."""
    return [
        Prediction(day, recall, rng.random() < recall - off)
        for day in range(days)
        for recall in rng.choices(shares, k=each)
    ]


@pytest.mark.parametrize(
    "shares", [(0.9,), (0.75, 0.85, 0.95), (0.3, 0.6, 0.8, 0.9), (0.5, 0.55)]
)
@pytest.mark.parametrize("each", [4, 30])
def test_chance_takes_the_plan_from_fewer_than_one_in_a_hundred(
    shares: tuple[float, ...], each: int
) -> None:
    """Of learners for whom every prediction is right, looked at each day of eight weeks."""
    rng = Random(5)
    left = sum(
        any(are_bad(found, float(last)) for last in (WINDOW, 2 * WINDOW))
        for found in (days_of(rng, shares, each, 2 * WINDOW) for _ in range(100))
    )
    assert left == 0


def test_what_is_far_off_takes_it_and_what_is_a_little_off_does_not() -> None:
    rng = Random(6)
    far = days_of(rng, (0.85, 0.9, 0.95), 10, WINDOW, off=0.3)
    little = days_of(rng, (0.85, 0.9, 0.95), 10, WINDOW, off=0.05)
    assert are_bad(far, WINDOW)
    assert not are_bad(little, WINDOW)


def test_it_comes_back_later_than_it_left() -> None:
    """What lies between keeps what there was before."""

    def week(begin: int, off: float) -> list[Prediction]:
        """All predicted alike, and so many fewer right: off² is the error beyond the share."""
        return [
            Prediction(begin + n / 40, 0.9, n % 20 < 20 * (0.9 - off))
            for n in range(40 * WINDOW)
        ]

    bad, between, good = 0.25, 0.15, 0.05
    assert bad**2 > 0.025 > between**2 > 0.01 > good**2
    assert not are_bad(week(0, between), WINDOW)
    assert are_bad(week(0, bad), WINDOW)
    assert are_bad([*week(0, bad), *week(WINDOW, between)], 2 * WINDOW)
    assert not are_bad([*week(0, bad), *week(WINDOW, good)], 2 * WINDOW)


def test_deciles_count_what_was_expected_alike() -> None:
    some = [
        Prediction(0, recall, right)
        for recall, right in (
            (0.81, True),
            (0.89, False),
            (0.8, True),
            (1.0, True),
            (0.0, False),
        )
    ]
    found = by_decile(some)
    assert [(one.low, one.count, one.right) for one in found] == [
        (90, 1, 1),
        (80, 3, 2),
        (0, 1, 0),
    ]
    assert found[1].expected == pytest.approx((0.81 + 0.89 + 0.8) / 3)
