"""What a plan takes from a history: each item's record, and what an answer costs."""

from datetime import UTC, datetime, timedelta

import pytest

from certlab.planner.learner_model import MENDED
from certlab.planner.records import pace, records
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.forgetting_curve import Curve
from certlab.study.memory import fold

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)


def answered(
    item: str,
    days_ago: float,
    outcome: str = "correct",
    milliseconds: int | None = 6000,
) -> Answer:
    at = NOW - timedelta(days=days_ago)
    return Answer(
        item, 1, outcome, 1, milliseconds=milliseconds, at=stamp(at), ulid=new_ulid(at)
    )


def test_records_fold_to_the_same_memory_as_the_drill() -> None:
    rows = [
        answered("a", 9, "wrong"),
        answered("a", 8.99),
        answered("a", 7),
        answered("a", 2, "wrong"),
    ]
    card = fold(rows)["a"].card
    kept = records(rows, rows[0].time)
    assert len(kept.of["a"]) == 3
    memory = kept.memory("a", Curve(), NOW)
    assert memory is not None
    assert memory == pytest.approx((card.stability, card.difficulty, 2))


@pytest.mark.parametrize(
    ("repeats", "kept"),
    [
        ([], False),
        ([(8.99, "wrong")], False),
        ([(8.99, "correct")], MENDED),
        ([(8.99, "wrong"), (8.98, "correct")], MENDED),
        ([(8.99, "correct"), (8.98, "wrong")], MENDED),
        ([(8.4, "correct")], False),  # 14 hours later: an answer of its own
    ],
)
def test_a_wrong_answer_says_whether_it_was_repeated_right(
    repeats: list[tuple[float, str]], kept: object
) -> None:
    rows = [answered("a", 9, "wrong"), *(answered("a", *one) for one in repeats)]
    assert records(rows, rows[0].time).of["a"][0][1] is kept


def test_only_wrong_answers_are_mended_and_a_later_one_too() -> None:
    rows = [
        answered("a", 9),
        answered("a", 8.99),
        answered("a", 5, "wrong"),
        answered("a", 4.99),
    ]
    record = records(rows, rows[0].time)
    assert [right for _, right in record.of["a"]] == [True, MENDED]
    assert record.known == records(rows[:1], rows[0].time).known


def test_a_mended_first_answer_lasts_longer_than_one_that_was_left() -> None:
    rows = [answered(item, 1, "wrong") for item in "ab"] + [answered("a", 0.99)]
    record, curve = records(rows, rows[0].time), Curve(unmended=0.1)
    mended, left = (record.memory(item, curve, NOW) for item in "ab")
    assert mended is not None
    assert left is not None
    assert left[0] == pytest.approx(mended[0] / 10)
    assert mended[1:] == left[1:]


def test_time_per_item_is_learned_from_the_history() -> None:
    slow = [answered(f"i{n}", 5, milliseconds=60_000) for n in range(40)]
    slow += [answered(f"i{n}", 2, milliseconds=40_000) for n in range(40)]
    found = pace(slow)
    assert 50 < found.new < 60
    assert 30 < found.right < 40
    assert found.wrong == 16
    assert pace([]).right == 8
    away = [answered(f"i{n}", 5, milliseconds=9_000_000) for n in range(40)]
    assert pace(away).new == 24
