"""memory.js on long histories of single items: seconds to years between two answers."""

import json
import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from certlab.study.answers import Answer, new_ulid, stamp, to_line
from certlab.study.memory import Memory, fold
from tests.widgets.test_stored_rules import pytestmark, run

__all__ = ["pytestmark"]  # skips where node is missing
# A browser's number of milliseconds holds a microsecond with the same error from November
# 2004 to September 2039 (2**40 to 2**41), so that a whole day is one to the microsecond.
START = datetime(2005, 1, 1, 8, 30, 1, 250_007, UTC)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NOW = datetime(2038, 6, 1, 12, 0, 0, 1, UTC)
DAY, TICK = timedelta(days=1), timedelta(microseconds=1)
# Where one rule ends and the next begins: half a day, and each whole day.
EDGES = [part + tick for part in (DAY / 2, DAY, 2 * DAY) for tick in (-TICK, 0 * TICK)]


def gap(draw: random.Random, longest: timedelta) -> timedelta:
    """Often an edge, else any length from a second on, each magnitude alike often."""
    if draw.random() < 0.2:
        return draw.choice(EDGES)
    seconds = longest.total_seconds() ** draw.random()
    return timedelta(seconds=seconds, microseconds=draw.randrange(3))


def given_at(at: datetime, outcome: str) -> Answer:
    score = float(outcome == "correct")
    return Answer("one", 1, outcome, score, at=stamp(at), ulid=new_ulid(at))


def history(seed: int) -> list[Answer]:
    """One item's answers; how often they are right and how far apart depends on the seed."""
    draw = random.Random(seed)
    right, longest = (
        draw.choice([0.1, 0.5, 0.9, 1]),
        DAY * draw.choice([1, 40, 900, 4_000]),
    )
    at, rows = START + draw.random() * 1000 * DAY, []
    for _ in range(draw.randrange(1, 60)):
        rows.append(given_at(at, "correct" if draw.random() < right else "wrong"))
        at += gap(draw, longest)
        if at > NOW:
            break
    return rows


def centuries() -> list[Answer]:
    """So well known that no longer interval is given."""
    years = (1700, 1720, 1750, 1800, 1900, 2000)
    return [given_at(START.replace(year=year), "correct") for year in years]


@pytest.fixture(scope="module")
def compared() -> list[tuple[list[Answer], Memory, dict[str, Any]]]:
    """Histories, Python's memory after each, and the module's."""
    histories = [*(history(seed) for seed in range(400)), centuries()]
    lines = [[json.loads(to_line(row)) for row in rows] for rows in histories]
    given = {"histories": lines, "entries": [], "resets": {}}
    found = run("memory_run.mjs", {**given, "now": NOW.timestamp() * 1000})
    assert len(found) == len(histories)
    both = zip(histories, found, strict=True)
    return [(rows, fold(rows)["one"], one["known"]["one"]) for rows, one in both]


def test_the_same_day_to_the_microsecond_and_the_same_state(
    compared: list[tuple[list[Answer], Memory, dict[str, Any]]],
) -> None:
    for _, memory, other in compared:
        for time, wanted in (
            (other["due"], memory.due),
            (other["counted"], memory.counted),
        ):
            whole, part = divmod(wanted - EPOCH, DAY)
            milliseconds = whole * 86_400_000 + part / timedelta(milliseconds=1)
            assert time == pytest.approx(milliseconds, rel=0, abs=0.002)
        assert other["stability"] == pytest.approx(memory.card.stability, rel=1e-9)
        assert other["difficulty"] == pytest.approx(memory.card.difficulty, rel=1e-9)
        assert other["recall"] == pytest.approx(memory.recall(NOW), rel=1e-9)
        assert (other["answers"], other["last"]) == (memory.answers, memory.last)


def test_the_histories_reach_every_rule(
    compared: list[tuple[list[Answer], Memory, dict[str, Any]]],
) -> None:
    gaps = [
        later.time - one.time
        for rows, _, _ in compared
        for one, later in pairwise(rows)
    ]
    assert {edge for edge in EDGES if edge in gaps} == set(EDGES)
    assert min(gaps) < timedelta(seconds=5)
    assert max(gaps) > 365 * DAY
    memories = [memory for _, memory, _ in compared]
    ahead = [memory.due - memory.counted for memory in memories]
    assert (min(ahead), max(ahead)) == (DAY, 36_500 * DAY)
    difficulties = [memory.card.difficulty for memory in memories]
    assert max(difficulties) > 9.9
    assert min(difficulties) < 2
    assert len(gaps) > 5_000
