"""A row that nobody writes is passed over, and stops nothing that reads a history."""

import json
import os
import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.day.list_row import rows_that_hold
from certlab.day.planner import Planner
from certlab.day.start_page import Links
from certlab.planner.goal import FURTHEST, LONGEST, goal_of
from certlab.study.answers import Answer, AnswerError, from_bytes, to_line
from certlab.study.exams import reports, unfinished
from certlab.study.history import FILE, History
from certlab.study.session import Session
from certlab.study.standing import Standing
from certlab.widgets.prediction import Prediction
from tests.command_line import certlab
from tests.study.odd_rows import EXAM, good_lines, odd_lines, one_of_each, usable

LISTS = ("today", "more")


@pytest.fixture(autouse=True)
def parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same thousands of lines are read some ten times, and say the same each time."""
    known: dict[bytes, Answer | AnswerError] = {}

    def remembered(line: bytes) -> Answer:
        if line not in known:
            try:
                known[line] = from_bytes(line)
            except AnswerError as error:
                known[line] = error
        if isinstance(found := known[line], AnswerError):
            raise found
        return found

    monkeypatch.setattr("certlab.study.history_reading.from_bytes", remembered)


@pytest.fixture(scope="module")
def good(whole: Course, tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    return good_lines(whole, tmp_path_factory.mktemp("good"))


@pytest.fixture(scope="module")
def odd(good: list[bytes]) -> dict[str, list[bytes]]:
    """By outcome, the row with each odd value in each place."""
    numbers = count()

    def ulid() -> str:
        return f"01KB{next(numbers):022d}"

    rows = one_of_each(good)
    steps = {"begun", "seen", "given", "flagged", "unflagged", "ended", "undone"}
    plans = {"goal", "today", "more", "read", "unread", "predicted"}
    assert rows.keys() == {"correct", "wrong", *steps, *plans}
    return {outcome: [*odd_lines(row, ulid)] for outcome, row in rows.items()}


@pytest.fixture
def history() -> History:
    folder = Path(os.environ["CERTLAB_WORKSPACE"])
    folder.mkdir()
    return History(folder / FILE)


def planner(course: Course, history: History) -> Planner:
    return Planner(history, Links(), "app", load=lambda: course)


def strict(value: Any) -> None:
    """It is JSON, which has no NaN."""
    json.dumps(value, allow_nan=False)


def test_every_reader_goes_on_over_a_history_full_of_odd_rows(
    whole: Course,
    taught: Any,
    history: History,
    good: list[bytes],
    odd: dict[str, list[bytes]],
) -> None:
    taught(whole)
    # The two that hold a list are long and alike; each of them is tried alone below.
    bad = [
        line
        for told, lines in odd.items()
        for line in lines[:: 50 if told in LISTS else 1]
    ]
    data = b"\n".join([*bad[::2], *good, *bad[1::2], b""])
    history.path.write_bytes(data)
    log = history.read()
    assert {one["ulid"] for one in map(json.loads, good)} <= {
        row.ulid for row in log.rows
    }
    *_, more = log.problems
    assert re.search(
        r": [4-9]\d{3} more lines are kept and skipped; certlab check", more
    )
    assert all(one.count("\n") == 0 for one in log.problems)
    for row in log.rows:
        to_line(row)  # refuses NaN
    for words in ((), ("plan", "--json"), ("progress",), ("progress", "--json")):  # fmt: skip
        run = certlab(*words)
        assert run.returncode == 0, run.stderr[-2000:]
        if "--json" in words:
            json.loads(run.stdout, parse_constant=pytest.fail)
    state = planner(whole, history).today()
    assert state["phase"] == "today"
    strict(state)
    session = Session(whole, history, exam=EXAM.upper())
    assert session.questions
    strict([one.as_dict() for one in reports(whole, history)])
    guess = Prediction(history, "mig-predict-x", "How many?")
    guess.compare(0.001)
    assert history.path.read_bytes().startswith(data), "nothing in it was changed"


def test_each_odd_row_of_a_list_alone_is_a_list_or_none(
    whole: Course, history: History, good: list[bytes], odd: dict[str, list[bytes]]
) -> None:
    """Of several lists the first holds, so that one would hide the others."""
    others = [line for line in good if b'"outcome": "today"' not in line]
    history.path.write_bytes(b"\n".join([*others, b""]))
    rows, shown = history.read().rows, 0
    goal = goal_of(rows)
    assert goal is not None
    now = planner(whole, history).clock()
    for row in usable(odd["today"]):
        held = rows_that_hold(Standing(whole, [row]), goal, now.date())
        if held:
            shown += 1
            assert all(0 <= task.minutes <= LONGEST for task in held[0].tasks)
            told = [task.why for task in held[0].tasks] + [*held[0].says]
            assert all(isinstance(one, str) for one in told)
            strict([vars(one) for one in held[0].tasks])
    assert shown > 50


def test_each_odd_goal_is_one_that_could_be_set_or_none(
    odd: dict[str, list[bytes]],
) -> None:
    found = [goal_of([row]) for row in usable(odd["goal"])]
    goals = [goal for goal in found if goal]
    assert goals
    assert None in found
    for goal in goals:
        assert type(goal.minutes) is int
        assert 1 <= goal.minutes <= LONGEST
        assert goal.day.year < 2026 + FURTHEST


def test_each_odd_sitting_alone_goes_on_or_is_passed_over(
    whole: Course, history: History, good: list[bytes], odd: dict[str, list[bytes]]
) -> None:
    steps = [line for line in good if b'"sitting"' in line]
    for number, row in enumerate(usable(odd["begun"])):
        lines = [to_line(row).encode("utf-8", "backslashreplace"), *steps]
        history.path.write_bytes(b"\n".join([*lines, b""]))
        strict([one.as_dict() for one in reports(whole, history)])
        if number % 12 == 0:  # it grades, so that it takes longer
            assert unfinished(whole, history) is None
