"""The notes of an Anki package, .apkg, read into drafts of cards and clozes.

A package is an archive with a database in it, collection.anki21 or, before 2018,
collection.anki2. The one that Anki writes for itself alone is compressed with Zstandard,
and is refused. Media are not read. Which fields are on the front and on the back is told
by the first template of the note's type.
"""

import contextlib
import json
import sqlite3
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from certlab.errors import ContentError
from certlab.formats.anki_text import joined, keep, text_in
from certlab.formats.drafts import Back, Draft, Reading
from certlab.formats.file_limits import MOST_CHARACTERS, clean

_DATABASES = ("collection.anki21", "collection.anki2")
_COMPRESSED = "collection.anki21b"
MOST_BYTES = 256 * 2**20  # of the database; 10,000 notes with long texts have 40 MB


def read_package(path: Path) -> Reading:
    """The notes of a package.

    Raises:
        ContentError: it cannot be read, or is no package of notes; nothing is half read.
    """
    data = _database(path)
    reading = Reading(path.name)
    try:
        with contextlib.closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(data)
            # What somebody else's database would have us call is not called.
            database.execute("PRAGMA trusted_schema = OFF")
            database.text_factory = lambda raw: raw.decode("utf-8", "replace")
            types = json.loads(database.execute("SELECT models FROM col").fetchone()[0])
            rows = database.execute(
                "SELECT guid, mid, tags, flds FROM notes ORDER BY id"
            )
            for number, (guid, type, tags, fields) in enumerate(rows, 1):
                sides = _sides(types[str(type)])
                place = Draft(
                    f"note {number}", "", Back(""), "", tags.strip(), str(guid)
                )
                _note(reading, place, fields.split("\x1f"), *sides)
    except (sqlite3.Error, ValueError, LookupError, TypeError, AttributeError):
        says = "its database is broken; export the deck again in Anki"
        raise ContentError(
            f"{path}: {says}, and nothing of yours has changed."
        ) from None
    return reading


def _database(path: Path) -> bytes:
    again = 'export the deck again with "Support older Anki versions" ticked'
    if path.is_dir():
        raise ContentError(f"{path}: this is a folder; name a file in it.")
    if not path.is_file():
        raise ContentError(f"{path}: there is no such file; check the path.")
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            name = next((one for one in _DATABASES if one in names), "")
            if _COMPRESSED in names or not name:
                raise ContentError(f"{path}: it has no deck that we can read; {again}.")
            with archive.open(name) as file:
                data = file.read(MOST_BYTES + 1)
    except OSError as error:
        says = f"cannot be read ({error.strerror or error}); check the path"
        raise ContentError(f"{path}: {says}.") from None
    # NotImplementedError and RuntimeError: a way of packing unknown to us, a password.
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError):
        says = "is not an Anki package, or is cut short; export the deck again in Anki"
        raise ContentError(f"{path}: {says}.") from None
    if len(data) > MOST_BYTES:
        most = f"{MOST_BYTES // 2**20} MiB"
        says = f"its database holds more than {most}; export the deck in parts"
        raise ContentError(f"{path}: {says}.")
    return data


def _sides(type: Any) -> tuple[list[int], list[int], int]:
    """The fields of the front and of the back, by place, and how many cards there are."""
    names = [one["name"] for one in type["flds"]]
    cards = type["tmpls"]
    # Where an answer is to be typed, the front names its field without showing it.
    front = _fields(cards[0]["qfmt"].replace("{{type:", ""), names)
    back = [one for one in _fields(cards[0]["afmt"], names) if one not in front]
    return front, back, 1 if type["type"] == 1 else len(cards)


def _fields(template: str, names: Sequence[str]) -> list[int]:
    """Places of the fields that a template names, "{{Front}}" or "{{type:Front}}"."""
    parts = (part.partition("}}")[0] for part in template.split("{{")[1:])
    shown = (part.rpartition(":")[2].strip() for part in parts)
    return list(dict.fromkeys(names.index(one) for one in shown if one in names))


def _note(
    reading: Reading,
    note: Draft,
    fields: Sequence[str],
    front: Iterable[int],
    back: Iterable[int],
    cards: int,
) -> None:
    if any(len(one) > MOST_CHARACTERS for one in fields):
        says = f"a field is longer than {MOST_CHARACTERS:,} characters."
        reading.refuse(note.where, says)
        return
    texts = [text_in(reading, note.where, clean(one), html=True) for one in fields]
    if cards > 1:
        reading.note(note.where, "of its several cards only the first is asked.")
    ask, answer = (joined([texts[n] for n in side]) for side in (front, back))
    whole = Draft(note.where, ask, Back(answer), "", note.about, note.guid)
    keep(reading, whole, [answer])
