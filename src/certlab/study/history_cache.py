"""The rows of a history as they were read, kept in the cache for the next process.

Reading a row from JSON and looking at its fields takes ten times as long as taking it from
here. What is kept is a copy: the history has all of it. It counts only for a file that begins
with the very bytes it was read from, by their digest, and for the code that read them.
"""

import marshal
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from hashlib import blake2b
from pathlib import Path

from certlab import __version__, cache_folder, whole_file
from certlab.study import answers, row_fields
from certlab.study.answers import Answer

_FORMAT = 1
_WORTH = 2**18  # bytes; a second copy of less saves nobody's time
_SPOILT = 2**18  # bytes; lines that are no rows and are looked at each time
_MOST = 4  # histories
_NAMES = tuple(one.name for one in fields(Answer))
_CODE = answers.__file__, row_fields.__file__
_DIGEST = blake2b().digest_size
# Windows does not tell whose a file is, and a browser forgets all files.
_CAN = hasattr(os, "geteuid") and sys.platform != "emscripten"


@dataclass(frozen=True)
class Kept:
    """What the first bytes of a history held.

    Attributes:
        end: how many bytes.
        lines: how many lines.
        rows: in order of time.
        bad: the lines that are no rows, by number.
    """

    end: int
    lines: int
    rows: tuple[Answer, ...]
    bad: tuple[tuple[int, bytes], ...]


def take(path: Path, data: bytes) -> Kept | None:
    """What was kept of this history; None where there is nothing that holds.

    Args:
        data: all of the history.
    """
    if len(data) < _WORTH or not _CAN:
        return None
    try:
        key, stored = _key(path), cache_folder.read_own(_place(path))
        body = stored[_DIGEST:]
        if stored[:_DIGEST] != blake2b(body, key=key).digest():
            return None
        end, digest, lines, rows, bad = marshal.loads(body)
        if end > len(data) or blake2b(memoryview(data)[:end]).digest() != digest:
            return None
        return Kept(end, lines, tuple(map(_answer, rows)), bad)
    except (OSError, ValueError, EOFError, TypeError):
        return None


def keep(path: Path, data: bytes, kept: Kept, before: int) -> None:
    """Keep what was read of a history, where that pays and can be done.

    Args:
        data: all of the history.
        before: how many bytes of it had been taken from here.
    """
    bad = sum(len(line) for _, line in kept.bad)
    if kept.end - before < _WORTH or bad > _SPOILT or not _CAN:
        return
    digest = blake2b(memoryview(data)[: kept.end]).digest()
    with suppress(OSError, ValueError):
        rows = [tuple(getattr(row, name) for name in _NAMES) for row in kept.rows]
        body = marshal.dumps((kept.end, digest, kept.lines, rows, kept.bad))
        place, key = _place(path), _key(path)
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        whole_file.write(place, blake2b(body, key=key).digest() + body, secret=True)
        _remove_old(place.parent)


def _remove_old(folder: Path) -> None:
    """Of more histories than one person has, those that were kept last stay."""
    found = sorted(folder.glob("*.rows"), key=lambda one: -one.stat().st_mtime_ns)
    for old in found[_MOST:]:
        old.unlink(missing_ok=True)


def _key(path: Path) -> bytes:
    """Of another edition, Python or history it is another."""
    code = b"".join(Path(one).read_bytes() for one in _CODE)
    names = f"{_FORMAT}\0{__version__}\0{sys.version}\0{path.resolve()}\0"
    return blake2b(names.encode("utf-8", "surrogateescape") + code).digest()


def _place(path: Path) -> Path:
    name = os.fsencode(path.resolve())
    here = cache_folder.folder("history")
    return here / f"{blake2b(name, digest_size=8).hexdigest()}.rows"


def _answer(values: Sequence[object]) -> Answer:
    """As it was made when the line was read; its fields were looked at then."""
    made = object.__new__(Answer)
    made.__dict__.update(zip(_NAMES, values, strict=True))
    return made
