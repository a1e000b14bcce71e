"""Polls: asked, voted on, closed, voted on again, ended; and what shows when."""

import json
from typing import Any

import pytest

from certlab.course import Course
from tests.classroom.service.conftest import Class, events

RIGHT, WRONG = "thirty-two", "sixteen"


def poll(client: Any) -> Any:
    """The poll as a line that opens now is told of it."""
    with client.stream("GET", "api/events") as response:
        return next(data for name, data in events(response) if name == "state")["poll"]


def vote(client: Any, response: object, turn: int = 1) -> Any:
    number = poll(client)["id"]
    return client.post(
        "api/vote", json={"poll": number, "round": turn, "response": response}
    )


def begin(room: Class, item: str = "cuda-warp-size") -> Any:
    teacher = room.user("teacher", admin=True)
    assert teacher.post("api/poll", json={"item": item}).status_code == 200
    return teacher


def test_two_rounds_and_then_the_key(room: Class) -> None:
    teacher = begin(room)
    ada, bob = room.learner("ada"), room.learner("bob")
    assert vote(ada, WRONG).status_code == vote(bob, RIGHT).status_code == 200
    seen = poll(ada)
    assert (seen["votes"], seen["mine"], seen["result"]) == (2, WRONG, None)
    assert {one["id"] for one in seen["show"]["options"]} >= {RIGHT, WRONG}
    teacher.post("api/poll/close")
    first = {"round": 1, "counts": {RIGHT: 1, WRONG: 1}}
    assert poll(ada)["result"] == [first]
    assert vote(ada, RIGHT).status_code == 409
    teacher.post("api/poll/again")
    seen = poll(ada)
    assert (seen["round"], seen["votes"], seen["mine"], seen["result"]) == (
        2,
        0,
        None,
        None,
    )
    assert vote(ada, RIGHT).status_code == 409  # of the first round
    assert vote(ada, RIGHT, 2).status_code == 200
    assert poll(ada)["key"] is None
    teacher.post("api/poll/end")
    seen = poll(bob)
    assert seen["result"] == [first, {"round": 2, "counts": {RIGHT: 1}}]
    assert seen["key"]["correct"] == [RIGHT]
    assert seen["feedback"]["whys"]
    for path in ("close", "again", "end"):
        assert teacher.post(f"api/poll/{path}").status_code == 409


def test_the_key_is_in_nothing_that_is_sent_before_the_end(
    room: Class, fixed: Course
) -> None:
    teacher = begin(room)
    ada = room.learner("ada")
    vote(ada, WRONG)
    whys = [option.why for option in fixed.items["cuda-warp-size"].body.options]
    for step in ("close", "again", "close"):
        for client in (ada, teacher):
            sent = json.dumps(poll(client))
            assert not any(why[:20] in sent for why in whys)
            assert poll(client)["key"] is poll(client)["feedback"] is None
        teacher.post(f"api/poll/{step}")


def test_the_last_vote_of_a_round_counts(room: Class) -> None:
    teacher, ada = begin(room), room.learner("ada")
    vote(ada, WRONG)
    vote(ada, RIGHT)
    teacher.post("api/poll/close")
    assert poll(teacher)["result"] == [{"round": 1, "counts": {RIGHT: 1}}]


@pytest.mark.parametrize(
    "response", ["no-such", None, 7, [], [RIGHT], {"a": [{}]}, [[[]]]]
)
def test_a_vote_that_is_no_answer(shared: Class, response: object) -> None:
    begin(shared)
    refused = vote(shared.learner("ada"), response)
    assert refused.status_code == 400
    assert refused.json() == {
        "error": "response: this is not an answer to the question."
    }


def test_nothing_says_who_voted_for_what(room: Class) -> None:
    teacher, ada = begin(room), room.learner("ada")
    vote(ada, WRONG)
    vote(room.learner("bob"), RIGHT)
    teacher.post("api/poll/close")
    found = poll(teacher)
    assert found["mine"] is None
    assert not {"ada", "bob"} & set(json.dumps(found).split('"'))
    assert WRONG not in teacher.get("api/export.csv").text


def test_a_text_of_one_person_is_not_shown(room: Class, fixed: Course) -> None:
    item = next(one.id for one in fixed.items.values() if one.kind == "numeric")
    teacher = begin(room, item)
    learners = [room.learner(name) for name in "abc"]
    unit = poll(teacher)["show"].get("unit", "")
    for client, number in zip(learners, ("4", "4", "31415"), strict=True):
        assert vote(client, {"number": number, "unit": unit}).status_code == 200
    teacher.post("api/poll/close")
    ((counts),) = (one["counts"] for one in poll(teacher)["result"])
    assert sorted(counts.values()) == [1, 2]
    assert counts["(other)"] == 1


def test_what_cannot_be_a_poll(room: Class, fixed: Course) -> None:
    teacher = room.user("teacher", admin=True)
    kept = next(one.id for one in fixed.items.values() if one.pool == "exam")
    assert teacher.post("api/poll", json={"item": kept}).status_code == 409
    for item in ("nothing", None, ["a"]):
        assert teacher.post("api/poll", json={"item": item}).status_code == 404
    assert teacher.post("api/poll/close").status_code == 409
    begin(room)
    assert teacher.post("api/poll/again").status_code == 409  # the first is open


def test_who_leaves_takes_their_vote_along(room: Class) -> None:
    teacher, ada = begin(room), room.learner("ada")
    vote(ada, WRONG)
    ada.post("api/leave")
    teacher.post("api/poll/close")
    assert poll(teacher)["result"] == [{"round": 1, "counts": {}}]
