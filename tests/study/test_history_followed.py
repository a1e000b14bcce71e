"""A reading goes on where the last one ended, and says what reading all of it says."""

import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from certlab.course import Course
from certlab.study import history_reading
from certlab.study.answers import Answer, from_bytes, new_ulid, stamp, to_bytes
from certlab.study.history import History, Log
from certlab.study.standing import Standing, standing_of

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def row(
    n: float, item: str = "mig-a", outcome: str = "correct", **more: object
) -> Answer:
    at = NOON + timedelta(minutes=n)
    made = Answer(item, 1, outcome, float(outcome == "correct"), at=stamp(at))
    return replace(made, ulid=new_ulid(at), **more)  # type: ignore[arg-type]  # each test gives its own


def lines(count: int, begin: int = 0) -> bytes:
    return b"".join(to_bytes(row(begin + n)) for n in range(count))


@pytest.fixture(autouse=True)
def _cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CERTLAB_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.jsonl")


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The lines that were parsed."""
    found: list[bytes] = []

    def note(line: bytes) -> Answer:
        found.append(line)
        return from_bytes(line)

    monkeypatch.setattr(history_reading, "from_bytes", note)
    return found


def anew(history: History) -> Log:
    """What somebody reads who reads it for the first time."""
    history_reading.forget()
    return history.read()


def agrees(history: History) -> Log:
    """The reading that goes on, which is as one from the beginning."""
    found = history.read()
    whole = anew(history)
    assert found.rows == whole.rows
    assert found.problems == whole.problems
    return found


def test_only_what_was_added_is_parsed(history: History, parsed: list[bytes]) -> None:
    history.path.write_bytes(lines(300))
    before = history.read()
    assert len(parsed) == 300
    history.append(row(400), NOON + timedelta(minutes=400))
    after = history.read()
    assert len(parsed) == 301
    assert [*map(id, after.rows[:300])] == [*map(id, before.rows)]
    assert history.read().rows is not None
    assert len(parsed) == 301


def test_one_that_shrank_is_read_anew(history: History) -> None:
    data = lines(50)
    for end in (len(data), len(data) // 2, 0, len(data) // 3, len(data)):
        history.path.write_bytes(data[:end])
        assert len(agrees(history).rows) == data[:end].count(b"\n")
        history.read()


def test_one_that_was_replaced_is_read_anew(history: History, tmp_path: Path) -> None:
    history.path.write_bytes(lines(20))
    history.read()
    other = tmp_path / "other"
    other.write_bytes(lines(40, begin=7))
    other.replace(history.path)
    assert len(agrees(history).rows) == 40


def test_one_that_went_away_has_no_rows(history: History) -> None:
    history.path.write_bytes(lines(20))
    history.read()
    history.path.unlink()
    assert history.read().rows == ()
    history.path.write_bytes(lines(3))
    assert len(agrees(history).rows) == 3


@pytest.mark.parametrize(
    "count", [20, 600]
)  # the second is longer than what is compared
def test_one_that_was_edited_in_its_place_is_read_anew(
    history: History, count: int
) -> None:
    data = lines(count)
    history.path.write_bytes(data)
    history.read()
    edited = data.replace(b'"correct"', b'"wrong"  ', 1)
    assert len(edited) == len(data)
    with history.path.open("r+b") as file:
        file.write(edited)
    times = history.path.stat()
    os.utime(history.path, ns=(times.st_atime_ns, times.st_mtime_ns + 1_000_000))
    assert agrees(history).rows[0].outcome == "wrong"


def test_a_torn_line_that_is_completed_counts_then(history: History) -> None:
    data = lines(5)
    for end in range(len(data) - 40, len(data) + 1):
        history.path.write_bytes(data[:end])
        history.read()
        if end < len(data) - 1:
            assert len(history.read().problems) == 1
    assert len(agrees(history).rows) == 5
    assert not history.read().problems
    with history.path.open("ab") as file:
        file.write(lines(2, begin=9))
    assert len(agrees(history).rows) == 7


def test_a_torn_line_that_stays_is_told_with_its_number(history: History) -> None:
    history.path.write_bytes(lines(3) + b'{"schema": 1, "item"')
    history.read()
    history.append(row(50), NOON + timedelta(minutes=50))
    (problem,) = agrees(history).problems
    assert "line 4" in problem


def test_rows_of_another_device_come_in_before_ours(
    history: History, tmp_path: Path
) -> None:
    history.path.write_bytes(lines(10, begin=100))
    history.read()
    other = History(tmp_path / "other.jsonl")
    other.path.write_bytes(lines(10))
    history.merge(other.path)
    times = [one.time for one in agrees(history).rows]
    assert len(times) == 20
    assert times == sorted(times)
    history.merge(other.path)
    assert len(agrees(history).rows) == 20


def test_a_clock_that_went_back_puts_a_row_where_it_belongs(history: History) -> None:
    history.path.write_bytes(lines(10))
    history.read()
    history.append(row(4), NOON + timedelta(minutes=4.5))
    found = agrees(history).rows
    assert [one.time for one in found] == sorted(one.time for one in found)
    assert found[5].ulid == history.read().rows[5].ulid


def test_a_row_with_the_ulid_of_an_earlier_one_is_none(history: History) -> None:
    first = row(1)
    history.path.write_bytes(to_bytes(first))
    history.read()
    with history.path.open("ab") as file:
        file.write(to_bytes(replace(first, outcome="wrong")))
    assert [one.outcome for one in agrees(history).rows] == ["correct"]


def test_rows_of_the_future_count_when_their_day_comes(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    history.path.write_bytes(lines(3) + to_bytes(row(60 * 24 * 9)))
    monkeypatch.setattr("certlab.study.history.present", lambda: NOON)
    assert len(agrees(history).rows) == 3
    monkeypatch.setattr(
        "certlab.study.history.present", lambda: NOON + timedelta(days=9)
    )
    assert len(agrees(history).rows) == 4


def test_fifty_megabytes_are_read_once(history: History, parsed: list[bytes]) -> None:
    big = to_bytes(row(0, more={"note": "x" * 500_000}))
    with history.path.open("wb") as file:
        for n in range(100):
            file.write(big.replace(b'"ulid": "', b'"ulid": "%03d' % n))
    assert history.path.stat().st_size > 50_000_000
    assert len(history.read().rows) == 100
    history.append(row(1), NOON + timedelta(minutes=1))
    assert len(history.read().rows) == 101
    assert len(parsed) == 101


# A standing that goes on says what one of all the rows says.

ITEMS = ("ex-a", "ex-b", "ex-c", "ex-d")


@st.composite
def histories(draw: st.DrawFn) -> list[Answer]:
    """Rows of every kind as they may come in, in no order of time."""
    found: list[Answer] = []
    for n in range(draw(st.integers(1, 25))):
        minutes = draw(st.integers(0, 60 * 24 * 9))
        kind = draw(
            st.sampled_from(["answer"] * 4 + ["undone", "page", "plan", "goal"])
        )
        if kind == "answer":
            made = row(
                minutes,
                draw(st.sampled_from(ITEMS)),
                draw(st.sampled_from(["correct", "wrong"])),
                mode=draw(st.sampled_from(["drill", "exam", "exercise", "repeat"])),
            )
        elif kind == "undone":
            of = draw(st.sampled_from(found)).ulid if found else "none"
            made = row(minutes, "", "undone", response=of)
        elif kind == "page":
            step = draw(st.sampled_from(["read", "unread"]))
            made = row(minutes, "", step, mode="plan", more={"page": "mig"})
        elif kind == "plan":
            task = {"kind": "page", "opens": "mig", "sections": ["one"]}
            made = row(minutes, "", "today", mode="plan", more={"tasks": [task]})
        else:
            told = {"exam": "ncp-aii", "day": "2026-12-24", "minutes": 20}
            made = row(minutes, "", "goal", mode="plan", response=told)
        found.append(replace(made, ulid=f"{made.ulid[:20]}{n:06d}"))
    if draw(st.booleans()):
        found.sort(key=lambda one: (one.time, one.ulid))
    return found


FOLDS = ("answers", "steps", "lasting", "memories", "pages", "passed", "solved")
FOLDS = (*FOLDS, "firsts", "lasts", "drilled")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=histories(), cuts=st.lists(st.integers(0, 25), max_size=4), early=st.booleans()
)
def test_a_part_and_then_the_rest_is_the_whole(
    fixed: Course, tmp_path: Path, rows: list[Answer], cuts: list[int], early: bool
) -> None:
    history = History(tmp_path / "history.jsonl")
    history_reading.forget()
    parts = sorted({0, len(rows), *(cut for cut in cuts if cut < len(rows))})
    history.path.write_bytes(b"")
    for begin, end in pairwise(parts):
        with history.path.open("ab") as file:
            file.write(b"".join(map(to_bytes, rows[begin:end])))
        on = standing_of(fixed, history.read().rows)
        if early or end == len(rows):
            asked = [getattr(on, name) for name in FOLDS]
    whole = Standing(fixed, anew(history).rows)
    assert on.rows == whole.rows
    assert asked == [getattr(whole, name) for name in FOLDS]


def test_an_answer_that_is_taken_back_is_taken_out_of_all(
    fixed: Course, history: History
) -> None:
    history.path.write_bytes(lines(4))
    before = standing_of(fixed, history.read().rows)
    assert before.memories["mig-a"].answers == 4
    last = before.rows[-1].ulid
    undo = Answer("mig-a", 1, "undone", 0, response=last)
    history.append(undo, NOON + timedelta(minutes=9))
    after = standing_of(fixed, history.read().rows)
    assert after.memories["mig-a"].answers == 3
    assert len(before.answers) == 4


def test_an_answer_that_was_taken_back_beforehand_never_counts(
    fixed: Course, history: History
) -> None:
    """The clock of the device that gave it was ahead of the one that took it back."""
    given = row(30)
    undo = row(3, "", "undone", response=given.ulid)
    history.path.write_bytes(lines(4) + to_bytes(undo))
    assert len(standing_of(fixed, history.read().rows).answers) == 4
    with history.path.open("ab") as file:
        file.write(to_bytes(given))
    assert len(standing_of(fixed, history.read().rows).answers) == 4


def test_one_standing_serves_all_who_ask(fixed: Course, history: History) -> None:
    history.path.write_bytes(lines(4))
    assert standing_of(fixed, history.read().rows) is standing_of(
        fixed, history.read().rows
    )
