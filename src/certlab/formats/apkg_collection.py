"""The database of an Anki package, as Anki itself makes it since schema 11.

Its tables and what its JSON holds are Anki's: rslib/src/storage/schema11.sql of
https://github.com/ankitects/anki. Every program that reads packages takes this schema; a
test opens what is written here with Anki's own library.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

_VERSION = 11
_FRESH = -1  # an update sequence number: never sent to AnkiWeb
_TABLES = """
CREATE TABLE col (id INTEGER PRIMARY KEY, crt INTEGER NOT NULL, mod INTEGER NOT NULL,
  scm INTEGER NOT NULL, ver INTEGER NOT NULL, dty INTEGER NOT NULL, usn INTEGER NOT NULL,
  ls INTEGER NOT NULL, conf TEXT NOT NULL, models TEXT NOT NULL, decks TEXT NOT NULL,
  dconf TEXT NOT NULL, tags TEXT NOT NULL);
CREATE TABLE notes (id INTEGER PRIMARY KEY, guid TEXT NOT NULL, mid INTEGER NOT NULL,
  mod INTEGER NOT NULL, usn INTEGER NOT NULL, tags TEXT NOT NULL, flds TEXT NOT NULL,
  sfld INTEGER NOT NULL, csum INTEGER NOT NULL, flags INTEGER NOT NULL, data TEXT NOT NULL);
CREATE TABLE cards (id INTEGER PRIMARY KEY, nid INTEGER NOT NULL, did INTEGER NOT NULL,
  ord INTEGER NOT NULL, mod INTEGER NOT NULL, usn INTEGER NOT NULL, type INTEGER NOT NULL,
  queue INTEGER NOT NULL, due INTEGER NOT NULL, ivl INTEGER NOT NULL,
  factor INTEGER NOT NULL, reps INTEGER NOT NULL, lapses INTEGER NOT NULL,
  left INTEGER NOT NULL, odue INTEGER NOT NULL, odid INTEGER NOT NULL,
  flags INTEGER NOT NULL, data TEXT NOT NULL);
CREATE TABLE revlog (id INTEGER PRIMARY KEY, cid INTEGER NOT NULL, usn INTEGER NOT NULL,
  ease INTEGER NOT NULL, ivl INTEGER NOT NULL, lastIvl INTEGER NOT NULL,
  factor INTEGER NOT NULL, time INTEGER NOT NULL, type INTEGER NOT NULL);
CREATE TABLE graves (usn INTEGER NOT NULL, oid INTEGER NOT NULL, type INTEGER NOT NULL);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);
"""
# What a collection has that nobody has used: Anki keeps what the learner's own says.
_CONFIG = {"nextPos": 1, "estTimes": True, "activeDecks": [1], "sortType": "noteFld",
           "timeLim": 0, "sortBackwards": False, "addToCur": True, "curDeck": 1,
           "newSpread": 0, "dueCounts": True, "collapseTime": 1200}  # fmt: skip
_OPTIONS = {
    "id": 1, "name": "Default", "mod": 0, "usn": 0, "maxTaken": 60, "autoplay": True,
    "timer": 0, "replayq": True,
    "new": {"bury": True, "delays": [1, 10], "initialFactor": 2500, "ints": [1, 4, 7],
            "order": 1, "perDay": 20, "separate": True},
    "rev": {"bury": True, "ease4": 1.3, "fuzz": 0.05, "ivlFct": 1, "maxIvl": 36500,
            "minSpace": 1, "perDay": 100},
    "lapse": {"delays": [10], "leechAction": 0, "leechFails": 8, "minInt": 1, "mult": 0},
}  # fmt: skip


@dataclass(frozen=True)
class NoteType:
    """Notes with these fields, and one card each; `asks` is the place of what it asks."""

    id: int
    name: str
    fields: Sequence[str]
    front: str
    back: str
    style: str
    asks: int


@dataclass(frozen=True)
class Note:
    """One note and its card, in a deck that is named by its id."""

    guid: str
    deck: int
    fields: Sequence[str]
    tags: Sequence[str]


def collection(
    type: NoteType, decks: Mapping[int, str], notes: Sequence[Note], now: float
) -> bytes:
    """The bytes of the database, the same for the same notes and time.

    Args:
        type: of every note.
        decks: names by id.
        notes: in the order in which they are learned.
        now: seconds since 1970.
    """
    seconds, ids = int(now), count(int(now * 1000))
    made = {
        id: _deck(id, name, seconds) for id, name in {1: "Default", **decks}.items()
    }
    types = {type.id: _note_type(type, seconds)}
    about: tuple[dict[Any, Any], ...] = (_CONFIG, types, made, {1: _OPTIONS}, {})
    day = (seconds, 1000 * seconds, 1000 * seconds, _VERSION, 0, 0, 0)
    with sqlite3.connect(":memory:") as database:
        database.executescript(_TABLES)
        _insert(database, "col", 1, *day, *map(json.dumps, about))
        for note in notes:
            tags, texts = f" {' '.join(note.tags)} ", "\x1f".join(note.fields)
            row = (note.guid, type.id, seconds, _FRESH, tags, texts, note.fields[0])
            id = next(ids)
            _insert(database, "notes", id, *row, 0, 0, "")
            card = (id, note.deck, 0, seconds, _FRESH)
            _insert(database, "cards", next(ids), *card, *[0] * 11, "")
    data = database.serialize()
    database.close()
    return data


def _insert(database: sqlite3.Connection, table: str, *row: object) -> None:
    database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _deck(id: int, name: str, seconds: int) -> dict[str, Any]:
    none_today = {f"{what}Today": [0, 0] for what in ("new", "rev", "lrn", "time")}
    return none_today | {
        "id": id, "name": name, "mod": seconds, "usn": _FRESH, "conf": 1, "desc": "",
        "dyn": 0, "collapsed": False, "extendNew": 0, "extendRev": 50,
    }  # fmt: skip


def _note_type(type: NoteType, seconds: int) -> dict[str, Any]:
    look = {"font": "Liberation Sans", "media": [], "rtl": False, "size": 20}
    fields = [
        {"name": name, "ord": n, "sticky": False, **look}
        for n, name in enumerate(type.fields)
    ]
    card = {"name": "Question", "ord": 0, "qfmt": type.front, "afmt": type.back,
            "bqfmt": "", "bafmt": "", "bfont": "", "bsize": 0, "did": None}  # fmt: skip
    return {
        "id": type.id, "name": type.name, "type": 0, "mod": seconds, "usn": _FRESH,
        "flds": fields, "tmpls": [card], "req": [[0, "all", [type.asks]]],
        "css": type.style, "sortf": 0, "did": 1, "tags": [], "vers": [],
        "latexPre": "", "latexPost": "", "latexsvg": False,
    }  # fmt: skip
