"""Copies of the class's database, and whether it is still the one that was opened.

A copy is whole or not there, and stands beside the database until the next one. It gets an id of
its own: put back, it tells the learners' servers that it is another database, and each of them
sends again what it has recorded since its learner joined. PostgreSQL has pg_dump for this.
"""

import os
import secrets
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Engine

from certlab import whole_file
from certlab.classroom.service.database import file_of

_TICK = 10**9  # nanoseconds; of most disks it is a few million


def path_of(file: Path) -> Path:
    """Where the copy of a database stands."""
    return file.with_name(f"{file.stem}.copy{file.suffix}")


def make(engine: Engine) -> Path | None:
    """Copy the database, where something was written since the last copy.

    Raises:
        sqlite3.Error: it cannot be read, or the copy not be written.
        OSError: likewise; the copy of before is as it was.
    """
    file = file_of(engine)
    if file is None or not file.exists():
        return None
    written = _written(file)
    if path_of(file).exists() and path_of(file).stat().st_mtime_ns == written:
        return None
    beside = file.with_name(f".{path_of(file).name}.{secrets.token_hex(4)}.part")
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True)) as own:
            own.execute("VACUUM INTO ?", (str(beside),))
        with closing(sqlite3.connect(beside)) as copy, copy:
            other = (f'"{secrets.token_hex(8)}"',)
            done = copy.execute(
                "UPDATE setting SET value = ? WHERE key = 'database'", other
            )
            if not done.rowcount:
                raise sqlite3.DatabaseError("it holds no class")
        beside.chmod(0o600)
        # What is written in the tick of a disk's clock in which we read is in no copy.
        known = written if time.time_ns() - written > _TICK else 0
        os.utime(beside, ns=(known, known))
        beside.replace(path_of(file))
    finally:
        beside.unlink(missing_ok=True)
    return path_of(file)


def _written(file: Path) -> int:
    """When something was last written."""
    parts = [file, file.with_name(f"{file.name}-wal")]
    return max(one.stat().st_mtime_ns for one in parts if one.exists())


def known_class(engine: Engine) -> str:
    """The class whose database stood here before, "" for none.

    A database that is lost leaves its copy, which must outlive the copies of the new one.
    """
    file = file_of(engine)
    if file is None:
        return ""
    with suppress(FileNotFoundError):
        path_of(file).replace(file.with_name(f"{file.stem}.lost{file.suffix}"))
    with suppress(OSError, UnicodeDecodeError):
        return _name(file).read_text("ascii").strip()[:40]
    return ""


def remember(engine: Engine, id: str) -> None:
    """Keep the id of the class beside its database, which may be lost."""
    file = file_of(engine)
    if file is not None:
        whole_file.sweep(path_of(file))  # of a service that was killed in a copy
        whole_file.write(_name(file), f"{id}\n")


def _name(file: Path) -> Path:
    return file.with_name(f"{file.stem}.id")
