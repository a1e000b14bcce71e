"""Anki packages that somebody made to do harm: one sentence each, and soon."""

import io
import json
import random
import resource
import sqlite3
import struct
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tests.formats.test_own_deck import BASIC, TYPES, card, database

ENDLESS = """
CREATE VIEW notes AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
SELECT x AS id, 'g' AS guid, 1 AS mid, '' AS tags, 'a' AS flds FROM c
"""
HUGE = """
CREATE VIEW notes AS
SELECT 1 AS id, 'g' AS guid, 1 AS mid, '' AS tags, hex(zeroblob(300000000)) AS flds
"""
GENERATED = """
CREATE TABLE notes (id INTEGER PRIMARY KEY, guid TEXT, mid INTEGER, tags TEXT,
flds TEXT GENERATED ALWAYS AS (hex(zeroblob(300000000))) VIRTUAL);
INSERT INTO notes (guid, mid, tags) VALUES ('g', 1, '')
"""
VIRTUAL = "CREATE VIRTUAL TABLE notes USING fts5(id, guid, mid, tags, flds)"
# A row of the schema that says it is a table, with a view's text.
DISGUISED = f"""
CREATE TABLE notes (id INTEGER PRIMARY KEY, guid, mid, tags, flds);
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = '{ENDLESS.strip().replace("'", "''")}' WHERE name = 'notes'
"""
# 300,000 tables to know of before one is read.
TABLES = """
PRAGMA writable_schema = ON;
WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 300000)
INSERT INTO sqlite_master
SELECT 'table', 't' || x, 't' || x, 2, 'CREATE TABLE t' || x || ' (a, b, c)' FROM c
"""


def made(script: str, models: str = json.dumps(TYPES)) -> bytes:
    """A database with a table col, and what else the script makes."""
    with sqlite3.connect(":memory:") as found:
        found.execute("CREATE TABLE col (models TEXT)")
        found.execute("INSERT INTO col VALUES (?)", (models,))
        found.executescript(script)
    return found.serialize()


def archive(
    data: bytes, packing: int = zipfile.ZIP_DEFLATED, name: str = "collection.anki2"
) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", packing, compresslevel=1) as made:
        made.writestr(name, data)
    return file.getvalue()


NOTES = "CREATE TABLE notes (id INTEGER PRIMARY KEY, guid, mid, tags, flds);"
ONE = f"{NOTES} INSERT INTO notes VALUES (1, 'g', 1, '', 'a')"
CARDS = """
WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 20000)
INSERT INTO notes SELECT NULL, 'g' || x, 1, '', 'a' || char(31) || 'b' FROM c
"""
EMPTY = """
WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 4)
INSERT INTO notes
SELECT NULL, 'g' || x, 9, '', replace(hex(zeroblob(3500000)), '0', char(31)) FROM c
"""
DEEP = "[" * 100_000 + "]" * 100_000


def many_fields(count: int) -> dict[str, object]:
    """A type of so many fields, all of them on the front."""
    front = "".join(f"{{{{{n}}}}}" for n in range(count))
    fields = [{"name": str(n)} for n in range(count)]
    template = {"qfmt": front, "afmt": "{{0}}"}
    return {**BASIC, "flds": fields, "tmpls": [template]}


