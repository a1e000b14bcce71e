"""A learner's history: an append-only log of answers, one JSON object a line.

An answer is on disk before anybody is told about it. Lines that cannot be read are
reported and skipped; none is ever changed or removed. Of two lines with one ulid the
first is the row.
"""

import os
import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path

from certlab import whole_file
from certlab.errors import HistoryError
from certlab.study.answers import (
    Answer,
    AnswerError,
    NewerError,
    as_written,
    graded_rows,
    new_ulid,
    stamp,
    to_bytes,
)
from certlab.study.history_file import adding, contents_after, end_of, write
from certlab.study.history_merge import Merged, merge, opened, recorded
from certlab.study.history_reading import Bad, Rows, read_rows
from certlab.words import Sentence, plural

FILE = "history.jsonl"
_LISTED = 20  # lines that are named one by one
_DEVICE = re.compile(rb"[\w-]{1,32}\s*")
_AHEAD = timedelta(
    days=1
)  # by which another machine's clock may differ from this one's


@dataclass(frozen=True)
class Log:
    """What a history holds: its rows in order of time, and a sentence for what is amiss.

    Rows that a wrong clock has dated in the future are kept and do not count until then.
    """

    rows: tuple[Answer, ...]
    problems: tuple[str, ...]

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """The rows that are graded answers and were not taken back."""
        return graded_rows(self.rows)


@dataclass(frozen=True)
class History:
    """The log at `path`; it comes into being with the first answer."""

    path: Path

    def append(self, answer: Answer, now: datetime | None = None) -> Answer:
        """Record an answer; it is on disk when this returns.

        Args:
            answer: without `at`, which is added. `ulid` and `device` are added where
                they are missing; a row that follows from another brings them, so that
                whoever records it records the same.
            now: when it was given; the present when None.

        Returns:
            The answer as recorded.

        Raises:
            HistoryError: it could not be written; the history is as it was.
        """
        now = now or datetime.now(UTC)
        try:
            with adding(self.path) as file:
                kept = replace(
                    answer,
                    at=stamp(now),
                    ulid=answer.ulid or new_ulid(now),
                    device=answer.device or self._device(),
                )
                write(file, as_written(kept))
        except AnswerError as error:
            says = Sentence("The answer was not recorded: it {why}.", why=error.args[0])
            raise HistoryError(says) from error
        except OSError as error:
            raise self._unwritten(error, answered=bool(answer.item)) from error
        return kept

    def record(self, answers: Iterable[Answer]) -> tuple[Answer, ...]:
        """Record answers that a page gave, with its own times and ulids; all or none.

        One whose ulid is here already is not recorded again, so a page that heard nothing
        may send it once more.

        Returns:
            Those that are new, as recorded; they are on disk.

        Raises:
            HistoryError: they could not be written; the history is as it was.
        """
        sent: dict[str, Answer] = {}
        for one in answers:
            sent.setdefault(one.ulid, one)
        try:
            with adding(self.path) as file:
                here = recorded(file, sent)
                fresh = tuple(
                    replace(one, device=one.device or self._device())
                    for one in sent.values()
                    if one.ulid not in here
                )
                write(file, b"".join(map(to_bytes, fresh)))
        except OSError as error:
            raise self._unwritten(error) from error
        return fresh

    def after(self, place: str) -> tuple[bytes, str]:
        """The lines that were added after a place in the file, and where they end.

        Args:
            place: as it was given out; where it does not fit any more, all lines come.

        Raises:
            HistoryError: the file is there and cannot be read.
        """
        try:
            return contents_after(self.path, place)
        except FileNotFoundError:
            return b"", ""
        except OSError as error:
            raise self._unread(error) from error

    def end(self) -> str:
        """The place where it ends now, "" where there is none.

        Raises:
            HistoryError: the file is there and cannot be looked at.
        """
        try:
            return end_of(self.path)
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise self._unread(error) from error

    def read(self) -> Log:
        """All rows, each once, in order of time, but those that are dated in the future.

        Raises:
            HistoryError: the file is there and cannot be opened.
        """
        try:
            ordered, bad = read_rows(self.path)
        except FileNotFoundError:
            return Log((), ())
        except OSError as error:
            raise self._unread(error) from error
        problems = list(_passed_over(self.path.name, bad))
        ahead = _ahead(ordered)
        if ahead:
            problems.append(_future(self.path.name, ahead))
        return Log(ordered[: len(ordered) - len(ahead)], tuple(problems))

    def merge(self, source: str | Path) -> Merged:
        """Add the rows of another history that this one lacks, all of them or none.

        It is a union by ulid: in whatever order and however often histories are merged,
        they hold the same rows. What was here stays as it is.

        Args:
            source: its file, which is read line by line, or its text.

        Raises:
            HistoryError: it cannot be read, or its rows not be written; then the
                history is as it was, unless the power failed meanwhile. Then it has
                some of the rows, and merging again adds the others.
        """
        try:
            with opened(source) as file:
                return merge(self.path, file)
        except OSError as error:
            says = Sentence(
                "{path}: nothing was imported ({why}); "
                "make room or give write access, then import again.",
                path=self.path,
                why=error.strerror or str(error),
            )
            raise HistoryError(says) from error

    def _unwritten(self, error: OSError, *, answered: bool = True) -> HistoryError:
        given = {"path": self.path, "why": error.strerror or str(error)}
        if answered:
            says = Sentence(
                "{path}: the answer was not recorded ({why}); "
                "make room or give write access, then answer again.",
                **given,
            )
        else:  # a goal, or a step of an exam
            says = Sentence(
                "{path}: this was not recorded ({why}); "
                "make room or give write access, then try again.",
                **given,
            )
        return HistoryError(says)

    def _unread(self, error: OSError) -> HistoryError:
        says = Sentence(
            "{path}: cannot be read ({why}); give read access.",
            path=self.path,
            why=error.strerror,
        )
        return HistoryError(says)

    def _device(self) -> str:
        """This workspace's name; whoever asks holds the log, so that two agree on one."""
        path = self.path.parent / ".certlab" / "device"
        # A pipe never ends, and a link may lead to any text of this machine.
        plain = path.is_file() and not path.is_symlink()
        name = path.read_bytes() if plain else b""
        if not _DEVICE.fullmatch(name):  # or its writer died before it was whole
            path.parent.mkdir(exist_ok=True)
            name = os.urandom(4).hex().encode()
            whole_file.write(path, name + b"\n")
        return name.decode().strip()


