"""The SQLite file of an MLflow store, looked at before MLflow opens it.

MLflow calls a file of a newer version "out-of-date", waits twenty seconds for a lock, and
shows a traceback of SQLAlchemy for a torn file. Here each of them is a sentence.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from certlab.errors import Refusal

# https://www.sqlite.org/fileformat.html, section 1.3: the first bytes, and their number.
_HEAD = b"SQLite format 3\0"
_HEADER = 100
_WAIT = 1.0  # seconds for somebody who is just writing


def look(file: Path) -> None:
    """Refuse a file that MLflow, as it is installed, cannot use; one not there is new.

    Nothing in the file is changed.

    Raises:
        Refusal: it is no database, torn, locked, not MLflow's, or of another schema.
    """
    if not file.exists():
        return
    try:
        with file.open("rb") as opened:
            head = opened.read(_HEADER)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Refusal(
            f"{file.name} cannot be opened ({why}); name another file for the store."
        ) from error
    if not head.startswith(_HEAD):
        raise Refusal(
            f"{file.name} is not an SQLite database; name another file for the store, "
            "or put back a copy."
        )
    try:
        revision = _revision(file, _promised(head))
    except sqlite3.OperationalError as error:
        raise Refusal(_not_free(file, error)) from error
    except sqlite3.DatabaseError as error:
        raise Refusal(
            f"{file.name} is torn: a part of it is missing or was overwritten; keep it, "
            "and go on with a copy from before."
        ) from error
    _known(file, revision)


def _promised(head: bytes) -> int:
    """How many bytes a file has by its own header; 0 where the header does not say.

    SQLite does not look at the last page while nothing stands in it, and writes there later.
    """
    if len(head) < _HEADER or head[24:28] != head[92:96]:  # the count is from before
        return 0
    page = int.from_bytes(head[16:18])  # 1 stands for 65,536
    return int.from_bytes(head[28:32]) * (65536 if page == 1 else page)


def _revision(file: Path, promised: int) -> str:
    """The revision of the schema in a file that is whole, of so many bytes, and free."""
    if file.stat().st_size < promised:
        raise sqlite3.DatabaseError("the end is missing")
    address = f"{file.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=_WAIT)) as database:
        (whole,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if whole != "ok":
            raise sqlite3.DatabaseError(whole)
        database.execute("BEGIN IMMEDIATE")  # fails where somebody else writes
        database.execute("ROLLBACK")
        tables = {
            name for (name,) in database.execute("SELECT name FROM sqlite_master")
        }
        if not {"alembic_version", "experiments", "runs"} <= tables:
            raise Refusal(
                f"{file.name} is a database of another program, without MLflow's "
                "tables; name another file for the store."
            )
        row = database.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else "none"


def _not_free(file: Path, error: sqlite3.OperationalError) -> str:
    if "locked" in str(error) or "busy" in str(error):
        return (
            f"{file.name} is locked by another program that is writing to it; wait for "
            "that program or end it, then try again."
        )
    return f"{file.name} cannot be written ({error}); look at its rights and its disk."


def _known(file: Path, revision: str) -> None:
    """Refuse a revision that is not the newest one of the MLflow that is installed."""
    import mlflow.store.db_migrations
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    (folder,) = mlflow.store.db_migrations.__path__
    scripts = ScriptDirectory(folder)
    if revision in scripts.get_heads():
        return
    try:
        scripts.get_revision(revision)
    except CommandError as error:
        raise Refusal(
            f"{file.name} has schema {revision}, which MLflow {mlflow.__version__} does "
            "not know, so a newer MLflow made it; install that version, and do not "
            "upgrade the file."
        ) from error
    raise Refusal(
        f"{file.name} has schema {revision} of an older MLflow; copy the file, then run "
        f"mlflow db upgrade sqlite:///{file.name} in its folder."
    )
