"""A learner's history: an append-only log of answers, one JSON object a line.

An answer is on disk before anybody is told about it. Lines that cannot be read are
reported and passed over; none is ever changed or removed.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from certlab.errors import HistoryError
from certlab.study.answers import (
    Answer,
    AnswerError,
    counted,
    from_line,
    new_ulid,
    stamp,
    to_line,
)

FILE = "history.jsonl"


@dataclass(frozen=True)
class Log:
    """What a history holds: every row in order of time, and a sentence a bad line."""

    rows: tuple[Answer, ...]
    problems: tuple[str, ...]

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """The rows that are graded answers and were not taken back."""
        return counted(self.rows)


@dataclass(frozen=True)
class History:
    """The log at `path`; it comes into being with the first answer."""

    path: Path

    def append(self, answer: Answer, now: datetime | None = None) -> Answer:
        """Record an answer; it is on disk when this returns.

        Args:
            answer: without `at` and `device`, which are added; and without `ulid`, but
                where a second recording of the same row must not count twice.
            now: when it was given; the present when None.

        Returns:
            The answer as recorded.

        Raises:
            HistoryError: it could not be written; the history is as it was, but for
                perhaps a torn last line.
        """
        now = now or datetime.now(UTC)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            ulid = answer.ulid or new_ulid(now)
            kept = replace(answer, at=stamp(now), ulid=ulid, device=self._device())
            with _locked(self.path) as file:
                line = to_line(kept).encode() + b"\n"
                _write(file, (b"\n" if _torn(file) else b"") + line)
        except OSError as error:
            says = error.strerror or str(error)
            raise HistoryError(
                f"{self.path}: the answer was not recorded ({says}); "
                "make room or give write access, then answer again."
            ) from error
        return kept

    def read(self) -> Log:
        """All rows, each once, in order of time.

        Raises:
            HistoryError: the file is there and cannot be opened.
        """
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return Log((), ())
        except OSError as error:
            raise HistoryError(
                f"{self.path}: cannot be read ({error.strerror}); give read access."
            ) from error
        answers: dict[str, Answer] = {}
        problems = []
        for number, line in enumerate(data.split(b"\n"), 1):
            if not line.strip():
                continue
            try:
                answer = from_line(line.decode())
            except (AnswerError, UnicodeDecodeError) as error:
                says = error if isinstance(error, AnswerError) else "is not text"
                name = f"{self.path.name}, line {number}"
                problems.append(f"{name} {says}; it is kept and passed over.")
            else:
                answers[answer.ulid] = answer
        ordered = sorted(answers.values(), key=lambda one: (one.at, one.ulid))
        return Log(tuple(ordered), tuple(problems))

    def _device(self) -> str:
        path = self.path.parent / ".certlab" / "device"
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_text(os.urandom(4).hex() + "\n", "ascii")
        return path.read_text("ascii").strip()


def _write(file: BinaryIO, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(file.fileno(), left) :]
    os.fsync(file.fileno())


def _torn(file: BinaryIO) -> bool:
    """Whether the last line lacks its newline: a writer died or the disk was full."""
    if file.seek(0, os.SEEK_END) == 0:
        return False
    file.seek(-1, os.SEEK_END)
    return file.read(1) != b"\n"


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """The file, open for appending and held against other writers."""
    with path.open("ab+", buffering=0) as file:
        try:
            from fcntl import LOCK_EX, flock
        except ImportError:  # Windows locks otherwise; a browser has one writer
            with _locked_windows(file):
                yield file
            return
        flock(file, LOCK_EX)  # released when the file is closed
        yield file


@contextmanager
def _locked_windows(file: BinaryIO) -> Iterator[None]:
    try:
        import msvcrt
    except ImportError:
        yield
        return
    file.seek(1 << 30)  # past the end: readers are not kept out
    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]  # Windows only
    try:
        yield
    finally:
        file.seek(1 << 30)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined,unused-ignore]  # Windows only
