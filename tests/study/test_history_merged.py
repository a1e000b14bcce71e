"""Histories merged: whichever order, however often, the rows and all that follows are one."""

import random
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.course import Course
from certlab.errors import HistoryError
from certlab.study import history_file
from certlab.study.answers import LONGEST, Answer, to_bytes
from certlab.study.exams import reports, unfinished
from certlab.study.history import FILE, History, Log
from certlab.study.history_merge import Counted, Merged
from certlab.study.memory import Memory, fold
from tests.study.histories import Seconds, drilled, sat

TORN = (b'{"schema": 1, "item": "mi', b"\xff\xfe", b"{}", b"")


@dataclass
class Rows:
    """The lines of two machines that share a mock exam, and a place for histories."""

    lines: list[bytes]
    folder: Path
    course: Course
    names: Iterator[int]

    def new(self, lines: Sequence[bytes] = ()) -> History:
        """A history with these lines."""
        history = History(self.folder / f"{next(self.names)}" / FILE)
        history.path.parent.mkdir()
        history.path.write_bytes(b"".join(line + b"\n" for line in lines))
        return history


@pytest.fixture(scope="module")
def rows(whole: Course, tmp_path_factory: pytest.TempPathFactory) -> Rows:
    folder = tmp_path_factory.mktemp("merged")
    one, other, now = (
        History(folder / "one" / FILE),
        History(folder / "o" / FILE),
        Seconds(),
    )
    drilled(whole, one, now)
    sat(whole, one, now, end=False)
    other.merge(one.path)
    drilled(whole, other, now)
    for history in (one, other):  # both hand in what one of them began
        sitting = unfinished(whole, history, now=now)
        assert sitting is not None
        sitting.finish()
    sat(whole, other, now, "NCP-AIO")
    sat(whole, one, now, "NCP-AIO", end=False)
    drilled(whole, one, now)
    lines = one.path.read_bytes().splitlines() + other.path.read_bytes().splitlines()
    return Rows(sorted(set(lines)), folder, whole, count())


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of merges: that they are synced is tested elsewhere."""
    monkeypatch.setattr(history_file.os, "fsync", lambda _: None)


def memories(log: Log) -> dict[str, Any]:
    def plain(memory: Memory) -> tuple[object, ...]:
        return memory.card.to_dict(), memory.counted, memory.answers, memory.last

    return {item: plain(memory) for item, memory in fold(log.answers).items()}


def told(course: Course, history: History) -> list[dict[str, Any]]:
    return [one.as_dict() for one in reports(course, history)]


def histories(lines: int) -> st.SearchStrategy[list[int]]:
    """Some histories, each as the bits of the lines that it has."""
    return st.lists(st.integers(0, 2**lines - 1), min_size=2, max_size=4)


def merged(rows: Rows, parts: list[list[bytes]], dice: random.Random) -> History:
    """The parts merged in some order and grouping, with torn lines among them."""
    left = [rows.new([*part, dice.choice(TORN)]) for part in parts]
    while len(left) > 1:
        dice.shuffle(left)
        source = left.pop()
        before = left[0].path.read_bytes()
        done = left[0].merge(source.path)
        assert left[0].path.read_bytes().startswith(before)
        known = {row.ulid for row in source.read().rows}
        assert done.added + done.known == len(known)
        text = source.path.read_bytes().decode("utf-8", "replace")
        again = left[0].merge(text)
        assert (again.added, again.known) == (0, len(known))
    return left[0]


def test_both_machines_graded_with_the_same_rows(rows: Rows) -> None:
    """A row that follows from another is the same, whoever adds it."""
    whole = rows.new(rows.lines).read()
    assert len(whole.rows) == len(rows.lines)
    ended = [row.more["sitting"] for row in whole.rows if row.outcome == "ended"]
    assert len(ended) == len(set(ended)) + 1, "two machines ended one sitting"


@settings(max_examples=60)
@given(data=st.data())
def test_any_order_and_grouping_gives_the_same_state(
    rows: Rows, data: st.DataObject
) -> None:
    drawn = data.draw(histories(len(rows.lines)))
    dice = random.Random(data.draw(st.integers()))
    parts = [[x for n, x in enumerate(rows.lines) if bits >> n & 1] for bits in drawn]
    for part in parts:
        part.extend(part[: dice.randrange(5)])  # a line may be there twice
        dice.shuffle(part)
    union = rows.new(sorted({line for part in parts for line in part}))
    wanted = union.read()
    for _ in range(2):
        found = merged(rows, parts, dice)
        log = found.read()
        assert log.rows == wanted.rows
        assert log.answers == wanted.answers
        assert memories(log) == memories(wanted)
        assert told(rows.course, found) == told(rows.course, union)
        for part in parts:
            again = found.merge("".join(line.decode() + "\n" for line in part))
            assert (again.added, again.known) == (0, len(set(part)))
            assert again.problems == ()
        assert found.read() == log


WRITTEN = Answer(
    "mig-x", 1, "wrong", 0.0, "é", at="2026-11-21T10:00:00+00:00", ulid="a"
)


def line(**parts: Any) -> bytes:
    return to_bytes(replace(WRITTEN, **parts)).removesuffix(b"\n")


def of_answers(added: int, known: int, problems: tuple[str, ...]) -> Merged:
    """What comes of a history in which every row is an answer."""
    return Merged(added, known, problems, Counted(added, known))


@pytest.fixture
def mine(tmp_path: Path) -> History:
    return History(tmp_path / "home" / FILE)


def test_bad_lines_are_named_and_the_rest_is_taken(mine: History) -> None:
    text = b"\n".join(
        [
            line(ulid="a"),
            line(ulid="b")[:40],
            b"",
            line(ulid="e").replace(b'"schema": 1', b'"schema": 2'),
            line(ulid="f", at="2026-11-21T10:00:00"),
            b"[]",
            b"\xff",
            line(ulid="h") + b"x" * LONGEST,
            line(ulid="g") + b"\r",
        ]
    )
    path = mine.path.parent.with_name("other.jsonl")
    path.write_bytes(b"\xef\xbb\xbf" + text)
    passed = "; it was skipped."
    assert mine.merge(path) == of_answers(
        2,
        0,
        (
            f"Line 2 is torn or corrupt{passed}",
            f"Line 4 was written by another version of certlab{passed}",
            f"Line 5 has a time without its zone{passed}",
            f"Line 6 is not an answer{passed}",
            f"Line 7 is not text{passed}",
            f"Line 8 is longer than an answer can be{passed}",
        ),
    )
    assert mine.path.read_bytes() == line(ulid="a") + b"\n" + line(ulid="g") + b"\n"


def test_what_is_here_stays_and_fields_of_others_are_kept(mine: History) -> None:
    kept = mine.append(WRITTEN)
    before = mine.path.read_bytes()
    other = line(outcome="correct") + b"\n" + line(ulid="b", more={"mood": [1.50]})
    assert mine.merge(other.decode()) == of_answers(1, 1, ())
    after = mine.path.read_bytes()
    assert after == before + other.splitlines()[1] + b"\n"
    assert mine.read().rows[-1] == kept or kept in mine.read().rows


def test_a_torn_line_of_ours_does_not_spoil_the_first_that_comes(mine: History) -> None:
    mine.append(WRITTEN)
    torn = mine.path.read_bytes()[:-20]
    mine.path.write_bytes(torn)
    assert mine.merge(line(ulid="b").decode()) == of_answers(1, 0, ())
    assert mine.path.read_bytes() == torn + b"\n" + line(ulid="b") + b"\n"


def test_steps_and_what_was_taken_back_are_no_answers(mine: History) -> None:
    rows = [
        line(ulid="a"),
        line(ulid="b"),
        line(ulid="c", outcome="begun"),
        line(ulid="d", outcome="undone", response="a"),
    ]
    text = b"\n".join(rows).decode()
    assert mine.merge(text) == Merged(4, 0, (), Counted(1, 0))
    more = line(ulid="e", outcome="correct").decode()
    assert mine.merge(f"{text}\n{more}") == Merged(1, 4, (), Counted(1, 1))


def test_a_row_that_comes_twice_is_written_once(mine: History) -> None:
    text = (line() + b"\n").decode()
    assert mine.merge(text * 3) == of_answers(1, 0, ())
    assert mine.path.read_bytes() == line() + b"\n"


def test_of_two_rows_with_one_ulid_the_first_is_read(mine: History) -> None:
    """As in a browser's store, where the second is not added."""
    mine.path.parent.mkdir()
    mine.path.write_bytes(line() + b"\n" + line(outcome="correct") + b"\n")
    assert [row.outcome for row in mine.read().rows] == ["wrong"]


