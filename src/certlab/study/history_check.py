"""What is broken in a history, counted and repaired: `certlab check --history`.

A fault is what keeps a line from being read as a row. A row that is read but says something
odd, such as a day in the future, is told and left alone: only its writer knows better.
"""

import json
from collections import Counter
from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from certlab import whole_file
from certlab.course import Course
from certlab.errors import HistoryError
from certlab.study.answers import (
    GRADED,
    Answer,
    AnswerError,
    NewerError,
    from_bytes,
)
from certlab.study.exams.begun_row import begun_by
from certlab.study.exams.sitting import MODE
from certlab.study.history_copies import copy_of
from certlab.study.history_file import adding
from certlab.study.own_decks import own_items
from certlab.study.row_fields import GIVEN
from certlab.words import Sentence

ASIDE = "history.set-aside.txt"
_AHEAD = timedelta(days=1)


@dataclass(frozen=True)
class Fault:
    """A line that is no row.

    Attributes:
        kind: "unreadable", "field", "number" (NaN and the like) or "twice".
        why: as it ends a sentence.
        row: the line repaired; None where it has to be set aside.
    """

    line: int
    kind: str
    why: str
    data: bytes
    row: bytes | None = None


@dataclass(frozen=True)
class Checked:
    """What a history was found to be.

    Attributes:
        notes: how many rows are odd, by what: "newer", "future", "unknown" items,
            "unusable" goals and sittings, and steps of an exam that are "astray", without
            the row that began it or dated before it.
    """

    rows: int
    faults: tuple[Fault, ...]
    notes: dict[str, int]

    @property
    def counts(self) -> dict[str, int]:
        """How many faults of each kind."""
        return dict(Counter(one.kind for one in self.faults))


@dataclass(frozen=True)
class Repaired:
    """What a repair did; the paths are None where there was nothing to repair."""

    found: Checked
    copy: Path | None = None
    aside: Path | None = None


def check(
    data: bytes, items: Container[str], now: datetime, no_goal: Callable[[Answer], bool]
) -> Checked:
    """Look at each line of a history.

    Args:
        items: ids of what can be answered here.
        no_goal: of a row, whether it sets a goal that cannot be one.
    """
    rows: dict[str, Answer] = {}
    faults, newer = [], 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            row = from_bytes(line)
        except NewerError:
            newer += 1
            continue
        except AnswerError as error:
            fault = _fault(number, line, error)
            faults.append(fault)
            if fault.row is None:
                continue
            row = from_bytes(fault.row)
        if row.ulid not in rows:
            rows[row.ulid] = row
            continue
        if faults and faults[-1].line == number:
            faults.pop()
        why = Sentence("has the ulid of a line before it")
        faults.append(Fault(number, "twice", why, line))
    notes = {"newer": newer, **_notes([*rows.values()], items, now)}
    notes["unusable"] += sum(map(no_goal, rows.values()))
    return Checked(len(rows), tuple(faults), {k: n for k, n in notes.items() if n})


def repair(
    path: Path, items: Container[str], now: datetime, no_goal: Callable[[Answer], bool]
) -> Repaired:
    """Take out of a history what keeps it from being read; a copy is made first.

    A row whose seed, time taken or the like cannot be used goes on without it. All other
    lines are set aside in a file beside it, each below a line that says why.

    Raises:
        HistoryError: it cannot be read or written; the history is as it was.
    """
    try:
        with adding(path) as file:
            file.seek(0)
            data = file.read()
            found = check(data, items, now, no_goal)
            if not found.faults:
                return Repaired(found)
            copy = copy_of(path, now, data)
            _set_aside(path.with_name(ASIDE), path.name, found.faults, now)
            whole_file.write(path.resolve(), _without(data, found.faults))
    except OSError as error:
        says = Sentence(
            "{path}: nothing was repaired ({why}); make room or give write access, then try again.",
            path=path,
            why=error.strerror or str(error),
        )
        raise HistoryError(says) from error
    return Repaired(found, copy, path.with_name(ASIDE))


def answerable(course: Course, workspace: Path) -> set[str]:
    """Ids of what can be answered: of the course, of its labs, and of one's own decks."""
    exercises = {one.id for lab in course.labs.values() for one in lab.exercises}
    return {*course.items, *exercises, *own_items(workspace, course)[0]}


def _fault(number: int, line: bytes, error: AnswerError) -> Fault:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return Fault(number, "unreadable", error.args[0], line)
    if not isinstance(row, dict) or "schema" not in row:
        return Fault(number, "unreadable", error.args[0], line)
    for name, usable in GIVEN.items():
        if row.get(name) is not None and not usable(row[name]):
            del row[name]
    kind = "number" if _holds_no_number(line) else "field"
    with suppress(ValueError, RecursionError):
        text = json.dumps(row, ensure_ascii=False, allow_nan=False)
        repaired = text.encode("utf-8", "backslashreplace")
        from_bytes(repaired)
        return Fault(number, kind, error.args[0], line, repaired)
    return Fault(number, kind, error.args[0], line)


def _holds_no_number(line: bytes) -> bool:
    found: list[str] = []
    json.loads(line, parse_constant=found.append)
    return bool(found)


def _notes(rows: list[Answer], items: Container[str], now: datetime) -> dict[str, int]:
    begun = {row.ulid: row for row in rows if row.outcome == "begun"}
    steps = [row for row in rows if row.mode == MODE and row.outcome != "begun"]
    first = [begun.get(str(row.more.get("sitting"))) for row in steps]
    return {
        "future": sum(row.time > now + _AHEAD for row in rows),
        "unknown": sum(row.outcome in GRADED and row.item not in items for row in rows),
        "unusable": sum(map(_begins_nothing, rows)),
        "astray": sum(
            one is None or row.time < one.time
            for row, one in zip(steps, first, strict=True)
        ),
    }


def _begins_nothing(row: Answer) -> bool:
    if row.outcome != "begun":
        return False
    try:
        begun_by(row)
    except (KeyError, TypeError, ValueError):
        return True
    return False


def _set_aside(path: Path, name: str, faults: tuple[Fault, ...], now: datetime) -> None:
    with path.open("ab") as file:
        for one in faults:
            head = f"# {now:%Y-%m-%d}, {name}, line {one.line} {one.why}.\n"
            file.write(head.encode("utf-8", "backslashreplace") + one.data + b"\n")


def _without(data: bytes, faults: tuple[Fault, ...]) -> bytes:
    """The lines, those with a fault repaired or left out."""
    instead = {one.line: one.row for one in faults}
    lines = [
        instead.get(number, line) for number, line in enumerate(data.split(b"\n"), 1)
    ]
    return b"".join(line + b"\n" for line in lines if line is not None and line.strip())
