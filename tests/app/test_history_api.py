"""The history's API over plain HTTP: who may ask, and what is refused."""

import json
from http.client import HTTPConnection
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

from certlab.study.answers import LONGEST, Answer, to_bytes
from certlab.study.history import History
from tests.app.conftest import TOKEN, Served

LONG = "is longer than an answer can be"
SIGNED_IN = {"Authorization": f"token {TOKEN}"}
ROW = to_bytes(
    Answer("a", 1, "correct", 1.0, at="2026-11-22T10:00:00+00:00", ulid="one")
)


@pytest.fixture(autouse=True)
def empty(server: Served) -> None:
    server.history.unlink(missing_ok=True)


def ask(
    server: Served,
    method: str = "GET",
    query: str = "",
    body: bytes | None = None,
    **headers: str,
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of a reply."""
    line = HTTPConnection(urlsplit(server.root).netloc)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    line.request(method, f"/certlab/api/history{query}", body, named)
    reply = line.getresponse()
    found = reply.status, dict(reply.getheaders()), reply.read()
    line.close()
    return found


def message(body: bytes) -> Any:
    return json.loads(body)["message"]


def test_rows_are_read_on_from_a_place(server: Served) -> None:
    assert ask(server, **SIGNED_IN)[2] == b""
    status, _, said = ask(server, "POST", body=ROW, **SIGNED_IN)
    (kept,) = History(server.history).read().answers
    assert (status, said) == (200, to_bytes(kept))
    _, headers, lines = ask(server, **SIGNED_IN)
    assert lines == to_bytes(kept)
    place = headers["Certlab-Place"]
    assert ask(server, query=f"?after={place}", **SIGNED_IN)[2] == b""
    History(server.history).append(Answer("b", 1, "wrong", 0.0))
    _, _, lines = ask(server, query=f"?after={place}", **SIGNED_IN)
    assert json.loads(lines)["item"] == "b"


@pytest.mark.parametrize("place", ["x", "1:2", ":", "1.2:-5", "é"])
def test_a_place_that_was_not_given_out_brings_everything(
    server: Served, place: str
) -> None:
    History(server.history).append(Answer("a", 1, "correct", 1.0))
    query = "?after=%C3%A9" if place == "é" else f"?after={place}"
    assert ask(server, query=query, **SIGNED_IN)[2].count(b"\n") == 1


def test_a_place_of_thousands_of_digits_brings_everything(server: Served) -> None:
    """Python reads no such number."""
    assert ask(server, "POST", body=ROW, **SIGNED_IN)[0] == 200
    place = ask(server, **SIGNED_IN)[1]["Certlab-Place"]
    for digits in ("9" * 5000, "1" + "0" * 30, "٣"):
        query = f"?after={place.partition(':')[0]}:{quote(digits)}"
        status, _, lines = ask(server, query=query, **SIGNED_IN)
        assert (status, lines.count(b"\n")) == (200, 1)


def test_a_row_that_is_sent_twice_is_recorded_once(server: Served) -> None:
    assert ask(server, "POST", body=ROW, **SIGNED_IN)[2] != b""
    assert ask(server, "POST", body=ROW, **SIGNED_IN)[::2] == (200, b"")
    assert len(History(server.history).read().rows) == 1


def test_a_line_that_is_no_row_is_passed_over_and_told(server: Served) -> None:
    """Whoever was offline sends all that waited: one bad line keeps no good one out."""
    bad = ROW.replace(b'"milliseconds": null', b'"milliseconds": "fast"')
    status, headers, said = ask(server, "POST", body=b"{}\n" + ROW + bad, **SIGNED_IN)
    (kept,) = History(server.history).read().rows
    assert (status, said) == (200, to_bytes(kept))
    told = ["Line 1 is not an answer.", "Line 3 has no usable milliseconds."]
    assert json.loads(headers["Certlab-Passed-Over"]) == told


def test_where_no_line_is_a_row_nothing_is_recorded(server: Served) -> None:
    long = ROW.replace(b'"response": null', b'"response": "%b"' % (b"x" * LONGEST))
    for body, why in ((b"{}\n", "is not an answer"), (long, LONG)):
        status, _, said = ask(server, "POST", body=body, **SIGNED_IN)
        assert (status, message(said)) == (400, f"Line 1 {why}.")
    assert not server.history.exists()


def test_two_rows_of_one_ulid_in_a_body_are_written_once(server: Served) -> None:
    other = ROW.replace(b'"item": "a"', b'"item": "b"')
    _, _, said = ask(server, "POST", body=ROW + other + ROW, **SIGNED_IN)
    assert said.count(b"\n") == 1
    assert server.history.read_bytes() == said
    assert json.loads(said)["item"] == "a"


EVIL = {
    "digits": ("GET", "api/history?after=1.2:" + "9" * 5000, None),
    "bytes for a place": ("GET", "api/history?after=%FF%00", None),
    "a zero byte": ("GET", "%00", None),
    "a zero byte in a page": ("GET", "modules/a%00b.html", None),
    "no UTF-8": ("GET", "%FF%FE.html", None),
    "half a letter": ("GET", "%ED%A0%80.html", None),
    "a long name": ("GET", "a" * 300 + ".html", None),
    "a long way": ("GET", "a/" * 3000, None),
    "up": ("GET", "../../../etc/passwd", None),
    "the lab": ("GET", "lite/lab/index.html?path=%FF%00", None),
    "an exam's bytes": ("GET", "api/start/banks?exam=%FF%00", None),
    "a zero byte in what the start takes": ("GET", "api/start/%00", None),
    "a goal that is no text": ("POST", "api/today", b"\xff\xfe\x00"),
    "a goal that is deep": ("POST", "api/today", b"[" * 100_000),
    "a goal of numbers": ("POST", "api/today", b'{"exam": 1e999, "minutes": NaN}'),
    "a goal of digits": ("POST", "api/today", b'{"minutes": ' + b"9" * 5000 + b"}"),
    "a list": ("POST", "api/today", b"[]"),
    "rows that are no text": ("POST", "api/history", b"\xff\xfe\x00"),
    "rows that are deep": ("POST", "api/history", b"[" * 100_000),
}


@pytest.mark.parametrize("name", EVIL)
def test_no_request_is_an_error_of_the_server(server: Served, name: str) -> None:
    method, address, body = EVIL[name]
    line = HTTPConnection(urlsplit(server.root).netloc)
    line.request(method, f"/certlab/{address}", body, SIGNED_IN)
    reply = line.getresponse()
    said = reply.read()
    line.close()
    assert reply.status < 500, said[:2000]
    assert not server.history.exists()


# Who may ask


def test_whoever_has_no_token_reads_and_writes_nothing(server: Served) -> None:
    wrong = {"Authorization": "token wrong"}
    for headers in ({}, wrong):
        assert ask(server, **headers)[0] == 403
        assert ask(server, "POST", body=ROW, **headers)[0] == 403
    assert not server.history.exists()


def test_a_page_of_another_origin_is_refused(server: Served) -> None:
    """Its browser would send the cookie along."""
    cookie = ask(server, query=f"?token={TOKEN}")[1]["Set-Cookie"].partition(";")[0]
    forged = {"Cookie": cookie, "Origin": "http://evil.test"}
    assert ask(server, **forged)[0] == 404
    assert ask(server, "POST", body=ROW, **forged)[0] in (403, 404)
    assert not server.history.exists()


def test_a_cookie_alone_writes_nothing(server: Served) -> None:
    """Without the token that only our own page can read."""
    cookie = ask(server, query=f"?token={TOKEN}")[1]["Set-Cookie"].partition(";")[0]
    assert ask(server, "POST", body=ROW, Cookie=cookie)[0] == 403
    assert not server.history.exists()


def test_an_answer_cannot_be_taken_for_a_page(server: Served) -> None:
    """Markup in a history stays text, though it comes from JupyterLab's own origin."""
    body = ROW.replace(b'"a"', b'"<script>alert(1)</script>"')
    _, headers, said = ask(server, "POST", body=body, **SIGNED_IN)
    assert b"<script>" in said
    _, headers, _ = ask(server, **SIGNED_IN)
    assert headers["Content-Type"] == "application/x-ndjson"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
