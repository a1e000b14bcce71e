"""One history taken into another: a union by ulid, so that order does not matter.

app/static/store/history_file.js and store.js do the same with a browser's store, and say it
in the same sentences.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from certlab.errors import HistoryError
from certlab.study.answers import GRADED, LONGEST, Answer, AnswerError, from_bytes
from certlab.study.history_file import adding, write
from certlab.words import Sentence

_BATCH = 2**20  # bytes written at once
_NAMED = re.compile(rb'"ulid"\s*:\s*"([\w-]{1,64})"')
# Some editors put one before the first line; files that were joined have them anywhere.
_MARKS = re.compile(b"^(?:%b)+" % BOM_UTF8)
_ANOTHER = Sentence(
    "choose a certlab-history.jsonl that was exported, "
    "or the history.jsonl of a workspace"
)


@dataclass(frozen=True)
class Counted:
    """How many answers are new here, and how many were here.

    Steps of exams, and answers taken back, are rows but no answers.
    """

    added: int
    known: int


@dataclass(frozen=True)
class Merged:
    """What came of it.

    Attributes:
        added: rows that are new here.
        known: rows that were here, and stay as they are.
        problems: a sentence for each line that is no row; or the one why nothing of it
            could be read, when `added` and `known` are 0.
        answers: how many of each are answers.
    """

    added: int
    known: int
    problems: tuple[str, ...]
    answers: Counted = Counted(0, 0)


@dataclass
class Tally:
    """Rows as they are counted, by ulid."""

    rows: int = 0
    graded: set[str] = field(default_factory=set)
    undone: set[object] = field(default_factory=set)

    def take(self, row: Answer) -> None:
        self.rows += 1
        if row.outcome in GRADED:
            self.graded.add(row.ulid)
        elif row.outcome == "undone" and isinstance(row.response, str):
            self.undone.add(row.response)

    @property
    def answers(self) -> int:
        return len(self.graded - self.undone)


@dataclass
class Incoming:
    """The rows of a history that comes in, read once, line by line.

    Attributes:
        problems: what could not be read of the lines so far, each with its number.
        binary: whether such a line held a zero byte, which no text does.
    """

    file: BinaryIO
    problems: list[tuple[int, str]] = field(default_factory=list)
    binary: bool = False

    def __iter__(self) -> Iterator[tuple[Answer, bytes]]:
        """Each row, and its line without the end."""
        for number, line in enumerate(_lines(self.file), 1):
            if not line.strip():
                continue
            try:
                answer = from_bytes(line)
            except AnswerError as error:
                self.problems.append((number, error.args[0]))
                self.binary |= b"\0" in line
            else:
                yield answer, line.strip(b" \t\r\n")

    def passed_over(self) -> tuple[str, ...]:
        """A sentence for each line that is no row."""
        return tuple(
            Sentence("Line {n} {why}; it was skipped.", n=number, why=why)
            for number, why in self.problems
        )

    def refused(self) -> tuple[str, ...]:
        """Why a file without a row is not a history; nothing where it is empty."""
        if not self.problems:
            return ()
        if self.binary:
            return (Sentence("This is not a history; {another}.", another=_ANOTHER),)
        number, why = self.problems[0]
        says = Sentence(
            "This is not a history that can be read (line {n} {why}); {another}.",
            n=number,
            why=why,
            another=_ANOTHER,
        )
        return (says,)


def opened(source: str | Path) -> BinaryIO:
    """A history's file, or its text, for `merge`.

    Raises:
        HistoryError: it cannot be read.
    """
    if isinstance(source, str):
        # As an answer's own bytes are made; in a line that is no row it does no harm.
        return BytesIO(source.encode("utf-8", "backslashreplace"))
    try:
        # Our log is held while the other is read, and a pipe may never end.
        if source.exists() and not source.is_file():
            says = Sentence("{path} is not a file; name a history.", path=source)
            raise HistoryError(says)
        return source.open("rb")
    except OSError as error:
        raise _unreadable(source, error) from error


def merge(path: Path, file: BinaryIO) -> Merged:
    """Add to the log at `path` the rows of another that it lacks; all of them or none.

    Raises:
        HistoryError: the other cannot be read.
        OSError: ours cannot be written.
    """
    incoming = Incoming(file)
    rows = iter(incoming)
    first = next(rows, None)
    if first is None:  # and our file has not even been opened
        return Merged(0, 0, incoming.refused())
    with adding(path) as ours:
        added, known = Tally(), Tally()
        fresh = _fresh(chain([first], rows), _ulids(ours), added, known)
        for batch in _batches(fresh):
            write(ours, batch)
    counted = Counted(added.answers, known.answers)
    return Merged(added.rows, known.rows, incoming.passed_over(), counted)


def _fresh(
    rows: Iterable[tuple[Answer, bytes]], here: set[str], added: Tally, known: Tally
) -> Iterator[bytes]:
    """The lines of rows that are not here, each once; the tallies count all."""
    seen: set[str] = set()
    for row, line in rows:
        if row.ulid not in seen:
            seen.add(row.ulid)
            (known if row.ulid in here else added).take(row)
            if row.ulid not in here:
                yield line + b"\n"


def _batches(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Many lines at a time, so that a million take not a million writes."""
    batch = bytearray()
    for line in lines:
        batch += line
        if len(batch) >= _BATCH:
            yield bytes(batch)
            batch.clear()
    if batch:
        yield bytes(batch)


def recorded(file: BinaryIO, ulids: Container[str]) -> set[str]:
    """Those of some ulids that a log has a row of; a torn line that names one is none."""
    file.seek(0)
    data, found = file.read(), set()
    for named in _NAMED.finditer(data):
        if named[1].decode() in ulids:
            first = data.rfind(b"\n", 0, named.start()) + 1
            end = data.find(b"\n", named.end())
            with suppress(AnswerError):
                found.add(from_bytes(data[first : None if end < 0 else end]).ulid)
    return found


def _ulids(file: BinaryIO) -> set[str]:
    """The ulids that a log holds."""
    file.seek(0)
    found = set()
    for line in file.read().split(b"\n"):
        try:
            found.add(from_bytes(line).ulid)
        except AnswerError:
            continue  # reading says so
    return found


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Each line, the beginning of one that is too long."""
    while line := _read(file):
        yield _MARKS.sub(b"", line)
        while line and not line.endswith(b"\n"):
            line = _read(file)


def _read(file: BinaryIO) -> bytes:
    try:
        return file.readline(LONGEST + 1)  # enough to see that it is too long
    except OSError as error:
        raise _unreadable(file.name, error) from error


def _unreadable(name: str | Path, error: OSError) -> HistoryError:
    says = Sentence(
        "{path}: cannot be read ({why}); name another file.",
        path=name,
        why=error.strerror,
    )
    return HistoryError(says)
