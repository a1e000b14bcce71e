"""Files somebody else wrote: what is read, what is refused, and in which words."""

import contextlib
import gzip
import io
import os
import zipfile
from pathlib import Path
from time import process_time

import pytest

from certlab.errors import ContentError
from certlab.formats import file_limits
from certlab.formats.file_limits import read_text
from certlab.formats.import_formats import READERS

BOMB = (
    b'<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
    b"<quiz>&b;</quiz>"
)


def zip_bomb() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../outside.json", b"[" * 10_000_000)
    return file.getvalue()


@pytest.fixture
def told(tmp_path: Path):
    def read(data: bytes) -> str:
        path = tmp_path / "file.txt"
        path.write_bytes(data)
        return read_text(path)

    return read


def refused(told, data: bytes) -> str:
    with pytest.raises(ContentError) as caught:
        told(data)
    return str(caught.value).rpartition("file.txt: ")[2]


def test_a_mark_at_the_start_and_foreign_line_ends_are_passed_over(told) -> None:
    assert told(b"\xef\xbb\xbfone\r\ntwo\rthree\n") == "one\ntwo\nthree\n"


def test_control_characters_become_visible(told) -> None:
    assert told(b"a\x1b[31mb\x08\x7f\tc\n") == "a\ufffd[31mb\ufffd\ufffd\tc\n"


def test_latin_1_is_refused_with_its_line(told) -> None:
    says = refused(told, "one\ntwo\ncaf\u00e9\n".encode("latin-1"))
    assert says == "line 3 is not UTF-8 text; save the file as UTF-8."


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_what_a_byte_order_mark_names_is_read(told, encoding: str) -> None:
    assert told("A question?\r\n".encode(encoding)) == "A question?\n"


def test_utf_16_without_its_mark_is_refused(told) -> None:
    says = refused(told, "A question?".encode("utf-16-le"))
    assert says.startswith("holds zero bytes, as UTF-16 without a byte-order mark")


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (zip_bomb(), "is an archive"),
        (gzip.compress(b"[" * 1_000_000), "is an archive"),
        (BOMB, "is XML"),
        (b"\n  <!doctype html><p>x</p>", "is XML"),
        (b"SQLite format 3\x00" + b"\0" * 80, "is a database"),
        (b"%PDF-1.7\n", "is a PDF"),
    ],
    ids=["zip", "gzip", "xml", "html", "sqlite", "pdf"],
)
def test_what_would_have_to_be_opened_is_refused(told, data: bytes, what: str) -> None:
    assert refused(told, data) == (
        f"{what}, which is not opened; export text from the program and try that."
    )


def test_nothing_of_an_archive_lands_on_the_disk(told, tmp_path: Path) -> None:
    refused(told, zip_bomb())
    assert [one.name for one in tmp_path.iterdir()] == ["file.txt"]


def test_a_file_of_100_mb_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(ContentError, match="holds more than 8 MiB; split it"):
        read_text(path)


def test_a_file_as_long_as_may_be_is_read(
    told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_limits, "MOST_BYTES", 4)
    assert told(b"1234") == "1234"
    assert "holds more than" in refused(told, b"12345")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # opening it would wait for ever
    for name in ("nowhere", "pipe"):
        with pytest.raises(ContentError, match="there is no such file"):
            read_text(tmp_path / name)
    with pytest.raises(ContentError, match="this is a folder; name a file in it"):
        read_text(tmp_path)


LONG = 1_000_000


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mkdocs-quiz", "<quiz>" * (LONG // 6)),
        ("mkdocs-quiz", "<quiz>" + "[[" * (LONG // 2) + "</quiz>"),
        ("mkdocs-quiz", ("<quiz>" + "[[a" * 6000 + "</quiz>") * 50),
        ("mkdocs-quiz", "<quiz>x</quiz>\n" * (LONG // 15)),
        ("anki", ("#html:true\n" + ("<a" + "b" * 19_000 + "\tx\n") * 50)),
        ("anki", "#html:true\n" + ('<a x="' * 3000 + "\tx\n") * 50),
        ("anki", ("[sound:" * 2800 + "\tx\n") * 50),
        ("anki", ("{{c1::" * 3000 + "\tx\n") * 50),
        ("anki", "a\tb\n" * (LONG // 4)),
        ("gift", "So? {#" + "1" * 19_000 + "x}\n\n"),
        ("gift", ("So? {#" + "1" * 19_000 + "x}\n\n") * 50),
        ("gift", "{" * LONG),
        ("gift", ("So? {" + "~a" * 9000 + "}\n\n") * 50),
        ("gift", "\\" * LONG),
        ("jupyterquiz", "[" + "1," * (LONG // 2) + "1]"),
        ("jupyterquiz", '{"a":' * (LONG // 5)),
    ],
)
def test_no_file_takes_long(name: str, text: str) -> None:
    begin = process_time()
    with contextlib.suppress(ContentError):
        READERS[name](text, "file.txt")
    # Each takes less than a second; what grows with the square takes many minutes.
    assert process_time() - begin < 60
