"""What listeners hear, and that it is made once for all of them."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.classroom.fake_hub import FakeHub
from certlab.classroom.service import live
from certlab.classroom.service.bank import Bank
from certlab.classroom.service.database import connect
from certlab.course import Course
from certlab.labs.operations.node.scenarios import scenarios
from tests.bound import until
from tests.classroom.service.conftest import (
    Class,
    Clock,
    MadeRow,
    events,
    running,
)


def states(response: Any) -> Iterator[dict[str, Any]]:
    return (data for name, data in events(response) if name == "state")


def first(found: Iterator[dict[str, Any]], holds: Any) -> dict[str, Any]:
    """The first that is as awaited; the line stays open until it comes."""
    return next(one for one in found if holds(one))


def test_a_gate_and_who_is_stuck(room: Class) -> None:
    teacher, ada = room.user("teacher", admin=True), room.learner("ada")
    with ada.stream("GET", "api/events") as line:
        heard = states(line)
        start = next(heard)
        assert (start["gate"], start["poll"], start["stuck"], start["joined"]) == (
            None,
            None,
            False,
            1,
        )
        teacher.post("api/gate", json={"lab": "mig/10", "step": 3, "text": "Go on"})
        gate = {"lab": "mig/10", "step": "3", "text": "Go on"}
        assert first(heard, lambda one: one["gate"] == gate)["id"] > start["id"]
        ada.post("api/stuck", json={"on": True, "where": "step 3"})
        assert first(heard, lambda one: one["stuck"])
        teacher.post("api/gate", json={})
        assert first(heard, lambda one: one["gate"] is None)["stuck"]
    (learner,) = teacher.get("api/map").json()["learners"]
    assert (learner["nickname"], learner["stuck"]) == ("ada", "step 3")
    ada.post("api/stuck", json={"on": False})
    (learner,) = teacher.get("api/map").json()["learners"]
    assert learner["stuck"] is None
    assert ada.post("api/stuck", json={"on": "yes"}).status_code == 400


def test_the_map_is_whole_at_first_and_then_what_changed(
    room: Class, row: MadeRow
) -> None:
    teacher, ada, bob = (
        room.user("teacher", admin=True),
        room.learner("ada"),
        room.learner("bob"),
    )
    ada.post("api/rows", json={"rows": [row()]})
    with teacher.stream("GET", "api/events") as line:
        maps = (data for name, data in events(line) if name == "map")
        start = next(maps)
        ids = {one["nickname"]: one["id"] for one in start["learners"]}
        assert start["whole"]
        assert start["cells"] == [[ids["ada"], "nca-aiio.1.8", 1, 1]]
        bob.post("api/rows", json={"rows": [row(right=False)]})
        bobs = [ids["bob"], "nca-aiio.1.8", 1, 0]
        assert not first(maps, lambda one: bobs in one["cells"])["whole"]
        ada.post("api/stuck", json={"on": True})
        change = first(
            maps, lambda one: any(who["stuck"] == "" for who in one["learners"])
        )
        assert [who["nickname"] for who in change["learners"]] == ["ada"]
        ada.post("api/leave")
        assert first(maps, lambda one: one["gone"])["gone"] == [ids["ada"]]


def test_a_learner_hears_no_map(room: Class) -> None:
    ada = room.learner("ada")
    with ada.stream("GET", "api/events") as line:
        heard = events(line)
        assert next(heard)[0] == "state"
        room.learner("bob")
        name, data = next(heard)
        assert (name, data["joined"]) == ("state", 2)


def test_an_event_is_read_once_for_all_who_listen(
    room: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher, ada = room.user("teacher", admin=True), room.learner("ada")
    read: list[int] = []
    real = live.read_state

    def counted(session: Any, bank: Any, id: int) -> Any:
        read.append(id)
        return real(session, bank, id)

    with ada.stream("GET", "api/events") as line:
        next(states(line))
    monkeypatch.setattr(live, "read_state", counted)
    lines = [ada.stream("GET", "api/events") for _ in range(10)]
    heard = [states(line.__enter__()) for line in lines]
    for one in heard:
        next(one)
    assert read == []  # the state was known
    teacher.post("api/gate", json={"lab": "mig/10"})
    ids = {first(one, lambda state: state["gate"])["id"] for one in heard}
    assert len(ids) == 1
    for line in lines:
        line.__exit__(None, None, None)
    assert len(read) == 1
    until(lambda: not room.service.live._listeners, "who went is still listened to")


def test_a_class_that_connects_at_once_shares_one_reading(
    tmp_path: Path, fixed: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = connect(str(tmp_path / "class.sqlite"))
    read: list[int] = []
    monkeypatch.setattr(live, "read_state", lambda *given: read.append(given[-1]))

    async def together() -> None:
        told = live.Live(engine, Bank(fixed), Clock())
        await asyncio.gather(*(told._renew() for _ in range(50)))

    asyncio.run(together())
    engine.dispose()
    assert len(read) <= 2  # the first has begun before the others ask


def test_who_may_no_more_listen_is_cut_off(
    room: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "SILENCE", 0.05)
    ada = room.learner("ada")
    with ada.stream("GET", "api/events") as line:
        lines = line.iter_lines()
        assert next(one for one in lines if one.startswith(":")) == ": still here"
        del room.hub.users["token-of-ada"]
        room.service.identity.hub.cache.clear()  # as after a minute
        assert all(not one.startswith("data") for one in lines)  # and it ends


def test_an_undone_answer_counts_no_more(room: Class, row: MadeRow) -> None:
    teacher, ada = room.user("teacher", admin=True), room.learner("ada")
    one, two = row(right=False), row()
    back = row("", outcome="undone", score=0, response=one["ulid"])
    ada.post("api/rows", json={"rows": [back, two]})
    ada.post("api/rows", json={"rows": [one]})  # it comes later than its undoing
    (cell,) = teacher.get("api/map").json()["cells"]
    assert cell[2:] == [1, 1]
    (item,) = teacher.get("api/items").json()
    assert (item["n"], item["right"]) == (1, 1)


def test_the_map_of_exercises(room: Class, row: MadeRow) -> None:
    teacher, ada = room.user("teacher", admin=True), room.learner("ada")
    key = next(iter(room.service.bank.exercises))
    assert teacher.get("api/map?by=exercise").json()["columns"] == []
    ada.post("api/rows", json={"rows": [row(key, right=False), row(key), row()]})
    found = teacher.get("api/map", params={"by": "exercise"}).json()
    assert [column["key"] for column in found["columns"]] == [key]
    assert [cell[1:] for cell in found["cells"]] == [[key, 2, 1]]
    assert teacher.get("api/map?by=nothing").status_code == 400


def test_the_map_shows_who_has_solved_which_scenario(
    tmp_path: Path, fixed: Course, hub: FakeHub, row: MadeRow
) -> None:
    lab = fixed.labs["mig/10_slices"]
    (one,) = lab.exercises
    ids = [each.exercise for each in scenarios().values()][:2]
    own = replace(lab, exercises=tuple(replace(one, id=id) for id in ids))
    course = replace(fixed, labs={**fixed.labs, lab.id: own})
    with running(str(tmp_path / "class.sqlite"), course, hub) as room:
        teacher, ada = room.user("teacher", admin=True), room.learner("ada")
        sent = [row(ids[0], right=False, score=0.25), row(ids[0], score=0.8)]
        ada.post("api/rows", json={"rows": sent})
        found = teacher.get("api/map", params={"by": "exercise"}).json()
        table = teacher.get("api/export.csv").text
    (column,) = found["columns"]
    assert column == {"key": ids[0], "title": f"{lab.title}: {ids[0]}"}
    assert [cell[1:] for cell in found["cells"]] == [[ids[0], 2, 1]]
    assert table.count(ids[0]) >= len(sent)
