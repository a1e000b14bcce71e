"""repeats.js and Python's rule for what comes again today, on random days."""

import json
import random
from datetime import UTC, datetime, timedelta

from certlab.study.answers import Answer, new_ulid, stamp, to_line
from certlab.study.memory import fold, is_repeat
from certlab.study.repeats import MOST, repeats_of
from tests.widgets.test_stored_rules import pytestmark, run

__all__ = ["pytestmark"]  # skips where node is missing
NOW = datetime(2026, 11, 21, 21, tzinfo=UTC)
RESETS = {"d": 2}
TICK = timedelta(microseconds=1)
# Where one rule ends and the next begins, before the present and between two answers.
EDGES = [
    part + tick
    for part in (timedelta(minutes=10), timedelta(hours=12))
    for tick in (-TICK, 0 * TICK, TICK)
]


def day(seed: int) -> list[Answer]:
    """Some answers within two days, a few of them exams' or exercises'."""
    draw = random.Random(seed)
    times = [
        NOW - timedelta(seconds=draw.random() * draw.choice([600, 7200, 86_400, 2e5]))
        for _ in range(draw.randrange(12))
    ]
    times += [NOW - draw.choice(EDGES) for _ in range(draw.randrange(3))]
    if seed % 5 == 0:  # a clock was ahead
        times.append(NOW + timedelta(seconds=draw.random() * 9e4))
    rows = []
    for at in sorted(times):
        outcome = draw.choice(["correct", "wrong", "wrong", "wrong"])
        mode = draw.choice(["drill", "drill", "drill", "repeat", "exam", "exercise"])
        row = Answer(
            draw.choice("abcdef"),
            draw.choice([1, 2]),
            outcome,
            0,
            mode=mode,
            at=stamp(at),
            ulid=new_ulid(at),
        )
        rows.append(row)
    return rows


def test_the_same_items_come_again_in_the_same_order() -> None:
    histories = [day(seed) for seed in range(600)]
    lines = [[json.loads(to_line(row)) for row in rows] for rows in histories]
    found = run(
        "repeats_run.mjs",
        {"histories": lines, "resets": RESETS, "now": NOW.timestamp() * 1000},
    )
    wanted = [
        {
            "ready": repeats_of(rows, RESETS).ready(NOW),
            "waiting": sorted(repeats_of(rows, RESETS).waiting(NOW)),
            "repeats": sorted(
                id for id, one in fold(rows, RESETS).items() if is_repeat(one, NOW)
            ),
        }
        for rows in histories
    ]
    assert found == wanted
    counts = [len(one["ready"]) for one in wanted]
    assert counts.count(0) > 50
    assert max(counts) > MOST
