"""The log: every acknowledged answer is there, and nothing in it is ever lost."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
import types
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.errors import HistoryError
from certlab.planner.goal import goal_of, set_goal
from certlab.study.answers import (
    Answer,
    AnswerError,
    from_line,
    new_ulid,
    to_bytes,
    to_line,
)
from certlab.study.history import History
from certlab.study.memory import fold

RIGHT = Answer("small-card", 1, "correct", 1.0, response="known", surface="lab")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.jsonl")


def test_what_was_recorded_is_read_back(history: History) -> None:
    kept = history.append(RIGHT, NOON)
    assert kept.at == "2026-11-21T12:00:00.000000+00:00"
    assert len(kept.ulid) == 26
    assert kept.device
    log = History(history.path).read()
    assert log.answers == (kept,)
    assert log.problems == ()


def test_a_line_holds_what_the_design_names(history: History) -> None:
    history.append(RIGHT)
    names = "schema ulid at device item rev seed options response outcome score"
    more = "confidence milliseconds surface mode"
    row = json.loads(history.path.read_text("utf-8"))
    assert row.keys() == {*names.split(), *more.split()}


def test_an_empty_history_has_no_answers(history: History) -> None:
    assert history.read().answers == ()


def test_unknown_fields_are_kept() -> None:
    line = to_line(RIGHT).replace("{", '{"mood": "calm", ', 1)
    line = line.replace('"at": ""', '"at": "2026-11-21T12:00:00+00:00"')
    line = line.replace('"ulid": ""', '"ulid": "one"')
    answer = from_line(line)
    assert answer.more == {"mood": "calm"}
    assert json.loads(to_line(answer))["mood"] == "calm"


BAD = {
    "torn": to_line(RIGHT)[:40],
    "corrupt": "\x00\x01 {]",
    "foreign": '{"event": "login"}',
    "a list": "[1, 2]",
    "another version": to_line(RIGHT).replace('"schema": 1', '"schema": 2'),
    "no time": to_line(RIGHT),
    "a wrong type": to_line(RIGHT).replace('"rev": 1', '"rev": "one"'),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_is_refused_alone(name: str) -> None:
    with pytest.raises(AnswerError):
        from_line(BAD[name])


@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_is_passed_over_reported_and_kept(
    name: str, history: History
) -> None:
    first = history.append(RIGHT)
    before = history.path.read_bytes() + BAD[name].encode() + b"\n"
    history.path.write_bytes(before)
    second = history.append(RIGHT)
    log = history.read()
    assert {one.ulid for one in log.answers} == {first.ulid, second.ulid}
    assert len(log.problems) == 1
    assert log.problems[0].startswith("history.jsonl, line 2 ")
    assert history.path.read_bytes().startswith(before)


def test_lines_of_a_newer_version_are_kept_and_told_of_once(history: History) -> None:
    first = history.append(RIGHT)
    line = to_line(first)
    newer = [line.replace('"schema": 1', f'"schema": {n}') for n in (2, 3, 2)]
    older = line.replace('"schema": 1', '"schema": 0')
    before = history.path.read_bytes() + "\n".join([*newer, older, ""]).encode()
    history.path.write_bytes(before)
    second = history.append(RIGHT)
    log = history.read()
    assert {one.ulid for one in log.answers} == {first.ulid, second.ulid}
    newest, oldest = log.problems
    assert newest == (
        "history.jsonl: 3 lines were written by a newer version of certlab; they are "
        "kept and skipped until you update it."
    )
    assert oldest.startswith("history.jsonl, line 5 was written by another version")
    assert history.path.read_bytes().startswith(before)


def test_a_torn_last_line_does_not_spoil_the_next(history: History) -> None:
    history.append(RIGHT)
    torn = history.path.read_bytes()[:-20]
    history.path.write_bytes(torn)
    kept = history.append(RIGHT)
    log = history.read()
    assert [one.ulid for one in log.answers] == [kept.ulid]
    assert len(log.problems) == 1
    assert history.path.read_bytes().startswith(torn), "never cut off"


def test_bytes_that_are_no_text_are_passed_over(history: History) -> None:
    history.path.write_bytes(b"\xff\xfe\x00\n")
    history.append(RIGHT)
    assert len(history.read().answers) == 1
    assert len(history.read().problems) == 1


def test_merging_two_devices_is_a_union(tmp_path: Path) -> None:
    one, two = History(tmp_path / "a" / "h.jsonl"), History(tmp_path / "b" / "h.jsonl")
    late = one.append(RIGHT, datetime(2026, 11, 23, tzinfo=UTC))
    early = two.append(RIGHT, datetime(2026, 11, 22, tzinfo=UTC))
    assert late.device != early.device
    both = tmp_path / "both.jsonl"
    both.write_bytes(one.path.read_bytes() + two.path.read_bytes() * 2)
    assert History(both).read().answers == (early, late)


def test_a_full_disk_is_one_sentence_and_nothing_is_acknowledged(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(
        HistoryError, match=r"not recorded \(No space left.*answer again"
    ):
        history.append(RIGHT)


@pytest.mark.skipif(sys.platform == "win32", reason="RLIMIT_FSIZE is POSIX")
def test_a_disk_that_fills_within_a_line_loses_nothing_before_it(
    history: History,
) -> None:
    first = history.append(RIGHT)
    size = history.path.stat().st_size
    code = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from certlab.errors import HistoryError\n"
        "from certlab.study.answers import Answer\n"
        "from certlab.study.history import History\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size + 30}, {size + 30}))\n"
        "try:\n"
        "    History(Path(sys.argv[1])).append(Answer('small-card', 1, 'wrong', 0.0))\n"
        "except HistoryError as error:\n"
        "    print(error)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(history.path)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "not recorded" in run.stdout
    assert history.path.stat().st_size == size, "what was begun was taken away"
    second = history.append(RIGHT)
    log = history.read()
    assert [one.ulid for one in log.answers] == [first.ulid, second.ulid]
    assert log.problems == ()


WRITER = """
import sys
import types
from pathlib import Path
from certlab.study.answers import Answer
from certlab.planner.goal import goal_of, set_goal
from certlab.study.history import History
from certlab.study.memory import fold
history = History(Path(sys.argv[1]))
for n in range(int(sys.argv[2])):
    print(history.append(Answer("small-card", 1, "correct", 1.0)).ulid, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")
@pytest.mark.parametrize("acknowledged", [1, 7, 23])
def test_kill_9_after_any_acknowledged_answer_keeps_it(
    history: History, acknowledged: int
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(history.path), "1000000"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    said = [process.stdout.readline().strip() for _ in range(acknowledged)]
    os.kill(process.pid, signal.SIGKILL)
    said += process.stdout.read().split("\n")[:-1]  # acknowledged before it died
    process.stdout.close()
    process.wait()
    kept = {one.ulid for one in history.read().answers}
    assert set(said) <= kept
    history.append(RIGHT)
    assert len(history.read().answers) == len(kept) + 1


def test_a_ulid_sorts_by_time_and_is_crockford() -> None:
    early, late = new_ulid(NOON), new_ulid(datetime(2026, 11, 22, tzinfo=UTC))
    assert early < late
    # The head is the time alone: 2026-11-21T12:00:00Z is 1795262400000 ms.
    assert early[:10] == late_head(1795262400000)


def late_head(milliseconds: int) -> str:
    digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    text = ""
    for _ in range(10):
        milliseconds, digit = divmod(milliseconds, 32)
        text = digits[digit] + text
    return text


def test_a_browsers_python_has_no_lock_to_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JupyterLite's kernel brings an empty fcntl, so that importing it is no proof."""
    monkeypatch.setitem(sys.modules, "fcntl", types.ModuleType("fcntl"))
    history = History(tmp_path / "history.jsonl")
    history.append(Answer("mig-x", 1, "correct", 1))
    assert len(history.read().answers) == 1


def test_a_row_that_was_taken_back_and_steps_of_an_exam_do_not_count(
    history: History,
) -> None:
    later = [NOON + timedelta(seconds=n) for n in range(4)]  # some clocks stand still
    kept = history.append(replace(RIGHT, outcome="wrong", score=0.0), later[0])
    other = history.append(RIGHT, later[1])
    history.append(Answer("", 0, "begun", 0, mode="exam"), later[2])
    undone = Answer("small-card", 1, "undone", 0, response=kept.ulid)
    history.append(undone, later[3])
    log = history.read()
    assert log.answers == (other,)
    assert [row.outcome for row in log.rows] == ["wrong", "correct", "begun", "undone"]


def test_what_a_wrong_clock_dated_in_the_future_does_not_count_until_then(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    sane = history.append(RIGHT, NOON)
    late = history.append(replace(RIGHT, item="small-late"), NOON.replace(year=2031))
    monkeypatch.setattr("certlab.study.history.present", lambda: NOON)
    log = history.read()
    assert log.rows == (sane,)
    assert log.problems == (
        (
            "history.jsonl: 1 row is dated in the future, 2031-11-21; it is kept and does not count "
            "until then, so check the clock of this machine."
        ),
    )
    # Another machine's clock may be some hours ahead, and a row keeps its place in the file.
    soon = NOON - timedelta(hours=20)
    monkeypatch.setattr("certlab.study.history.present", lambda: soon)
    assert history.read().rows == (sane,)
    monkeypatch.setattr("certlab.study.history.present", lambda: late.time)
    assert history.read().rows == (sane, late)
    assert history.read().problems == ()


def test_a_goal_of_the_future_is_replaced_by_todays(
    history: History, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    far, near = date(2032, 1, 1), date(2027, 3, 1)
    dated = NOON.replace(year=2031)
    set_goal(course, history, "NCA-TEST", far, 30, today=dated.date(), now=dated)
    monkeypatch.setattr("certlab.study.history.present", lambda: NOON)
    set_goal(course, history, "NCA-TEST", near, 30, today=NOON.date(), now=NOON)
    found = goal_of(history.read().rows)
    assert found
    assert found.day == near


def test_a_disk_without_locks_takes_answers(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As NFS does where no lockd runs."""
    fcntl = pytest.importorskip("fcntl", reason="Windows locks otherwise")

    def refuse(_file: object, _how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    first, second = history.append(RIGHT, NOON), history.append(RIGHT, NOON)
    assert history.read().rows == tuple(
        sorted((first, second), key=lambda one: one.ulid)
    )
    # What cannot be written is not cut off: it may be another writer's line by now.
    monkeypatch.setattr("certlab.study.history_file.os.write", refuse)
    before = history.path.read_bytes()
    with pytest.raises(HistoryError, match="the answer was not recorded"):
        history.append(RIGHT, NOON)
    with pytest.raises(HistoryError, match=r"this was not recorded .*, then try again"):
        history.append(Answer("", 0, "goal", 0.0), NOON)
    assert history.path.read_bytes() == before


def sent(*ulids: str) -> list[Answer]:
    """Rows as a page sends them."""
    return [replace(RIGHT, at="2026-11-21T12:00:00Z", ulid=one) for one in ulids]


def test_a_torn_line_that_names_the_row_is_not_the_row(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever byte it was cut at, a page hears that a row is recorded only if it is."""
    monkeypatch.setattr("certlab.study.history_file.os.fsync", lambda _: None)
    line = to_bytes(replace(sent("one")[0], device="d"))
    for cut in range(1, len(line) - 1):
        history.path.write_bytes(line[:cut])
        assert [one.ulid for one in history.record(sent("one"))] == ["one"]
        assert [one.ulid for one in history.read().rows] == ["one"]
    history.path.write_bytes(line[:-1])  # whole, but for its end
    assert history.record(sent("one")) == ()


def test_a_ulid_is_known_by_its_row_alone(history: History) -> None:
    within = replace(RIGHT, response={"ulid": "two"}, ulid="one", more={"x": "three"})
    history.append(within, NOON)
    history.path.write_bytes(history.path.read_bytes().replace(b'": ', b'" :\t'))
    fresh = history.record(sent("three", "one", "two", "three"))
    assert [one.ulid for one in fresh] == ["three", "two"]
    assert len(history.path.read_bytes().splitlines()) == 3


SENT = """
import resource, sys
from pathlib import Path
from certlab.study.answers import Answer, to_bytes
from certlab.study.history import History
from certlab.study.memory import fold
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
made = lambda n: Answer("a", 1, "wrong", 0.0, at="2026-11-21T12:00:00Z", ulid=f"{n:026}")
history = History(Path(sys.argv[1]))
history.path.write_bytes(b"".join(to_bytes(made(n)) for n in range(20_000)))
print(len(history.record(map(made, range(40_000)))))
print(len(history.record(map(made, range(40_000)))))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is POSIX")
def test_many_rows_are_recorded_in_one_pass(history: History) -> None:
    """Some 2 s of a processor; with a search of the file for each row it took minutes."""
    words = [sys.executable, "-c", SENT, str(history.path)]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "20000\n0\n"), run.stderr


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_disk_without_locks_takes_what_comes_from_elsewhere(
    history: History, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """As Lustre without flock does."""
    fcntl = pytest.importorskip("fcntl", reason="Windows locks otherwise")

    def refuse(_file: object, _how: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuse)
    assert len(history.record(sent("one", "two"))) == 2
    assert history.record(sent("two")) == ()
    text = b"".join(map(to_bytes, sent("two", "three"))).decode()
    assert history.merge(text).added == 1
    history.path.write_bytes(history.path.read_bytes() + b'{"torn')
    assert [one.ulid for one in history.read().rows] == ["one", "three", "two"]


def test_what_could_not_be_read_again_is_not_written(history: History) -> None:
    for odd in (
        replace(RIGHT, response=[float("nan")]),
        replace(RIGHT, milliseconds=-1),
        replace(RIGHT, response="x" * 2**20),
        replace(RIGHT, response={1, 2}),
        replace(RIGHT, more={"a": float("inf")}),
    ):
        with pytest.raises(HistoryError, match="The answer was not recorded: it "):
            history.append(odd, NOON)
    assert history.path.read_bytes() == b""


def test_one_right_answer_of_the_future_hides_no_wrong_one(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("certlab.study.history.present", lambda: NOON)
    ahead = history.append(RIGHT, NOON + timedelta(days=730))
    wrong = replace(RIGHT, outcome="wrong", score=0.0)
    for n in range(20):
        history.append(wrong, NOON - timedelta(days=20 - n))
    memory = fold(history.read().answers)[RIGHT.item]
    assert (memory.answers, memory.last) == (20, "wrong")
    assert memory.due <= NOON + timedelta(days=2)
    assert ahead.ulid not in {row.ulid for row in history.read().rows}


@pytest.mark.parametrize("hours", [1, 23])
def test_an_answer_less_than_a_day_ahead_counts_and_is_off_by_no_more(
    history: History, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """Two devices' clocks differ by as much, and none of their answers may be lost."""
    monkeypatch.setattr("certlab.study.history.present", lambda: NOON)
    off, right = timedelta(hours=hours), History(history.path.with_name("right"))
    for n in range(6):
        row = replace(RIGHT, outcome="wrong" if n % 2 else "correct")
        history.append(row, NOON + off - timedelta(days=6 - n))
        right.append(row, NOON - timedelta(days=6 - n))
    history.append(RIGHT, NOON + off)
    right.append(RIGHT, NOON)
    late, due = (fold(one.read().answers)[RIGHT.item].due for one in (history, right))
    assert late - due == off


@pytest.mark.parametrize("device", ["\u202e\x1b[31m", "a" * 3_000_000, "a\nb", ""])
def test_a_device_that_cannot_be_a_name_is_drawn_anew(
    tmp_path: Path, device: str
) -> None:
    (tmp_path / ".certlab").mkdir()
    kept = tmp_path / ".certlab" / "device"
    kept.write_text(device, "utf-8")
    history = History(tmp_path / "history.jsonl")
    answers = [history.append(Answer("a", 1, "correct", 1.0)) for _ in range(2)]
    assert {one.device for one in answers} == {kept.read_text("utf-8").strip()}
    assert re.fullmatch("[0-9a-f]{8}", answers[0].device)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes and links")
def test_a_link_to_a_secret_or_a_pipe_names_no_device(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret", "utf-8")
    kept = tmp_path / ".certlab" / "device"
    kept.parent.mkdir()
    history = History(tmp_path / "history.jsonl")
    for pipe in (False, True):
        kept.unlink(missing_ok=True)
        os.mkfifo(kept) if pipe else kept.symlink_to(secret)
        answer = history.append(Answer("a", 1, "correct", 1.0))
        assert re.fullmatch("[0-9a-f]{8}", answer.device)
    assert secret.read_text("utf-8") == "secret"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes and devices")
def test_a_history_that_never_ends_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    history = History(path)
    for pipe in (False, True):
        path.unlink(missing_ok=True)
        os.mkfifo(path) if pipe else path.symlink_to("/dev/zero")
        for use in (
            history.read,
            lambda: history.after(""),
            lambda: history.append(Answer("a", 1, "correct", 1.0)),
        ):
            with pytest.raises(HistoryError, match="it is not a file"):
                use()
