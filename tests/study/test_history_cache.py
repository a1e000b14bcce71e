"""What is kept of a history saves time, and never says anything of its own."""

import os
from collections.abc import Callable
from dataclasses import astuple, replace
from pathlib import Path

import pytest

from certlab.study import history_cache, history_reading
from certlab.study.answers import Answer, from_bytes, to_bytes
from certlab.study.history import History, Log
from tests.study.test_history_followed import NOON, lines, row


@pytest.fixture(autouse=True)
def _small_and_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache that is used for small histories too."""
    monkeypatch.setenv("CERTLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(history_cache, "_WORTH", 1)
    history_reading.forget()


@pytest.fixture
def history(tmp_path: Path) -> History:
    """Rows out of order, one twice, one that no reader takes, and a field of another version."""
    found = History(tmp_path / "history.jsonl")
    odd = row(3, "Ω 𝄞", response=[1, {"a": None}], more={"later": {"x": [1.5, 2**53]}})
    twice = to_bytes(row(5))
    found.path.write_bytes(
        lines(6, begin=40) + b'{"schema": 1}\n' + to_bytes(odd) + twice + twice
    )
    return found


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    found: list[bytes] = []

    def note(line: bytes) -> Answer:
        found.append(line)
        return from_bytes(line)

    monkeypatch.setattr(history_reading, "from_bytes", note)
    return found


def next_process(history: History) -> Log:
    history_reading.forget()
    return history.read()


def without(history: History) -> Log:
    """What is read where nothing is kept."""
    kept(history).unlink(missing_ok=True)
    return next_process(history)


def kept(history: History) -> Path:
    return history_cache._place(history.path)


def test_the_next_process_parses_only_what_is_new(
    history: History, parsed: list[bytes]
) -> None:
    first = history.read()
    assert len(parsed) == 10
    parsed.clear()
    second = next_process(history)
    assert parsed == [b'{"schema": 1}']  # for what is amiss with it
    assert second == first
    kinds = [[type(value) for value in astuple(log.rows[0])] for log in (first, second)]
    assert kinds[0] == kinds[1]
    parsed.clear()
    history.append(row(99), NOON)
    assert len(next_process(history).rows) == len(first.rows) + 1
    assert len(parsed) == 2
    assert next_process(history).problems == first.problems == without(history).problems


def test_one_cut_off_at_any_byte_or_with_any_byte_changed_is_no_loss(
    history: History,
) -> None:
    found = history.read()
    data = kept(history).read_bytes()
    for n in [*range(0, len(data), 37), len(data) - 1]:
        spoilt = data[:n] + bytes([data[n] ^ 1]) + data[n + 1 :]
        for other in (data[:n], spoilt, data + b"x"):
            kept(history).write_bytes(other)
            kept(history).chmod(0o600)
            assert next_process(history) == found


Change = Callable[[pytest.MonkeyPatch], object]
OTHERS: dict[str, Change] = {
    "edition": lambda patch: patch.setattr(history_cache, "__version__", "0.0.1"),
    "python": lambda patch: patch.setattr(history_cache.sys, "version", "3.99"),
    "form": lambda patch: patch.setattr(history_cache, "_FORMAT", 0),
    "code": lambda patch: patch.setattr(history_cache, "_CODE", [__file__]),
}


@pytest.mark.parametrize("change", OTHERS.values(), ids=OTHERS)
def test_one_of_another_version_is_made_anew(
    history: History,
    parsed: list[bytes],
    monkeypatch: pytest.MonkeyPatch,
    change: Change,
) -> None:
    found = history.read()
    change(monkeypatch)
    parsed.clear()
    assert next_process(history) == found
    assert len(parsed) == 10
    parsed.clear()
    assert next_process(history) == found
    assert len(parsed) == 1


def test_one_that_others_could_have_written_is_not_taken(
    history: History, parsed: list[bytes]
) -> None:
    found = history.read()
    assert kept(history).stat().st_mode & 0o777 == 0o600
    kept(history).chmod(0o666)
    parsed.clear()
    assert next_process(history) == found
    assert len(parsed) == 10


def shrunk(data: bytes) -> bytes:
    return data[: len(data) // 2]


def edited(data: bytes) -> bytes:
    return data.replace(b'"correct"', b'"wrong"  ', 1)


def merged(data: bytes) -> bytes:
    return to_bytes(row(1)) + data


@pytest.mark.parametrize("change", [shrunk, edited, merged, lambda _: b""])
def test_a_history_that_is_another_one_is_read_from_its_beginning(
    history: History, change: Callable[[bytes], bytes]
) -> None:
    history.read()
    history.path.write_bytes(change(history.path.read_bytes()))
    found = next_process(history)
    assert found == without(history)


def test_rows_that_come_in_before_others_find_their_place(history: History) -> None:
    history.read()
    with history.path.open("ab") as file:
        file.write(lines(4) + to_bytes(replace(row(50), ulid="X" * 26)) + b'{"sch')
    assert next_process(history) == without(history)


def test_a_cache_that_cannot_be_written_is_done_without(
    history: History, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert len(next_process(history).rows) == 8
    assert len(next_process(history).rows) == 8


def test_a_folder_of_the_cache_holds_few_histories(tmp_path: Path) -> None:
    for n in range(7):
        one = History(tmp_path / f"{n}.jsonl")
        one.path.write_bytes(lines(3))
        one.read()
        os.utime(kept(one), (n, n))
    assert len([*(tmp_path / "cache" / "history").iterdir()]) == 4
    assert kept(one).exists()
