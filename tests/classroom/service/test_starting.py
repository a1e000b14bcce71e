"""Starting the service: its database brought up to date, and what is wrong said."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from certlab.classroom.service import __main__ as program
from certlab.classroom.service import database
from certlab.classroom.service.refused import ServiceError


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "class.sqlite")


def test_an_acknowledged_answer_is_on_the_disk(file: str) -> None:
    engine = database.connect(file)
    with engine.connect() as connection:
        found = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        }
    engine.dispose()
    full = 2
    assert found == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "secure_delete": 1,
    }


def test_a_class_keeps_its_id_and_its_days_over_a_restart(file: str) -> None:
    from sqlalchemy.orm import Session

    from certlab.classroom.service import class_settings

    seen = []
    for name, days in (("First", 7), ("Second", None)):
        engine = database.connect(file)
        program.begin(engine, name, "half-day", days)
        with Session(engine) as session:
            keys = ("class", "name", "syllabus", "kept_days")
            seen.append([class_settings.get(session, key) for key in keys])
        engine.dispose()
    (id, *_), _ = seen
    assert seen == [[id, "First", "half-day", 7], [id, "Second", "half-day", 7]]


@pytest.mark.parametrize(
    ("address", "driver"),
    [
        ("class.sqlite", "sqlite"),
        ("sqlite:////tmp/a.sqlite", "sqlite"),
        ("postgresql://u:p@h/db", "postgresql+psycopg"),
        ("postgres://u:p@h/db", "postgresql+psycopg"),
    ],
)
def test_an_address_of_a_database(address: str, driver: str) -> None:
    assert database.url_of(address).drivername == driver


@pytest.mark.parametrize("address", ["mysql://u@h/db", "sqlite://", "://", "a://b:c"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(ServiceError, match=r"^--database: "):
        database.url_of(address)


def test_a_database_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("These are my notes, and no database at all.\n" * 100, "utf-8")
    with pytest.raises(ServiceError, match=r"cannot be used .*not a database"):
        database.connect(str(file))
    with pytest.raises(ServiceError, match="cannot be used"):
        database.connect(str(tmp_path / "no" / "folder" / "class.sqlite"))
    with pytest.raises(ServiceError) as error:
        database.connect("postgresql://me:secret@127.0.0.1:9/db")
    assert "secret" not in str(error.value)


def test_a_database_of_a_newer_edition_is_left_alone(file: str) -> None:
    database.connect(file).dispose()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(ServiceError, match="newer certlab"):
        database.connect(file)


def test_without_a_hub_it_says_who_starts_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("JUPYTERHUB_API_TOKEN", raising=False)
    monkeypatch.setattr("sys.argv", ["service"])
    with pytest.raises(SystemExit):
        program.main()
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("certlab: JUPYTERHUB_API_TOKEN is not set")


def test_the_environment_says_what_the_command_line_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CERTLAB_CLASS_DATABASE", "postgresql:///c")
    monkeypatch.setenv("CERTLAB_CLASS_KEPT_DAYS", "7")
    monkeypatch.setenv("CERTLAB_CLASS_ADDRESS", "http://10.0.0.1:8000")
    monkeypatch.setenv("CERTLAB_CLASS_CODE", "four words")
    asked = program.arguments().parse_args(["--name", "Monday"])
    assert (asked.database, asked.kept_days) == ("postgresql:///c", 7)
    assert (asked.name, asked.syllabus) == ("Monday", "")
    assert program.joining() == {
        "address": "http://10.0.0.1:8000",
        "code": "four words",
    }