def _ahead(ordered: Rows) -> Rows:
    """Of rows in order of time, those that no clock near ours can have dated by now.

    A day of 2031 would put an item off for years, and a goal of that day no goal could replace.
    """
    last = present() + _AHEAD
    return ordered[bisect(ordered, last, key=lambda one: one.time) :]


def present() -> datetime:
    """What this machine's clock says."""
    return datetime.now(UTC)


def _future(file: str, ahead: Rows) -> Sentence:
    return plural(
        "{file}: {n} row is dated in the future, {day}; it is kept and does not count until then, "
        "so check the clock of this machine.",
        "{file}: {n} rows are dated in the future, up to {day}; they are kept and do not count "
        "until then, so check the clock of this machine.",
        len(ahead),
        file=file,
        day=ahead[-1].at[:10],
    )


def _passed_over(file: str, bad: Bad) -> Iterator[str]:
    """A sentence for each bad line, and one for all that a newer version wrote."""
    newer = [number for number, error in bad if isinstance(error, NewerError)]
    if len(newer) > 1:
        yield Sentence(
            "{file}: {n} lines were written by a newer version of certlab; they are kept "
            "and skipped until you update it.",
            file=file,
            n=len(newer),
        )
    told = [one for one in bad if len(newer) < 2 or not isinstance(one[1], NewerError)]
    listed = told[:_LISTED] if len(told) > _LISTED + 1 else told
    for number, error in listed:
        yield Sentence(
            "{file}, line {n} {why}; it is kept and skipped.",
            file=file,
            n=number,
            why=error.args[0],
        )
    if more := len(told) - len(listed):
        yield Sentence(
            "{file}: {n} more lines are kept and skipped; certlab check --history counts them.",
            file=file,
            n=more,
        )
