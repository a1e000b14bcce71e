"""The class's database: copied, and found out when it is lost or another is put back."""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from benchmarks.classroom.fake_hub import FakeHub
from certlab.classroom.service import __main__ as program
from certlab.classroom.service import copies
from certlab.classroom.service.database import connect, identity
from certlab.course import Course
from tests.bound import until
from tests.classroom.service.conftest import Class, MadeRow, running

NAME = "class.sqlite"


def about(room: Class, name: str = "ada") -> Any:
    return room.user(name).get("api/class").json()


def copied(room: Class) -> Path:
    """A copy of what there is now, once the first that the service makes is there."""
    file = Path(room.service.engine.url.database)
    until(copies.path_of(file).exists, "the first copy is made")
    return copies.make(room.service.engine) or copies.path_of(file)


def settings(file: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT key, value FROM setting")
        return {key: json.loads(value) for key, value in rows}


def test_a_copy_has_all_and_an_id_of_its_own(
    room: Class, row: MadeRow, tmp_path: Path
) -> None:
    ada = room.learner("ada")
    ada.post("api/rows", json={"rows": [row()]})
    copy = copied(room)
    assert copy == tmp_path / "class.copy.sqlite"
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM answer").fetchone() == (1,)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    here, there = settings(tmp_path / NAME), settings(copy)
    assert here["class"] == there["class"]
    assert here["database"] != there["database"]
    for one in (tmp_path / NAME, tmp_path / f"{NAME}-wal"):
        os.utime(one, ns=(10**18, 10**18))
    assert copies.make(room.service.engine) == copy
    assert copies.make(room.service.engine) is None  # nothing was written since
    assert [one.name for one in tmp_path.iterdir() if ".part" in one.name] == []


def test_who_has_left_is_in_no_later_copy(
    room: Class, row: MadeRow, tmp_path: Path
) -> None:
    ada = room.learner("Ada-of-the-copy")
    ada.post("api/rows", json={"rows": [row()]})
    copy = copied(room)
    assert b"Ada-of-the-copy" in copy.read_bytes()
    ada.post("api/leave")
    copies.make(room.service.engine)
    assert b"Ada-of-the-copy" not in copy.read_bytes()
    assert {one.name for one in tmp_path.glob("*copy*")} == {copy.name}


def test_a_copy_that_cannot_be_made_leaves_the_last_one(
    room: Class, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = copied(room)
    before = copy.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        copies.make(room.service.engine)
    assert copy.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir() if ".part" in one.name] == []


@pytest.mark.parametrize("how", ["gone", "replaced"])
def test_nothing_is_kept_in_a_database_that_was_lost(
    tmp_path: Path, fixed: Course, hub: FakeHub, row: MadeRow, how: str
) -> None:
    file = tmp_path / NAME
    with running(str(file), fixed, hub) as room:
        ada, before = room.learner("ada"), about(room)
        assert ada.post("api/rows", json={"rows": [row()]}).status_code == 200
        until(lambda: copies.path_of(file).exists(), "the first copy is made")
        if how == "gone":
            file.unlink()
        else:
            shutil.copy(file, tmp_path / "other")
            (tmp_path / "other").replace(file)
        try:
            codes = {ada.post("api/rows", json={"rows": [row()]}).status_code}
        except httpx.TransportError:
            codes = set()  # it has ended already
        assert codes <= {503}
        assert room.service.is_lost()
    if how == "replaced":
        return
    with running(str(file), fixed, hub) as room:  # as the Hub starts it again
        after = about(room)
        assert after["class"] == before["class"]
        assert after["database"] != before["database"]
        assert after["joined"] is False
    assert settings(tmp_path / "class.lost.sqlite")["class"] == before["class"]


def test_the_service_ends_by_itself_when_its_database_is_lost(
    tmp_path: Path, fixed: Course, hub: FakeHub
) -> None:
    file = tmp_path / NAME
    with running(str(file), fixed, hub) as room:
        client = room.user("ada")
        assert client.get("api/class").status_code == 200
        file.unlink()

        def ended() -> bool:
            try:
                return client.get("api/class").status_code == 0
            except httpx.TransportError:
                return True

        until(ended, "it ends")


def test_the_copy_put_back_is_another_database_of_the_class(
    tmp_path: Path, fixed: Course, hub: FakeHub
) -> None:
    file = tmp_path / NAME
    with running(str(file), fixed, hub) as room:
        room.learner("ada")
        before = about(room)
        copied(room)
    for one in tmp_path.glob(f"{NAME}*"):
        one.unlink()
    (tmp_path / "class.copy.sqlite").rename(file)
    with running(str(file), fixed, hub) as room:
        after = about(room)
        assert (after["class"], after["joined"]) == (before["class"], True)
        assert after["database"] != before["database"]


def test_postgresql_is_copied_by_its_own_programs(tmp_path: Path) -> None:
    engine = connect(str(tmp_path / NAME))
    engine.url = engine.url.set(drivername="postgresql+psycopg")
    assert identity(engine) is None
    assert copies.make(engine) is None
    assert copies.known_class(engine) == ""
    copies.remember(engine, "c1")
    engine.dispose()
    assert not (tmp_path / "class.id").exists()


def test_an_id_that_cannot_be_read_makes_another_class(tmp_path: Path) -> None:
    (tmp_path / "class.id").write_bytes(b"\xff\xfe")
    engine = connect(str(tmp_path / NAME))
    program.begin(engine, "GPU day", "", None)
    engine.dispose()
    assert len(settings(tmp_path / NAME)["class"]) == 16
    told = (tmp_path / "class.id").read_text("ascii").strip()
    assert told == settings(tmp_path / NAME)["class"]