def test_a_history_merged_with_itself_is_known(mine: History) -> None:
    for _ in range(3):
        mine.append(replace(WRITTEN, ulid=""))
    before = mine.path.read_bytes()
    assert mine.merge(mine.path) == of_answers(0, 3, ())
    assert mine.path.read_bytes() == before


ANOTHER = "; choose a certlab-history.jsonl that was exported, or the history.jsonl of a workspace."
OTHER_FILES = {
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 40, ""),
    "UTF-16": (line().decode().encode("utf-16"), ""),
    "a page": (b"<p>Not\n<p>it\n", " that can be read (line 1 is torn or corrupt)"),
    "other JSON": (
        b'\n{"cells": []}',
        " that can be read (line 2 is not an answer)",
    ),
    "random bytes": (
        bytes(range(255, 0, -1)) * 200,
        " that can be read (line 1 is not text)",
    ),
}


@pytest.mark.parametrize("name", OTHER_FILES)
def test_what_is_no_history_is_refused_and_ours_not_touched(
    mine: History, tmp_path: Path, name: str
) -> None:
    data, why = OTHER_FILES[name]
    other = tmp_path / "other"
    other.write_bytes(data)
    assert mine.merge(other) == of_answers(
        0, 0, (f"This is not a history{why}{ANOTHER}",)
    )
    assert not mine.path.parent.exists()


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_an_empty_file_is_a_history_without_answers(mine: History, text: str) -> None:
    assert mine.merge(text) == of_answers(0, 0, ())


