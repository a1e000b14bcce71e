"""Histories that are cut short or damaged at any byte lose that line, and say so."""

import random
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.study import history_file, history_reading
from certlab.study.answers import GRADED, Answer, from_bytes
from certlab.study.exams import reports, unfinished
from certlab.study.history import FILE, History, Log
from certlab.study.memory import fold
from tests.study.histories import of_every_kind

NEXT = Answer("mig-next", 1, "correct", 1.0, response="ψ")
SENTENCE = re.compile(r"history\.jsonl, line (\d+) [^.]+; it is kept and skipped\.")


@dataclass
class Written:
    """A history with every kind of row, and its bytes."""

    history: History
    data: bytes

    @property
    def path(self) -> Path:
        return self.history.path


@pytest.fixture
def written(whole: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    history = of_every_kind(whole, tmp_path, monkeypatch)
    # Some ten thousand appends: that they are synced is tested elsewhere, and what a
    # line says depends on its bytes alone.
    monkeypatch.setattr(history_file.os, "fsync", lambda _: None)
    monkeypatch.setattr(history_reading, "from_bytes", cache(from_bytes))
    return Written(history, history.path.read_bytes())


def ulids(log: Log) -> list[str]:
    return sorted(row.ulid for row in log.rows)


def lines_told(log: Log) -> list[int]:
    """The lines that problems name, each in one sentence."""
    found = [SENTENCE.fullmatch(one) for one in log.problems]
    assert all(found), log.problems
    return [int(one[1]) for one in found if one]


def test_it_has_every_kind_of_row(written: Written, whole: Course) -> None:
    rows = written.history.read().rows
    steps = {"begun", "seen", "given", "flagged", "unflagged", "ended", "undone"}
    assert {row.outcome for row in rows} == {*GRADED, *steps}
    assert {row.mode for row in rows} == {"drill", "exercise", "exam"}
    kinds = {whole.items[row.item].kind for row in rows if row.item in whole.items}
    assert len(kinds) >= 8
    assert any(byte > 0xEF for byte in written.data)  # four bytes a letter


def test_cut_short_at_any_byte_only_the_torn_line_is_lost(written: Written) -> None:
    data, path, history = written.data, written.path, written.history
    rows = [from_bytes(line) for line in data.splitlines(keepends=False) if line]
    ends = [n for n, byte in enumerate(data) if byte == 0x0A]
    for cut in range(len(data), -1, -1):
        with path.open("r+b") as file:
            file.truncate(cut)
        whole_rows = sum(end <= cut for end in ends)  # its newline may be missing
        torn = cut > 0 and cut not in ends and cut - 1 not in ends
        log = history.read()
        assert ulids(log) == sorted(row.ulid for row in rows[:whole_rows]), cut
        assert lines_told(log) == [whole_rows + 1] * torn, cut
        kept = history.append(NEXT)
        after = path.read_bytes()
        assert after[:cut] == data[:cut], "nothing that is there is ever changed"
        added = after[cut:]
        assert added.startswith(b"\n") == (cut > 0 and data[cut - 1] != 0x0A)
        assert from_bytes(added.strip()) == kept
        log = history.read()
        assert ulids(log) == sorted([*(r.ulid for r in rows[:whole_rows]), kept.ulid])
        assert lines_told(log) == [whole_rows + 1] * torn, cut
        path.write_bytes(data[:cut])


def test_a_damaged_byte_loses_its_line_only(written: Written, whole: Course) -> None:
    data, path, dice = written.data, written.path, random.Random(5)
    rows = {n: from_bytes(x) for n, x in enumerate(data.split(b"\n"), 1) if x}
    ends = {n for n, byte in enumerate(data) if byte == 0x0A}
    for place in sorted({*range(0, len(data), 7), *ends}):  # all would take a minute
        byte = data[place] ^ dice.randrange(1, 256)
        path.write_bytes(data[:place] + bytes([byte]) + data[place + 1 :])
        number = data.count(b"\n", 0, place) + 1
        # Without the newline between them two lines are one.
        hit = {number, number + 1} if data[place] == 0x0A else {number}
        log = written.history.read()
        others = [row for n, row in rows.items() if n not in hit]
        found = {row.ulid: row for row in log.rows}
        assert all(found.get(row.ulid) == row for row in others), place
        assert len(log.rows) <= len(rows)
        assert set(lines_told(log)) <= {number, number + 1}, place
        assert len(log.rows) == len(rows) or log.problems, "what is lost is told"
        if place % 21 == 0:
            fold(log.answers)
            reports(whole, written.history)
            unfinished(whole, written.history)


def test_a_zone_that_leads_before_the_first_year_is_no_time(tmp_path: Path) -> None:
    history = History(tmp_path / FILE)
    kept = history.append(NEXT)
    line = history.path.read_text("utf-8")
    for at in ("0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"):
        history.path.write_text(line.replace(kept.at, at), "utf-8")
        assert "has no usable time" in history.read().problems[0]


@pytest.mark.parametrize(
    "damage",
    [
        ('"rev": 1', f'"rev": {"1" * 5000}'),  # more digits than Python converts
        ('"response": "ψ"', f'"response": {"[" * 100_000}'),
        ('"response": "ψ"', '"response": "\x00"'),
    ],
)
def test_a_line_that_python_stumbles_over_is_one_line(
    tmp_path: Path, damage: tuple[str, str]
) -> None:
    history = History(tmp_path / FILE)
    history.append(NEXT)
    text = history.path.read_text("utf-8")
    assert damage[0] in text
    history.path.write_text(text.replace(*damage) + text, "utf-8")
    log = history.read()
    assert len(log.answers) == 1
    assert lines_told(log) == [1]


def test_an_undone_row_that_names_no_ulid_takes_nothing_back(tmp_path: Path) -> None:
    history = History(tmp_path / FILE)
    kept = history.append(NEXT)
    for response in ([kept.ulid], {"ulid": kept.ulid}, None, 5):
        history.append(Answer("mig-next", 1, "undone", 0, response=response))
    assert history.read().answers == (kept,)


def test_half_a_surrogate_pair_is_kept(tmp_path: Path) -> None:
    """A terminal of another encoding, or a browser, may send one."""
    history = History(tmp_path / FILE)
    kept = history.append(Answer("mig-next", 1, "wrong", 0.0, response="a\udc80 \\"))
    assert history.read().answers == (kept,)
    history.path.read_bytes().decode()  # and the file is UTF-8


def test_a_mark_of_an_editor_before_the_first_line_costs_nothing(
    tmp_path: Path,
) -> None:
    history = History(tmp_path / FILE)
    history.append(NEXT)
    history.path.write_bytes(b"\xef\xbb\xbf" + history.path.read_bytes())
    log = history.read()
    assert (len(log.rows), log.problems) == (1, ())
