"""What is broken in a history is counted, repaired after a copy, and not found again."""

import json
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.errors import HistoryError
from certlab.planner.goal import is_no_goal
from certlab.study.answers import LONGEST, Answer, to_bytes
from certlab.study.history import FILE, History
from certlab.study.history_check import ASIDE, answerable, check, repair
from certlab.study.history_copies import FOLDER, LATEST, copy_of, kept, within
from certlab.study.history_file import adding, write
from tests.command_line import certlab
from tests.study.odd_rows import good_lines, odd_lines, one_of_each

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
ROW = Answer("mig-x", 1, "wrong", 0.0, at="2026-11-21T10:00:00+00:00", ulid="a")


def line(**parts: object) -> bytes:
    return to_bytes(replace(ROW, **parts)).rstrip(b"\n")  # type: ignore[arg-type]  # by name


def with_field(name: bytes, value: bytes, **parts: object) -> bytes:
    before = line(**parts)
    head, _, tail = before.partition(b'"%b": ' % name)
    return head + b'"%b": ' % name + value + tail[tail.index(b", ") :]


TORN = line(ulid="t")[:40]
BROKEN = {
    "unreadable": [TORN, b"\xff\xfe", b"[]", b'{"a": 1}', b"x" * (LONGEST + 1)],
    "number": [with_field(b"response", b"NaN", ulid="n")],
    "field": [with_field(b"rev", b"true", ulid="r"), line(ulid="f").replace(b"2026", b"9999")],
    "twice": [line(ulid="a", item="mig-other")],
}  # fmt: skip
MENDED = {
    "number": [with_field(b"milliseconds", b"NaN", ulid="m")],
    "field": [with_field(b"options", b'"abc"', ulid="o"), with_field(b"seed", b"0.5", ulid="s")],
}  # fmt: skip


@pytest.fixture
def path() -> Path:
    folder = Path(os.environ["CERTLAB_WORKSPACE"])
    folder.mkdir()
    return folder / FILE


def broken() -> bytes:
    """A history with faults of every kind, which ends in the middle of a row."""
    bad = [one for lines in (*BROKEN.values(), *MENDED.values()) for one in lines]
    good = [line(), b"\xef\xbb\xbf" + line(ulid="b") + b"\r", b"", b" "]
    return b"\n".join([*good, *bad, line(ulid="z"), TORN])


def test_each_kind_is_counted_and_the_second_time_nothing_is_found(path: Path) -> None:
    path.write_bytes(broken())
    found = check(broken(), {"mig-x"}, NOW, is_no_goal)
    assert found.counts == {"unreadable": 6, "number": 2, "field": 4, "twice": 1}
    before = History(path).read().rows
    done = repair(path, {"mig-x"}, NOW, is_no_goal)
    assert done.found == found
    log = History(path).read()
    assert log.problems == ()
    assert {row.ulid for row in log.rows} == {row.ulid for row in before} | set("mos")
    assert all(row in log.rows for row in before)
    assert done.copy is not None
    assert done.copy.read_bytes() == broken()
    again = repair(path, {"mig-x"}, NOW, is_no_goal)
    assert (again.found.faults, again.copy, again.found.notes) == ((), None, {})


def test_nothing_is_lost(path: Path) -> None:
    path.write_bytes(broken())
    done = repair(path, {"mig-x"}, NOW, is_no_goal)
    aside = (path.parent / ASIDE).read_bytes()
    left = aside + path.read_bytes()
    assert all(one in left for one in broken().split(b"\n"))
    heads = [one for one in aside.split(b"\n") if one.startswith(b"# ")]
    assert len(heads) == len(done.found.faults)
    assert heads[0].startswith(b"# 2026-11-27, history.jsonl, line 5 is torn or corrup")
    (mended,) = (row for row in History(path).read().rows if row.ulid == "m")
    assert mended.milliseconds is None


def test_what_is_odd_but_read_is_told_and_stays(path: Path) -> None:
    steps = [
        line(ulid="1").replace(b'"schema": 1', b'"schema": 7'),
        line(ulid="2", at="2031-01-01T00:00:00Z"),
        line(ulid="3", item="gone"),
        line(ulid="4", outcome="goal", item="", response={"exam": 1}),
        line(ulid="5", outcome="begun", item="", mode="exam", response=[]),
        line(ulid="6", outcome="seen", mode="exam", more={"sitting": "nobody"}),
        line(
            ulid="7", outcome="seen", mode="exam", at="2026-11-20T00:00:00Z",
            more={"sitting": "5"},
        ),
        line(ulid="8", outcome="goal", item="", response=None),
    ]  # fmt: skip
    data = b"\n".join([*steps, b""])
    path.write_bytes(data)
    wanted = {"newer": 1, "future": 1, "unknown": 1, "unusable": 2, "astray": 2}
    assert repair(path, {"mig-x"}, NOW, is_no_goal).found.notes == wanted
    assert path.read_bytes() == data
    assert [one.name for one in path.parent.iterdir()] == [FILE]


def test_a_history_full_of_odd_rows_is_whole_after_one_repair(
    whole: Course, tmp_path: Path
) -> None:
    good = good_lines(whole, tmp_path)
    numbers = iter(range(10**9))
    odd = [
        one
        for row in one_of_each(good).values()
        for one in odd_lines(row, lambda: f"01KB{next(numbers):022d}")
    ]
    path = tmp_path / "odd" / FILE
    path.parent.mkdir()
    path.write_bytes(b"\n".join([*good, *odd[::5]]))
    items = answerable(whole, path.parent)
    found = repair(path, items, NOW, is_no_goal).found
    assert len(found.faults) > 1000
    assert check(path.read_bytes(), items, NOW, is_no_goal).faults == ()
    (newer,) = History(path).read().problems
    assert "were written by a newer version" in newer
    assert path.read_bytes().startswith(b"\n".join(good))


