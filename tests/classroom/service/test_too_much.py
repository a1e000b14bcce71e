"""More of one learner than the class bears: it is refused, and nobody else waits."""

from contextlib import ExitStack
from threading import Event, Thread, current_thread
from typing import Any

import pytest

from certlab.classroom.service import live, polls, validation
from certlab.classroom.service.paces import PACES, Pace
from certlab.course import Course
from certlab.study.grading import grade
from tests.bound import BOUND
from tests.classroom.service.conftest import Class, MadeRow, events
from tests.classroom.service.test_polls import WRONG, begin, poll, vote


def numeric(course: Course) -> str:
    return next(one.id for one in course.items.values() if one.kind == "numeric")


def test_the_evil_vote(room: Class, fixed: Course) -> None:
    """Twelve of 19,000 spaces; how long a grader takes is held in test_hostile_answers."""
    teacher = begin(room, numeric(fixed))
    eve = room.learner("eve")
    evil = {"number": "1" + " " * 19_000 + "1", "unit": ""}
    assert {vote(eve, evil).status_code for _ in range(12)} == {400}
    assert poll(teacher)["votes"] == 0


def test_a_vote_that_takes_long_to_grade_holds_nobody_up(
    room: Class, row: MadeRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(room)
    ada, bob = room.learner("ada"), room.learner("bob")
    begun, go_on, threads = Event(), Event(), []

    def slow(key: dict[str, Any], response: object) -> Any:
        threads.append(current_thread().name)
        begun.set()
        assert go_on.wait(BOUND)
        return grade(key, response)

    monkeypatch.setattr(polls, "grade", slow)
    said: list[int] = []
    voting = Thread(target=lambda: said.append(vote(ada, WRONG).status_code))
    voting.start()
    assert begun.wait(BOUND)
    one = row()
    assert bob.post("api/rows", json={"rows": [one]}).json()["kept"] == [one["ulid"]]
    assert bob.post("api/stuck", json={"on": True, "where": "here"}).status_code == 200
    go_on.set()
    voting.join(BOUND)
    assert said == [200]
    assert threads
    assert "class-writer" not in threads


def test_a_round_that_closes_while_a_vote_is_graded_does_not_take_it(
    room: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher = begin(room)
    ada = room.learner("ada")

    def close(key: dict[str, Any], response: object) -> Any:
        teacher.post("api/poll/close")
        return grade(key, response)

    monkeypatch.setattr(polls, "grade", close)
    assert vote(ada, WRONG).status_code == 409
    assert poll(teacher)["votes"] == 0


def test_what_a_vote_holds_beside_its_answer_is_not_counted(
    room: Class, fixed: Course
) -> None:
    teacher = begin(room, numeric(fixed))
    unit = poll(teacher)["show"].get("unit", "")
    for name in ("ada", "bob"):
        said = {"number": "4", "unit": unit, "advert": "BUY"}
        assert vote(room.learner(name), said).status_code == 200
    teacher.post("api/poll/close")
    assert "BUY" not in str(poll(room.learner("ada")))
    assert "advert" not in str(poll(room.learner("ada"))["mine"])


@pytest.mark.parametrize("what", ["join", "vote", "stuck"])
def test_one_learner_asks_no_more_than_the_class_bears(room: Class, what: str) -> None:
    begin(room)
    ada, bob = room.learner("ada"), room.learner("bob")
    body = {
        "join": {"nickname": "ada"},
        "vote": {"poll": poll(ada)["id"], "round": 1, "response": WRONG},
        "stuck": {"on": False},
    }[what]
    most = int(PACES[what].together)
    said = [ada.post(f"api/{what}", json=body) for _ in range(most + 1)]
    codes = [one.status_code for one in said]
    assert codes[: most - 1] == [200] * (most - 1)  # one has joined already
    assert codes[-1] == 429
    assert "wait" in said[-1].json()["error"]
    other = body | ({"nickname": "bob"} if what == "join" else {})
    assert bob.post(f"api/{what}", json=other).status_code == 200
    room.clock.on(minutes=2)
    assert ada.post(f"api/{what}", json=body).status_code == 200


def test_weeks_of_answers_come_at_once_and_what_is_beyond_comes_later(
    room: Class, row: MadeRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (
        PACES["rows"].together >= 20_000
    )  # of a learner who answers 300 a day for weeks
    assert PACES["bytes"].together >= 500 * 20_000
    most = 2 * validation.MOST_ROWS
    monkeypatch.setitem(PACES, "rows", Pace(most, 5))
    ada = room.learner("ada")
    batch = [row() for _ in range(validation.MOST_ROWS)]
    for _ in range(most // len(batch)):
        assert ada.post("api/rows", json={"rows": batch}).status_code == 200
    assert ada.post("api/rows", json={"rows": batch[:1]}).status_code == 429
    room.clock.on(seconds=len(batch) / PACES["rows"].a_second)
    assert ada.post("api/rows", json={"rows": batch}).status_code == 200


def test_megabytes_have_an_end(room: Class) -> None:
    ada = room.learner("ada")
    much = b"{}" + b" " * 2_000_000
    codes = [ada.post("api/stuck", content=much).status_code for _ in range(20)]
    assert codes[0] == 400  # it says neither true nor false
    assert codes[-1] == 429


def test_a_hostile_row_leaves_the_instructor_their_table(
    room: Class, row: MadeRow, fixed: Course
) -> None:
    ada, teacher = room.learner("ada"), room.user("teacher", admin=True)
    deep: Any = "a"
    for number in range(400):
        deep = [deep] if number % 2 else {"number": deep}
    refused = ada.post("api/rows", json={"rows": [row(response=deep)]})
    assert refused.status_code == 400
    assert refused.json()["error"].startswith("response: ")
    accents = "a" + "\u0301" * 1600 + "\u0316" * 1600
    odd = [
        {"number": accents},
        {"number": [[1]]},
        {"a": accents},
        [[1], accents],
        accents,
    ]
    asked = {one.kind: one.id for one in fixed.items.values()}
    assert {"numeric", "match", "cloze", "order", "single"} <= asked.keys()
    for item in asked.values():
        sent = [row(item, right=False, response=one) for one in odd]
        assert ada.post("api/rows", json={"rows": sent}).status_code == 200
    assert teacher.get("api/items").status_code == 200
    assert teacher.get("api/export.csv").status_code == 200


def test_one_person_has_so_many_lines_open_and_no_more(
    room: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_LINES", 2)
    ada, bob = room.learner("ada"), room.learner("bob")
    with ExitStack() as lines:
        two = [
            events(lines.enter_context(ada.stream("GET", "api/events")))
            for _ in range(2)
        ]
        assert [next(one)[0] for one in two] == ["state", "state"]
        assert ada.get("api/events").status_code == 429
        next(events(lines.enter_context(bob.stream("GET", "api/events"))))


def test_nobody_reads_all_of_theirs_again_and_again(room: Class) -> None:
    ada = room.learner("ada")
    most = int(PACES["mine"].together)
    codes = [ada.get("api/mine").status_code for _ in range(most + 1)]
    assert codes == [200] * most + [429]
