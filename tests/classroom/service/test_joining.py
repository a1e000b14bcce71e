"""Joining, sharing rows, leaving: a learner's side of the service."""

import json

import pytest

from tests.classroom.service.conftest import Class, MadeRow


def test_who_has_not_joined_sees_what_is_shared_and_joins(room: Class) -> None:
    ada = room.user("ada")
    before = ada.get("api/class").json()
    assert before["name"] == "GPUs on Monday"
    assert (before["joined"], before["nickname"], before["instructor"]) == (
        False,
        "",
        False,
    )
    assert before["kept_days"] == 30
    assert "join" not in before
    assert room.user("t", admin=True).get("api/class").json()["join"] is None
    assert before["shares"]
    after = ada.post("api/join", json={"nickname": "  Ada   L. "}).json()
    assert (after["joined"], after["nickname"]) == (True, "Ada L.")
    assert after["class"] == before["class"]
    assert ada.get("api/class").json() == after


def test_two_have_not_the_same_nickname(room: Class) -> None:
    ada, bob = room.learner("Ada"), room.user("bob")
    refused = bob.post("api/join", json={"nickname": "ADA"})
    assert refused.status_code == 409
    assert refused.json() == {
        "error": "Somebody in the class has this nickname; take another."
    }
    assert ada.post("api/join", json={"nickname": "ada"}).json()["nickname"] == "ada"


@pytest.mark.parametrize(
    "nickname",
    [
        *(None, 7, "", "   ", "x" * 41, "a\u0000b", "\ud800", ["a"], {"a": 1}),
        *("\u200b", "ada\u200b", "a\u200dda", "\ufeffada", "\u00adada", "ada\u2060"),
        *("\u202eada", "a\u2066da", "\u061cada", "ada\u200f", "a\u202d", "\U000e0041"),
        *("\u3164", "\u115f\u1160", "\uffa0", "\u2800\u2800", "ada\u034f", "\u180e"),
        *("\u0301\u0301", "\x7f", "a\x9fb", "\ue000", "\ufe0f", "a\u17b5"),
    ],
)
def test_a_nickname_that_is_none(shared: Class, nickname: object) -> None:
    body = json.dumps({"nickname": nickname})
    refused = shared.user("eve").post("api/join", content=body)
    assert refused.status_code == 400
    assert refused.json()["error"].startswith("nickname: ")
    assert shared.user("eve").get("api/class").json()["joined"] is False


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *(
            ("Zoë B.", "Zoë B."),
            ("王小明", "王小明"),
            ("नमिता", "नमिता"),
            ("שרה", "שרה"),
        ),
        *(("❤\ufe0f", "❤"), ("🦊", "🦊"), ("e\u0301", "e\u0301"), ("a\u3000b", "a b")),
    ],
)
def test_a_nickname_in_any_script(shared: Class, typed: str, name: str) -> None:
    client = shared.user(typed)
    joined = client.post("api/join", json={"nickname": typed})
    assert joined.json()["nickname"] == name
    client.post("api/leave")


def test_a_place_does_not_turn_the_instructors_page(shared: Class) -> None:
    eve = shared.learner("eve")
    refused = eve.post("api/stuck", json={"on": True, "where": "lab \u202e3"})
    assert refused.status_code == 400
    assert refused.json()["error"].startswith("where: ")
    eve.post("api/leave")


def test_a_row_that_comes_twice_is_kept_once(room: Class, row: MadeRow) -> None:
    ada, bob = room.learner("ada"), room.learner("bob")
    one, two = row(), row("mig-memory-slice", right=False)
    once = ada.post("api/rows", json={"rows": [one, one]}).json()
    assert once["kept"] == [one["ulid"]]
    again = ada.post("api/rows", json={"rows": [one, two]}).json()
    assert again["kept"] == [one["ulid"], two["ulid"]]
    assert again["database"] == ada.get("api/class").json()["database"]
    bob.post("api/rows", json={"rows": [one]})  # a row is a learner's and a ulid's
    lines = [json.loads(line) for line in ada.get("api/mine").text.splitlines()]
    assert sorted(line["ulid"] for line in lines) == sorted([one["ulid"], two["ulid"]])
    (kept,) = (line for line in lines if line["ulid"] == two["ulid"])
    assert {key: kept[key] for key in two if key != "at"} == {
        key: two[key] for key in two if key != "at"
    }
    assert len(bob.get("api/mine").text.splitlines()) == 1


def test_what_is_not_joined_keeps_nothing(room: Class, row: MadeRow) -> None:
    eve = room.user("eve")
    for path, body in [
        ("rows", {"rows": [row()]}),
        ("vote", {"poll": 1, "round": 1, "response": "x"}),
        ("stuck", {"on": True, "where": ""}),
    ]:
        assert eve.post(f"api/{path}", json=body).status_code == 409
    assert eve.get("api/mine").text == ""


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("score", 2),
        ("score", True),
        ("score", 10**400),
        ("at", "noon"),
        ("at", "2026-11-23T09:00:00"),
        ("rev", -1),
        ("rev", 2**40),
        ("rev", 1.5),
        ("ulid", "x"),
        ("item", ""),
        ("item", "x" * 201),
        ("outcome", None),
        ("response", "x" * 20_000),
    ],
)
def test_with_one_bad_row_none_is_kept(
    shared: Class, row: MadeRow, field: str, value: object
) -> None:
    ada = shared.learner("ada")
    refused = ada.post("api/rows", json={"rows": [row(), row(**{field: value})]})
    assert refused.status_code == 400
    assert refused.json()["error"].startswith(f"{field}: ")
    assert ada.get("api/mine").text == ""


def test_a_step_is_done_with_and_not_kept(room: Class, row: MadeRow) -> None:
    ada = room.learner("ada")
    good, step = row(), row("", outcome="goal", score=0)
    found = ada.post("api/rows", json={"rows": [good, step]}).json()
    assert found["kept"] == [good["ulid"], step["ulid"]]
    assert len(ada.get("api/mine").text.splitlines()) == 1


def test_who_leaves_takes_everything_along(room: Class, row: MadeRow) -> None:
    ada, bob, teacher = (
        room.learner("ada"),
        room.learner("bob"),
        room.user("t", admin=True),
    )
    for one in (ada, bob):
        one.post("api/rows", json={"rows": [row()]})
    assert ada.post("api/leave").json()["joined"] is False
    assert ada.get("api/mine").text == ""
    assert len(bob.get("api/mine").text.splitlines()) == 1
    assert [one["nickname"] for one in teacher.get("api/map").json()["learners"]] == [
        "bob"
    ]
    assert ada.post("api/leave").status_code == 200  # again, and nothing happens
