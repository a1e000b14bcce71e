"""The agenda of a class: what each sees of it, how it goes on, and what a broken one says."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from certlab.classroom.plan.syllabi import FOLDER
from certlab.classroom.service import agenda, class_settings
from certlab.course import load
from tests.app.conftest import SMALL
from tests.classroom.service.conftest import Class, events

PLAN = """\
title = "A day of warps"
audience = "All"

[[day]]
minutes = 30

[[day.step]]
title = "Hello"
minutes = 5
talk = true
notes = "Ask who is new."

[[day.step]]
title = "Warps"
minutes = 10
read = "cuda"
sections = ["warps"]
notes = "Draw one."

[[day.step]]
title = "Vote"
minutes = 5
poll = ["cuda-warp-size", "cuda-gone"]
notes = "Twice."

[[day.step]]
title = "Slices"
minutes = 10
lab = "mig/10_slices"
parts = ["What the exam asks", "Gone"]
notes = "Walk round."
"""
Begun = Callable[[str, str], None]


@pytest.fixture
def begun(room: Class, tmp_path: Path) -> Begun:
    """Begin the class with a syllabus of this text."""

    def begin(name: str, text: str) -> None:
        (tmp_path / FOLDER).mkdir(parents=True, exist_ok=True)
        (tmp_path / FOLDER / "warps.toml").write_text(text, "utf-8")
        bank = room.service.bank
        bank.course = replace(bank.course, root=tmp_path)
        job = partial(class_settings.begin, name="Class", syllabus=name, days=None)
        asyncio.run(room.service.writer.run(job))

    return begin


def steps(client: Any) -> list[dict[str, Any]]:
    (day,) = client.get("api/agenda").json()["days"]
    return list(day["steps"])


def states(client: Any) -> Iterator[dict[str, Any]]:
    with client.stream("GET", "api/events") as line:
        yield from (data for name, data in events(line) if name == "state")


def test_the_instructor_sees_all_and_a_learner_what_comes_when(
    room: Class, begun: Begun
) -> None:
    begun("warps", PLAN)
    teacher, ada = room.user("teacher", admin=True), room.learner("ada")
    hello, warps, vote, slices = steps(teacher)
    assert (hello["kind"], hello["notes"]) == ("talk", "Ask who is new.")
    (section,) = warps["sections"]
    assert (warps["page"], section["anchor"]) == ("cuda", "warps")
    known, gone = vote["polls"]
    assert known["ask"]
    assert gone == {"item": "cuda-gone", "ask": ""}
    assert (slices["lab"], slices["parts"][0]) == (
        "mig/10_slices",
        "What the exam asks",
    )
    shown = ada.get("api/agenda").json()
    assert shown["title"] == "A day of warps"
    for own, other in zip(steps(ada), steps(teacher), strict=True):
        assert own.items() <= other.items()
        assert not {"polls", "notes", "problems"} & own.keys()
    assert room.user("stranger").get("api/agenda").status_code == 409


def test_what_is_not_there_is_one_sentence_in_its_step(
    room: Class, begun: Begun
) -> None:
    begun("warps", PLAN)
    teacher = room.user("teacher", admin=True)
    hello, warps, vote, slices = (one["problems"] for one in steps(teacher))
    assert (hello, warps, vote) == ([], [], ["there is no item cuda-gone."])
    assert [
        one.startswith("mig/10_slices has no heading 'Gone'") for one in slices
    ] == [True]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("removed", PLAN, "There is no syllabus removed"),
        ("warps", PLAN.replace("talk = true", "talk = 3"), "warps.toml"),
        ("", PLAN, ""),
    ],
)
def test_a_syllabus_that_cannot_be_read_is_one_sentence(
    room: Class, begun: Begun, name: str, text: str, says: str
) -> None:
    begun(name, text)
    found = room.user("teacher", admin=True).get("api/agenda").json()
    assert found["days"] == []
    assert says in found["problem"]
    assert bool(found["problem"]) is bool(says)


def test_a_poll_and_a_gate_begin_their_step_and_are_remembered(
    room: Class, begun: Begun
) -> None:
    begun("warps", PLAN)
    teacher, ada = room.user("teacher", admin=True), room.learner("ada")
    assert (next(states(ada))["at"], next(states(ada))["asked"]) == (None, [])
    teacher.post("api/poll", json={"item": "cuda-warp-size", "at": 2})
    state = next(states(ada))
    assert (state["at"]["step"], state["asked"]) == (2, ["cuda-warp-size"])
    begun_at = state["at"]["since"]
    room.clock.on(minutes=5)
    teacher.post("api/poll", json={"item": "cuda-divergence-cost", "at": 2})
    assert next(states(ada))["at"] == {"step": 2, "since": begun_at}
    place = {"lab": "mig/10_slices", "step": "What the exam asks", "at": 3}
    teacher.post("api/gate", json=place)
    state = next(states(ada))
    assert (state["at"]["step"], state["gate"]["step"]) == (3, place["step"])
    assert state["at"]["since"] > begun_at
    assert state["asked"] == ["cuda-warp-size", "cuda-divergence-cost"]
    begun("warps", PLAN)  # as after a crash of the service
    assert next(states(ada))["at"]["step"] == 3
    teacher.post("api/agenda", json={"at": None})
    assert (next(states(ada))["at"], next(states(ada))["asked"]) == (None, [])
    teacher.post("api/agenda", json={"at": 1})
    begun("other", PLAN)
    teacher.post("api/gate", json={})
    assert next(states(ada))["at"] is None


def test_a_poll_that_is_refused_begins_nothing(room: Class, begun: Begun) -> None:
    begun("warps", PLAN)
    teacher, ada = room.user("teacher", admin=True), room.learner("ada")
    for sent in ({"item": "cuda-gone", "at": 2}, {"item": "cuda-warp-size", "at": "2"}):
        assert teacher.post("api/poll", json=sent).status_code in {400, 404}
    state = next(states(ada))
    assert (state["poll"], state["at"], state["asked"]) == (None, None, [])
    assert ada.post("api/agenda", json={"at": 1}).status_code == 403


def test_a_gate_may_lead_to_a_page(room: Class) -> None:
    teacher, ada = room.user("teacher", admin=True), room.learner("ada")
    sent = {"page": "cuda#warps", "text": "Warps"}
    assert teacher.post("api/gate", json=sent).status_code == 200
    assert next(states(ada))["gate"] == {"lab": "", "step": "", **sent}
    for page in ("https://elsewhere", "../../x", "cuda?x=1", "//elsewhere/x"):
        assert teacher.post("api/gate", json={"page": page}).status_code == 400
    assert teacher.post("api/gate", json={"step": "3"}).status_code == 400


def test_a_heading_that_says_what_came_out_is_marked(tmp_path: Path) -> None:
    """Who is sent there has perhaps not predicted it yet."""
    text = {"cell_type": "markdown", "source": ["## Seven it is\n", "\n", "Not eight."]}
    plain = {"cell_type": "markdown", "source": ["## Go on"], "metadata": {}}
    told = {**text, "metadata": {"tags": ["tells-result"]}}
    path = tmp_path / "10_slices.ipynb"
    path.write_text(json.dumps({"cells": [told, plain]}), "utf-8")
    course = load(SMALL)
    lab = replace(course.labs["mig/10_slices"], path=path)
    course = replace(course, labs={lab.id: lab})
    for heading, tells in (("Seven it is", True), ("Go on", False), ("", False)):
        assert agenda.tells(course, lab.id, heading) is tells
    assert not agenda.tells(course, "mig/gone", "Seven it is")


def test_who_joined_is_on_the_map_with_the_minute_before_any_answer(
    room: Class,
) -> None:
    teacher, _ = room.user("teacher", admin=True), room.learner("ada")
    (learner,) = teacher.get("api/map").json()["learners"]
    assert (learner["nickname"], learner["joined"]) == ("ada", learner["seen"])
    assert learner["joined"].startswith("2026-11-23T09:00")