def test_what_cannot_be_read_is_one_sentence(mine: History, tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match=r"none: cannot be read \(No such file"):
        mine.merge(tmp_path / "none")
    with pytest.raises(HistoryError, match="is not a file; name a history"):
        mine.merge(tmp_path)


def test_all_of_it_or_nothing(mine: History, monkeypatch: pytest.MonkeyPatch) -> None:
    mine.append(WRITTEN)
    before = mine.path.read_bytes()
    text = b"\n".join(line(ulid=f"{n}", response="x" * 4_000) for n in range(1_000))
    write, calls = history_file.os.write, count(1)

    def fill(file: int, data: bytes) -> int:
        if next(calls) > 2:
            raise OSError(28, "No space left on device")
        return int(write(file, data[:500_000]))

    with monkeypatch.context() as patch:
        patch.setattr(history_file.os, "write", fill)
        wanted = r"nothing was imported \(No space left on device\); make room or give"
        with pytest.raises(HistoryError, match=wanted):
            mine.merge(text.decode())
    assert next(calls) == 4, "some of it was written"
    assert mine.path.read_bytes() == before
    assert mine.merge(text.decode()) == of_answers(1_000, 0, ())


@pytest.mark.parametrize("make", ["a line", "rows"])
def test_a_huge_file_takes_little_memory(
    mine: History, tmp_path: Path, make: str
) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        if make == "a line":
            file.truncate(200 * 2**20)
        else:
            for n in range(4_000):
                file.write(line(ulid=f"{n}", response="x" * 10_000) + b"\n")
    tracemalloc.start()
    done = mine.merge(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * 2**20
    assert done.added == (4_000 if make == "rows" else 0)
