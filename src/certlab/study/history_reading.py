"""How a history is read: all of it once, and from then on where the last reading ended.

A reading goes on where the file is the same one, has not become shorter, and still holds the
same bytes before that place. Anything else, such as a file that was replaced or edited, is
read from its beginning. Of what lies further back than these bytes a change is seen by the
time of the file, where nothing was added since.
"""

import os
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Lock

from certlab.study import history_cache
from certlab.study.answers import Answer, AnswerError, from_bytes
from certlab.study.history_file import contents_from

Rows = tuple[Answer, ...]
Bad = list[tuple[int, AnswerError]]  # lines by number, and what is amiss
Spoilt = tuple[int, AnswerError, bytes]  # the same, with the line

_TAIL = 2**16  # bytes that must be the same before the place: of a short file all
_KEPT = 3  # files; one learner has one, and looks into another at times


@dataclass
class _Reading:
    """What the whole lines of a file held.

    Attributes:
        file: its device and number.
        size: of the file when it was read; `changed` is its time then.
        end: bytes up to which it was read.
        tail: the last of these.
        lines: how many they were.
        rows: each once, in order of time.
    """

    file: tuple[int, int] = (0, 0)
    size: int = 0
    changed: int = 0
    end: int = 0
    tail: bytes = b""
    lines: int = 0
    rows: Rows = ()
    ulids: set[str] = field(default_factory=set)
    spoilt: list[Spoilt] = field(default_factory=list)

    @property
    def bad(self) -> Bad:
        """The lines that are no rows."""
        return [(number, why) for number, why, _ in self.spoilt]

    def goes_on(self, seen: os.stat_result, data: bytes) -> bool:
        """Whether the file is the one that was read, with more at its end or as it was.

        Args:
            data: from the tail on.
        """
        same_size = seen.st_size == self.size
        return (
            self.file == (seen.st_dev, seen.st_ino)
            and data.startswith(self.tail)
            and not (same_size and seen.st_mtime_ns != self.changed)
        )

    def take(self, data: bytes) -> None:
        """Add whole lines that follow."""
        fresh, bad = _parsed(data.split(b"\n")[:-1], self.lines)
        self.rows = self.with_rows(fresh)
        self.ulids.update(row.ulid for row in fresh)
        self.spoilt += bad
        self.lines += data.count(b"\n")
        self.end += len(data)
        self.tail = (self.tail + data)[-_TAIL:]

    def with_rows(self, fresh: list[Answer]) -> Rows:
        """The rows and more of them, in order of time; of two with one ulid the first."""
        new: dict[str, Answer] = {}
        for row in fresh:
            if row.ulid not in self.ulids:
                new.setdefault(row.ulid, row)
        ordered = sorted(new.values(), key=_order)
        if not ordered:
            return self.rows
        rows = (*self.rows, *ordered)
        if self.rows and _order(ordered[0]) < _order(self.rows[-1]):
            # Another device's came in, or a clock went back.
            return tuple(sorted(rows, key=_order))
        return rows


_known: dict[str, _Reading] = {}
_reading = Lock()


def read_rows(path: Path) -> tuple[Rows, Bad]:
    """The rows of a history in order of time, those of the future among them.

    Where nothing but rows in order of time was added since, the tuple begins with the very
    rows that were there before.

    Raises:
        OSError: it cannot be read.
    """
    with _reading:
        name = str(path.absolute())
        known = _known.pop(name, None) or _Reading()
        data, seen = contents_from(path, known.end - len(known.tail))
        whole = data.rfind(b"\n") + 1
        if known.end and known.goes_on(seen, data):
            known.take(data[len(known.tail) : whole])
        else:
            if known.end:
                data, seen = contents_from(path, 0)
                whole = data.rfind(b"\n") + 1
            known = _all_of(path, data[:whole])
        known.file = seen.st_dev, seen.st_ino
        known.size, known.changed = seen.st_size, seen.st_mtime_ns
        _known[name] = known
        while len(_known) > _KEPT:
            del _known[next(iter(_known))]
        # A line without its end is a row or torn, and may be whole the next time.
        fresh, bad = _parsed([data[whole:]], known.lines)
        return known.with_rows(fresh), known.bad + [(n, why) for n, why, _ in bad]


def _all_of(path: Path, data: bytes) -> _Reading:
    """The whole lines of a history, as far as may be from what an earlier process read."""
    known, kept = _Reading(), history_cache.take(path, data)
    if kept:
        known.end, known.lines, known.rows = kept.end, kept.lines, kept.rows
        known.tail = data[max(0, known.end - _TAIL) : known.end]
        known.ulids = {row.ulid for row in kept.rows}
        for number, line in kept.bad:
            known.spoilt += _parsed([line], number - 1)[1]
    begin = known.end
    known.take(data[begin:])
    bad = tuple((number, line) for number, _, line in known.spoilt)
    now = history_cache.Kept(known.end, known.lines, known.rows, bad)
    history_cache.keep(path, data, now, begin)
    return known


def forget() -> None:
    """Read every history anew the next time, as another process does."""
    with _reading:
        _known.clear()


def _order(row: Answer) -> tuple[datetime, str]:
    return row.time, row.ulid


def _parsed(lines: list[bytes], before: int) -> tuple[list[Answer], list[Spoilt]]:
    """Some lines, of which the first follows so many."""
    rows: list[Answer] = []
    bad: list[Spoilt] = []
    for number, line in enumerate(lines, before + 1):
        if not line.strip():
            continue
        try:
            rows.append(from_bytes(line))
        except AnswerError as error:
            bad.append((number, error, line))
    return rows, bad
