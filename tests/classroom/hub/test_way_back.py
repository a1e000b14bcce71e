"""Back under one's nickname from another browser, and nobody else under it."""

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from certlab.classroom.hub import seats
from certlab.classroom.hub.authenticator import ClassAuthenticator
from certlab.classroom.hub.guesses import FREE, PAUSE
from certlab.errors import ServerError
from tests.classroom.hub.test_door import CODE, PASSWORD, Browser, counting, door, join


def words_of(own: ClassAuthenticator, name: str) -> str:
    seat = own.seats.of(name)
    assert seat
    return seat.words


def test_four_words_bring_a_learner_back_in_another_browser() -> None:
    own, users = door(), set[str]()
    first, second = Browser(users), Browser(users)
    assert join(own, first, "Ada", CODE) == ("ada", False)
    words = words_of(own, "ada")
    assert join(own, second, "ADA", CODE) == 409
    typed = words.upper().replace(" ", "-")
    assert join(own, second, " ada", typed) == ("ada", False)
    for browser in (second, first, second):  # it is theirs in both from now on
        assert join(own, browser, "ada", CODE) == ("ada", False)
    assert words_of(own, "ada") == words


def test_words_are_one_nicknames_alone() -> None:
    own, users = door(), set[str]()
    for name in ("ada", "bob"):
        join(own, Browser(users), name, CODE)
    words = words_of(own, "ada")
    for name in ("bob", "cleo", "instructor"):
        assert join(own, Browser(users), name, words) == 403
    assert join(own, Browser(users), "ada", " ".join(words.split()[:3])) == 403
    assert join(own, Browser(users), "ada", PASSWORD) == 403


def test_other_words_end_those_of_before() -> None:
    own, users = door(), set[str]()
    first = Browser(users)
    join(own, first, "ada", CODE)
    before = words_of(own, "ada")
    after = own.seats.renew("ada").words
    assert join(own, Browser(users), "ada", before) == 403
    assert join(own, Browser(users), "ada", after) == ("ada", False)
    assert join(own, first, "ada", CODE) == ("ada", False)


def test_a_nickname_that_is_deleted_takes_its_words_along() -> None:
    own, users = door(), set[str]()
    join(own, Browser(users), "ada", CODE)
    before = words_of(own, "ada")
    users.discard("ada")
    own.delete_user(SimpleNamespace(name="ada"))
    assert join(own, Browser(users), "ada", before) == 403
    assert join(own, Browser(users), "ada", CODE) == ("ada", False)
    assert join(own, Browser(users), "ada", before) == 403


def test_guessed_words_wait_as_guessed_codes_do_and_the_right_ones_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(asyncio, "sleep", counting(slept))
    own, users = door(), set[str]()
    join(own, Browser(users), "ada", CODE)
    for _ in range(2 * FREE):
        assert join(own, Browser(users), "ada", "acorn acorn acorn acorn") == 403
    assert slept == [PAUSE] * FREE
    assert join(own, Browser(users), "ada", words_of(own, "ada")) == ("ada", False)
    assert len(slept) == FREE


def test_words_and_nicknames_are_there_when_the_hub_starts_again(
    tmp_path: Path,
) -> None:
    file, users = tmp_path / seats.FILE, set[str]()
    own, first = door(file), Browser(users)
    assert join(own, first, "Zoe\u0308  B.", CODE) == ("zoe-b", False)
    seat = own.seats.of("zoe-b")
    assert seat
    assert seat.called == "Zoë B."
    assert file.stat().st_mode & 0o077 == 0
    later = door(file)
    assert later.seats.of("zoe-b") == seat
    assert join(later, Browser(users), "zoë b.", seat.words) == ("zoe-b", False)
    assert join(later, first, "Zoë B.", CODE) == ("zoe-b", False)
    assert join(later, Browser(users), "zoe-b", CODE) == 409


def test_a_learner_of_an_earlier_version_gets_words_and_keeps_the_nickname(
    tmp_path: Path,
) -> None:
    own, first = door(tmp_path / seats.FILE), Browser({"ada"})
    first.cookies["certlab-seat"] = b"ada"
    assert own.seats.of("ada") is None
    words = own.seats.renew("ada").words  # as the instructor does for them
    assert join(own, Browser(first.users), "ada", words) == ("ada", False)
    assert join(own, first, "ada", CODE) == ("ada", False)
    assert words_of(own, "ada") == words
    other = door()
    assert join(other, first, "ada", CODE) == ("ada", False)
    assert len(words_of(other, "ada").split()) == 4  # given at the door


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"ada": 1}',
        '{"ada": {}}',
        '{"ada": {"when": 1, "called": "", "words": ""}}',
    ],
)
def test_a_file_that_cannot_be_read_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    file = tmp_path / seats.FILE
    file.write_text(text, "utf-8")
    with pytest.raises(ServerError, match=r"seats\.json: cannot be read"):
        door(file)
    assert file.read_text("utf-8") == text


def test_what_is_kept_is_one_row_a_nickname(tmp_path: Path) -> None:
    file = tmp_path / seats.FILE
    own = seats.Seats(file, lambda: 5.0)
    own.take("ada", "Ada")
    own.take("bob", "Bob")
    own.free("bob")
    own.free("nobody")
    told = json.loads(file.read_text("utf-8"))
    assert list(told) == ["ada"]
    assert told["ada"]["when"] == "5.000000"
