"""The database: opened so that what was acknowledged survives, and brought up to date."""

import sqlite3
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from certlab.classroom.service.refused import ServiceError


class LostError(SQLAlchemyError):
    """The file of the database is gone, or another one stands in its place."""


WAITS = 30  # seconds for a lock that another process holds, as a backup does


def url_of(text: str) -> URL:
    """A database's address; a path alone is an SQLite file.

    Raises:
        ServiceError: it is neither SQLite nor PostgreSQL.
    """
    if "://" not in text:
        return URL.create("sqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise ServiceError(
            "--database: this is not the address of a database; give a file, or "
            "postgresql://USER@HOST:PORT/NAME."
        ) from error
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in ("sqlite", "sqlite+pysqlite") and url.database:
        return url
    raise ServiceError(
        f"--database: {url.drivername} is not among what the service keeps a class in; "
        "give a file, or postgresql://USER@HOST:PORT/NAME."
    )


def connect(text: str) -> Engine:
    """Open a database and bring its tables up to date.

    Raises:
        ServiceError: it cannot be opened, or its tables cannot be made.
    """
    url = url_of(text)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": WAITS})
        event.listen(engine, "connect", _durable)
        event.listen(engine, "connect", partial(_note_file, engine))
        event.listen(engine, "begin", _begin)
    else:
        engine = create_engine(url, pool_pre_ping=True, pool_size=8)
    try:
        migrate(engine)
    except CommandError as error:
        raise ServiceError(
            f"{url.render_as_string(hide_password=True)}: a newer certlab has made this "
            "database; use that one, or another database."
        ) from error
    except SQLAlchemyError as error:
        shown = url.render_as_string(hide_password=True)
        why = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise ServiceError(
            f"{shown}: the class's database cannot be used ({why}); see that it is "
            "there and may be written."
        ) from error
    return engine


def migrate(engine: Engine, to: str = "head") -> None:
    """Bring the tables to a revision of `migrations`."""
    with as_file(files(__package__) / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, to)


def _durable(connection: sqlite3.Connection, _record: Any) -> None:
    """Each commit is on the disk when it returns, and readers do not wait for it."""
    connection.isolation_level = None  # we begin transactions ourselves, see _begin
    for line in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "secure_delete = ON",  # who leaves is not to be found in the file
    ):
        connection.execute(f"PRAGMA {line}")


def file_of(engine: Engine) -> Path | None:
    """The file of a database in SQLite; None for others."""
    name = engine.url.database if engine.url.get_backend_name() == "sqlite" else None
    return Path(name).absolute() if name else None


def identity(engine: Engine) -> tuple[int, int] | None:
    """Which file it is now; None where there is none."""
    try:
        found = file_of(engine).stat()  # type: ignore[union-attr]  # None has no stat either
    except (AttributeError, OSError):
        return None
    return found.st_dev, found.st_ino


def _note_file(engine: Engine, _connection: Any, record: Any) -> None:
    record.info["file"] = identity(engine)


def _begin(connection: Connection) -> None:
    # What is written into a file that has lost its name is gone with this process.
    if connection.connection.info.get("file") != identity(connection.engine):
        raise LostError("its file is gone, or another one stands in its place")
    # Python's own sqlite3 begins at the first write only, so a read before it would
    # see another state of the class.
    connection.exec_driver_sql("BEGIN")