def hostile() -> dict[str, bytes]:
    """Packages by what is wrong with them."""
    return {
        "a view without an end": archive(made(ENDLESS)),
        "a view of 300 MB": archive(made(HUGE)),
        "a column that is computed": archive(made(GENERATED)),
        "a virtual table": archive(made(VIRTUAL)),
        "a view that says it is a table": archive(made(DISGUISED)),
        "col is a view": archive(
            made(f"{ONE}; DROP TABLE col; CREATE VIEW col AS SELECT '{{}}' AS models")
        ),
        "no collection in it": archive(b""),
        "300,000 tables": archive(made(TABLES)),
        "no table": archive(made("")),
        "nested types": archive(made(ONE, DEEP)),
        "types that are a list": archive(made(ONE, "[]")),
        "a number of 5,000 digits": archive(made(ONE, '{"1": ' + "1" * 5000 + "}")),
        "fields that are a text": archive(made(ONE, '{"1": {"flds": "x"}}')),
        "no template": archive(made(ONE, json.dumps({"1": {**BASIC, "tmpls": []}}))),
        "a value of 9 MB": archive(
            made(f"{NOTES} INSERT INTO notes VALUES (1, 'g', 1, '', zeroblob(9000000))")
        ),
        "40 MB of text": archive(
            made(NOTES + "INSERT INTO notes VALUES (NULL, 'g', 1, '', zeroblob(7000000));" * 6)
        ),
        "21,000 notes": archive(database(*(card(f"{n}", "A", "B") for n in range(21_000)))),
        "a type of 60,000 fields": archive(
            made(NOTES + CARDS, json.dumps({"1": many_fields(60_000)}))
        ),
        "28 million empty fields": archive(
            made(f"{NOTES} {EMPTY}", json.dumps({"9": {**BASIC, "flds": [{"name": "X"}]}}))
        ),
        "zeroes": archive(bytes(300_000_000)),
        "LZMA": archive(made(ONE), zipfile.ZIP_LZMA),
        "BZIP2": archive(made(ONE), zipfile.ZIP_BZIP2),
        "a name that is not UTF-8": archive(b"", name="名.anki2").replace(
            "名".encode(), b"\xff\xfe\xfd"
        ),
        "a password": archive(made(ONE)).replace(
            b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01"
        ),
        "compressed with Zstandard": archive(b"", name="collection.anki21b"),
        "a list of 60 MB": struct.pack(
            "<30x60000000x4s4H2LH", b"PK\x05\x06", 0, 0, 9, 9, 60_000_000, 30, 0
        ),
    }  # fmt: skip


# Says what each became. Where the cause of a refusal is, decides whether it is the file's
# fault: errors of ours, which the reader would hide, come out.
READS = """
import sys, traceback
from pathlib import Path
from certlab.errors import ContentError
from certlab.formats.apkg_notes import read_package
for path in sys.argv[1:]:
    try:
        print("READ", len(read_package(Path(path)).drafts))
    except ContentError as error:
        print(error)
        if error.__cause__:
            *_, last = traceback.extract_tb(error.__cause__.__traceback__)
            if "apkg_notes" in last.filename:
                raise
"""


def limited() -> None:
    """What a child may use."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))  # all together need five
    resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # nothing is written


def told(folder: Path, packages: Iterable[bytes]) -> list[str]:
    """What is said of each package, a line each."""
    paths = []
    for number, data in enumerate(packages):
        paths.append(folder / f"{number}.apkg")
        paths[-1].write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", READS, *paths],
        capture_output=True,
        text=True,
        preexec_fn=limited,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == len(paths)
    return lines


def test_each_is_refused_in_one_sentence(tmp_path: Path) -> None:
    packages = hostile()
    said = dict(zip(packages, told(tmp_path, packages.values()), strict=True))
    # Its notes have no text, which is said of each.
    assert said.pop("28 million empty fields") == "READ 0"
    assert [name for name, says in said.items() if says.startswith("READ")] == []
    assert "holds more than 256 MiB" in said["zeroes"]
    assert "32 million characters" in said["40 MB of text"]
    assert "holds more than 20,000 questions" in said["21,000 notes"]
    assert "has more than 200 fields" in said["a type of 60,000 fields"]
    assert "packed in another way" in said["LZMA"]


def mutated(chance: random.Random, data: bytes) -> bytes:
    """The same with some bytes changed, cut out or doubled."""
    found = bytearray(data)
    for _ in range(chance.randrange(1, 8)):
        place = chance.randrange(len(found))
        match chance.randrange(4):
            case 0 | 1:
                found[place] = chance.choice([0, 1, 127, 255, chance.randrange(256)])
            case 2:
                del found[place : place + chance.randrange(1, 200)]
            case _:
                found[place:place] = found[place : place + chance.randrange(1, 200)]
    return bytes(found)


def test_what_is_broken_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    chance = random.Random(37)
    good = database(*(card(f"{n}", f"What is {n}?", "B" * 99) for n in range(40)))
    stored, packed = archive(good, zipfile.ZIP_STORED), archive(good)
    packages = [mutated(chance, stored) for _ in range(150)]
    packages += [mutated(chance, packed) for _ in range(50)]
    packages += [archive(mutated(chance, good)) for _ in range(300)]
    said = told(tmp_path, packages)
    assert {one.partition(" ")[0] == "READ" for one in said} == {True, False}
