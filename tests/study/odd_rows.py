"""Rows that nobody writes: each kind of row, with each value that a field should not hold."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from certlab.course import Course
from certlab.day.planner import Planner
from certlab.day.start_page import Links
from certlab.study.answers import PREDICTED, Answer, from_bytes
from certlab.study.history import FILE, History
from tests.study.histories import Seconds, drilled, sat

HOLE = "@@"
EXAM = "nca-aiio"
DEEP = 150
# As JSON writes them; some no JSON has.
ODD = (
    *("null", "true", "false", "-1", "0", "0.5", "1", "1e308", "-1e308", "1e999", "-1e999"),
    *("NaN", "Infinity", "-Infinity", str(2**53), str(2**64), "9" * 400),
    *('""', '"fast"', '"7"', '"\\ud800"', '"\\u001b]0;x\\u0007"', '"a\\u0000b"', '"\\u202e"'),
    *('"__proto__"', '"9999-12-31T23:59:59+00:00"', '"9999-12-31"', '"0001-01-01"'),
    *('"0001-01-01T00:00:00+14:00"', '"2026-11-21T10:00:00"', '"2026-W47-6"', '"NaN"'),
    *("[]", "[[]]", "[null]", '["a", 1]', "{}", '{"a": null}', '{"": [NaN]}'),
    *('{"message": "{n} a", "many": "{n} b", "values": {"n": "x"}}', '"' + "x" * 600 + '"'),
    *("[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP),
)  # fmt: skip

# In places further in, one of each sort.
WITHIN = (
    "null",
    "true",
    "-1",
    "1e308",
    "1e999",
    '"fast"',
    '"9999-12-31"',
    "[null]",
    "{}",
)


def good_lines(course: Course, folder: Path) -> list[bytes]:
    """A history with a row of every kind, among them today's list."""
    now = datetime.now().astimezone()
    history = History(folder / FILE)
    clock = Seconds(now.astimezone(UTC) - timedelta(days=2))
    drilled(course, history, clock)
    sat(course, history, clock, count=3)
    for step, more in (("read", {"page": "mig"}), ("unread", {"page": "cuda"})):
        history.append(Answer("", 0, step, 0, mode="plan", more=more), clock())
    said = {"": 80.0, "A": "fits"}
    history.append(Answer("mig-predict-x", 1, PREDICTED, 0, said), clock())
    history.append(
        Answer("mig-lab-exercise", 1, "correct", 1.0, mode="exercise"), clock()
    )
    day = (now + timedelta(days=3)).date().isoformat()
    goal = {"exam": EXAM, "day": day, "minutes": 20}
    history.append(Answer("", 0, "goal", 0, goal, mode="plan"), clock())
    Planner(history, Links(), "lab", load=lambda: course).today()
    (first,) = (row for row in history.read().rows if row.outcome == "today")
    tasks = {name: first.more[name] for name in first.more}
    more = Answer("", 0, "more", 0, first.ulid, mode="plan", more=tasks)
    history.append(more, now.astimezone(UTC) + timedelta(minutes=1))
    return history.path.read_bytes().splitlines()


def one_of_each(lines: list[bytes]) -> dict[str, dict[str, Any]]:
    """A row of each outcome, as JSON."""
    rows: dict[str, dict[str, Any]] = {}
    for line in lines:
        row = json.loads(line)
        rows.setdefault(row["outcome"], row)
    return rows


def odd_lines(row: dict[str, Any], ulids: Callable[[], str]) -> Iterator[bytes]:
    """The row with each odd value in each of its places, and without each of its fields."""
    whole = json.dumps({**row, "ulid": HOLE * 2})
    for place in _places(row):
        for value in ODD if len(place) == 1 else WITHIN:
            text = json.dumps(_with(row, place, HOLE))
            if place != ("ulid",):
                text = text.replace(json.dumps(row["ulid"]), json.dumps(ulids()), 1)
            yield text.replace(json.dumps(HOLE), value).encode()
    for name in row:
        less = {key: value for key, value in json.loads(whole).items() if key != name}
        yield json.dumps(less).replace(HOLE * 2, ulids()).encode()


def _places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value within; of a list the first alone."""
    if at:
        yield at
    if isinstance(value, dict):
        for name in value:
            yield from _places(value[name], (*at, name))
    elif isinstance(value, list) and value:
        yield from _places(value[0], (*at, 0))


def _with(value: Any, place: tuple[Any, ...], told: Any) -> Any:
    if not place:
        return told
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[place[0]] = _with(value[place[0]], place[1:], told)
    return copied


def usable(lines: list[bytes]) -> list[Answer]:
    """The rows that are read."""
    found = []
    for line in lines:
        try:
            found.append(from_bytes(line))
        except ValueError:
            continue
    return found
