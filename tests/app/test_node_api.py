"""The machine over HTTP."""

import json
import shutil
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from certlab.course import location
from tests.app.conftest import TOKEN, Served

PARTS = ("scenarios", "machines", "captures")  # of the content, that a game reads


@pytest.fixture
def machine(server: Served) -> Iterator[Served]:
    """The server, whose course has our scenarios for as long as this takes."""
    added = []
    for part in PARTS:
        to = server.course / "content" / part
        if not to.exists():
            shutil.copytree(location.find() / "content" / part, to)
            added.append(to)
    yield server
    for to in added:
        shutil.rmtree(to)


def asked(server: Served, body: bytes, token: str = TOKEN) -> tuple[int, Any]:
    """The status and the answer."""
    headers = {"Authorization": f"token {token}"}
    try:
        with urlopen(Request(f"{server.root}/certlab/api/node", body, headers)) as it:
            return it.status, json.load(it)
    except HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


def game(*lines: str, **more: Any) -> bytes:
    whole = {"scenario": "off-the-bus", "seed": 1, "lines": [*lines], **more}
    return json.dumps(whole).encode()


def test_a_line_is_played_and_completed(machine: Served) -> None:
    status, reply = asked(machine, game("ssh node-a"))
    assert (status, reply["prompt"]) == (200, "root@node-a:~#")
    assert asked(machine, game(complete="diagn")) == (200, {"words": ["diagnose"]})


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (b"{", 400, "no line of a game"),
        (b"[" * 100_000, 400, "no line of a game"),
        (b"7", 400, "no line of a game"),
        (b"\xff", 400, "no line of a game"),
        (game(scenario="off-the-rails"), 400, "There is no scenario off-the-rails"),
        (game(seed="1"), 400, "Begin a fresh one."),
        (game("a" * 2**20), 413, "too large"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(
    machine: Served, body: bytes, status: int, says: str
) -> None:
    found, reply = asked(machine, body)
    assert (found, says in reply["message"]) == (status, True)


def test_who_is_not_signed_in_plays_nothing(machine: Served) -> None:
    status, _ = asked(machine, game("ssh node-a"), token="another")
    assert status == 403