def test_who_waited_while_it_was_repaired_adds_to_the_new_file(path: Path) -> None:
    path.write_bytes(broken())
    waiting = threading.Thread(target=lambda: History(path).append(ROW, NOW))
    with adding(path) as file:
        waiting.start()
        waiting.join(0.2)
        assert waiting.is_alive()
        path.with_name("new").write_bytes(line(ulid="kept") + b"\n")
        path.with_name("new").replace(path)
        write(file, b"")
    waiting.join()
    assert [row.ulid for row in History(path).read().rows] == ["kept", "a"]


def test_without_room_nothing_is_changed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(broken())

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    for name in ("copy_of", "_set_aside", "whole_file.write"):
        with monkeypatch.context() as patch:
            patch.setattr(f"certlab.study.history_check.{name}", refuse)
            with pytest.raises(HistoryError, match=r"nothing was repaired \(No space"):
                repair(path, set(), NOW, is_no_goal)
        assert path.read_bytes() == broken()


def test_as_typed(path: Path, taught: Callable[[Course], None], fixed: Course) -> None:
    taught(fixed)
    missing = certlab("check", "--history")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "cannot be read (No such file or directory)" in missing.stderr
    for other in ("/dev/zero", str(path.parent)):
        assert (
            "is not a file; name a history"
            in certlab("check", "--history", other).stderr
        )
    path.write_bytes(broken())
    told = certlab("check", "--history")
    assert told.returncode == 1
    assert "6 lines cannot be read as rows." in told.stdout
    assert path.read_bytes() == broken(), "it is only looked at"
    data = json.loads(certlab("check", "--history", str(path), "--json").stdout)
    assert data["faults"] == {"unreadable": 6, "number": 2, "field": 4, "twice": 1}
    fixed_it = certlab("check", "--history", "--fix")
    assert fixed_it.returncode == 0, fixed_it.stderr
    assert f"is in {path.parent / FOLDER}" in fixed_it.stdout.replace("\n", " ")
    again = certlab("check", "--history")
    assert (again.returncode, again.stdout.splitlines()[-1]) == (
        0,
        "Nothing is broken.",
    )
    assert certlab("check", str(path)).returncode == 2


# Copies


def days(*ago: float) -> list[datetime]:
    return [NOW - timedelta(days=one) for one in ago]


def test_copies_grow_sparse_with_age() -> None:
    hourly = [NOW - timedelta(hours=n) for n in range(24 * 1000)]
    found = sorted((NOW - one).total_seconds() / 86_400 for one in kept(hourly, NOW))
    assert len([one for one in found if one < 2]) == LATEST
    assert len([one for one in found if 2 <= one < 16]) in (14, 15)
    assert len([one for one in found if 16 <= one < 60]) in (7, 8)
    assert len([one for one in found if 60 <= one < 730]) in (22, 23)
    assert len([one for one in found if one >= 730]) == 0
    assert len(found) < 60


def test_few_copies_all_stay_and_the_last_one_whatever_its_age() -> None:
    few = days(0, 0.5, 3, 4, 20, 30, 100, 200)
    assert kept(few, NOW) == {*few}
    assert kept(days(5000, 6000), NOW) == {*days(5000)}
    assert kept([], NOW) == set()
    ahead = days(-400, 0)  # a clock that was set back
    assert kept(ahead, NOW) == {*ahead}


def test_thinning_again_takes_nothing_more() -> None:
    some = days(*(n * 0.37 for n in range(2000)))
    once = kept(some, NOW)
    assert kept(once, NOW) == once


def test_copies_are_no_larger_than_they_may_be() -> None:
    sizes = dict.fromkeys(days(1, 2, 3, 4), 30)
    assert within(sizes, 100) == {*days(1, 2, 3)}
    assert within(sizes, 10) == {*days(1)}


def test_a_copy_is_made_when_something_has_changed(path: Path) -> None:
    assert copy_of(path, NOW) is None
    path.write_bytes(line() + b"\n")
    path.chmod(0o600)
    first = copy_of(path, NOW)
    assert first is not None
    assert first.read_bytes() == path.read_bytes()
    assert first.stat().st_mode & 0o777 == 0o600
    assert copy_of(path, NOW + timedelta(hours=1)) == first
    History(path).append(ROW, NOW)
    later = NOW + timedelta(hours=2)
    assert copy_of(path, later) != first
    (path.parent / FOLDER / "history-mine.jsonl").write_bytes(b"")
    for n in range(3, 30):
        path.write_bytes(line(ulid=f"{n}"))
        copy_of(path, NOW + timedelta(hours=n))
    names = [one.name for one in (path.parent / FOLDER).iterdir()]
    assert "history-mine.jsonl" in names, "other files are left alone"
    assert len(names) <= LATEST + 3
    assert not [one for one in names if one.startswith(".")]


def test_an_import_leaves_a_copy(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(line(ulid="other") + b"\n")
    assert "as it was" not in certlab("import", str(other)).stdout, "there was nothing"
    before = path.read_bytes()
    other.write_bytes(line(ulid="more") + b"\n")
    told = json.loads(certlab("import", str(other), "--json").stdout)
    assert Path(told["copy"]).read_bytes() == before
    again = certlab("import", told["copy"]).stdout
    assert again.endswith(": 0 answers added; 1 was here already.\n")
    other.write_bytes(line(ulid="yet") + b"\n")
    says = certlab("import", str(other)).stdout
    assert f"Your history as it was is in {path.parent / FOLDER}" in says
