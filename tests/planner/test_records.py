"""What a plan takes from a history: each item's record, and what an answer costs."""

from datetime import UTC, datetime, timedelta

import pytest

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
