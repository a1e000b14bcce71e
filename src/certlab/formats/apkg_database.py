"""The database of an Anki package: somebody else's, so it is read as rows and no more.

A database can hold views, generated columns and virtual tables, that is, programs. None of
them is run: what is read must be a table, and steps, lengths and memory have their limits
(https://sqlite.org/security.html, "Untrusted SQLite Database Files"). All of it is held in
memory, and nothing is written to a disk.
"""

import contextlib
import json
import sqlite3
import zipfile
from io import BufferedReader
from itertools import count
from pathlib import Path
from typing import Any

from certlab.errors import ContentError, read_or_refuse
from certlab.formats.file_limits import MOST_QUESTIONS, MOST_TEXT, opened

_DATABASES = ("collection.anki21", "collection.anki2")
_COMPRESSED = "collection.anki21b"
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack without a limit
MOST_BYTES = 256 * 2**20  # of the database; 10,000 notes with long texts have 40 MB
_MOST_LISTED = 16 * 2**20  # bytes of the archive's list of members: 250,000 media
_CHUNK = 2**20
# Steps of SQLite: 20 tables take 140, and many thousand a time that grows with the square;
# 20,000 notes take 300,000.
_TO_LOOK, _TO_READ = 50_000, 1_000_000
_STEPS = 10_000  # between two looks at the count
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 8 * 2**20,  # of a value; all note types have 1 MB
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 4,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}
_PRAGMAS = (
    "trusted_schema = OFF",
    "cell_size_check = ON",
    "temp_store = MEMORY",
    "query_only = ON",
)
_TABLES = """
    SELECT name FROM sqlite_master
    WHERE type = 'table' AND rootpage > 1 AND sql LIKE 'CREATE TABLE %'
"""
_COLUMNS = "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0"  # none generated
_WANTED = {"col": {"models"}, "notes": {"guid", "mid", "tags", "flds"}}
Row = tuple[str, str, str, str]  # GUID, note type, tags, fields


def read_database(path: Path) -> tuple[Any, list[Row]]:
    """The note types of a package, as its JSON has them, and its notes in order.

    Raises:
        ContentError: it cannot be read, is none, or holds more than we take.
    """
    data = _unpacked(path)
    says = "its database is broken; export the deck again in Anki"
    refusal = ContentError(f"{path}: {says}, and nothing of yours has changed.")
    with (
        read_or_refuse(refusal),
        contextlib.closing(sqlite3.connect(":memory:")) as database,
    ):
        for limit, most in _LIMITS.items():
            database.setlimit(limit, most)
        _may_take(database, _TO_LOOK)
        database.deserialize(data)
        del data
        for pragma in _PRAGMAS:
            database.execute(f"PRAGMA {pragma}")
        database.text_factory = lambda raw: raw.decode("utf-8", "replace")
        tables = {name for (name,) in database.execute(_TABLES)}
        for table, wanted in _WANTED.items():
            columns = {name for (name,) in database.execute(_COLUMNS, (table,))}
            if table not in tables or not wanted <= columns:
                raise refusal
        _may_take(database, _TO_READ)
        (models,) = database.execute(_text_of("col", "models")).fetchone()
        return json.loads(models), _rows(path, database)


def _may_take(database: sqlite3.Connection, steps: int) -> None:
    taken = count(0, _STEPS)
    database.set_progress_handler(lambda: next(taken) > steps, _STEPS)


def _rows(path: Path, database: sqlite3.Connection) -> list[Row]:
    """The notes, at most one more than may be. A table's order is that of its ids."""
    rows: list[Row] = []
    left = MOST_TEXT
    query = f"{_text_of('notes', 'guid', 'mid', 'tags', 'flds')} LIMIT ?"
    for row in database.execute(query, (MOST_QUESTIONS + 1,)):
        left -= sum(map(len, row))
        if left < 0:
            most = f"{MOST_TEXT // 2**20} million characters"
            says = f"its notes hold more than {most}; export the deck in parts"
            raise ContentError(f"{path}: {says}.")
        rows.append(row)
    return rows


def _text_of(table: str, *columns: str) -> str:
    """A query for columns as text, whatever they hold; sorting would need a second copy."""
    texts = (f"CAST(coalesce({one}, '') AS TEXT)" for one in columns)
    return f"SELECT {', '.join(texts)} FROM {table} NOT INDEXED"


class _Listed(BufferedReader):
    """An archive of which its list of members, too, is no longer than may be."""

    def read(self, size: int | None = -1) -> bytes:
        if size is not None and size > _MOST_LISTED:
            raise ValueError(size)
        return super().read(size)


def _unpacked(path: Path) -> bytearray:
    says = "is not an Anki package, or is cut short; export the deck again in Anki"
    with (
        opened(path, _Listed) as file,
        read_or_refuse(ContentError(f"{path}: {says}.")),
        zipfile.ZipFile(file) as archive,
    ):
        names = archive.namelist()
        name = next((one for one in _DATABASES if one in names), "")
        if _COMPRESSED in names or not name:
            again = 'export the deck again with "Support older Anki versions" ticked'
            raise ContentError(f"{path}: it has no deck that we can read; {again}.")
        about = archive.getinfo(name)
        if about.compress_type not in _PACKED:
            says = "is packed in another way than Anki's packages"
            raise ContentError(f"{path}: {says}; export the deck again in Anki.")
        data = bytearray()
        with archive.open(about) as member:
            while chunk := member.read(_CHUNK):
                data += chunk
                if len(data) > MOST_BYTES:
                    most = f"{MOST_BYTES // 2**20} MiB"
                    says = f"its database holds more than {most}"
                    raise ContentError(f"{path}: {says}; export the deck in parts.")
    return data
