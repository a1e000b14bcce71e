"""The history's API over plain HTTP: who may ask, and what is refused."""

import json
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest

from certlab.study.answers import Answer, to_bytes
from certlab.study.history import History
from tests.app.conftest import TOKEN, Served

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


def test_a_row_that_is_sent_twice_is_recorded_once(server: Served) -> None:
    assert ask(server, "POST", body=ROW, **SIGNED_IN)[2] != b""
    assert ask(server, "POST", body=ROW, **SIGNED_IN)[::2] == (200, b"")
    assert len(History(server.history).read().rows) == 1


def test_a_line_that_is_no_row_refuses_all_of_them(server: Served) -> None:
    status, _, said = ask(server, "POST", body=ROW + b"{}\n", **SIGNED_IN)
    assert (status, message(said)) == (400, "Line 2 is not an answer.")
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
