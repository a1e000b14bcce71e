"""The day's page before it is drawn: what it begins with, and what a second window changes."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.study.bank import compile_bank
from tests import bound

HERE = Path(__file__).parent
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def task(kind: str, items: list[str], done: int = 0) -> dict[str, Any]:
    count = max(1, len(items) + done)
    return {
        "kind": kind,
        "items": items,
        "done": done,
        "count": count,
        "minutes": count,
    }


def run(script: str, given: dict[str, Any]) -> dict[str, Any]:
    """What a script finds of what it is given."""
    done = subprocess.run(
        [str(NODE), script],
        cwd=HERE,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=bound.BOUND,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def day(fixed: Course) -> dict[str, Any]:
    """What a day comes to whose list is a page, reviews, and new items."""
    bank = compile_bank(fixed, "mig")
    kinds = {one["item"]: one["kind"] for one in bank["items"]}
    single = next(id for id, kind in kinds.items() if kind == "single")
    others = [id for id, kind in kinds.items() if kind != "single"]
    reviews = [*others[:2], single]
    begun = {"exam": "x", "minutes": 60, "factor": 1, "deadline": None}
    begun |= {"asked": [["a", 1, 0, 0], ["b", 1, 0, 0]], "seats": [], "lacks": []}
    late = begun | {"deadline": "2026-11-27T11:59:00.000000+00:00"}
    given = {"mode": "exam", "sitting": "s"}
    mocks = [
        {"ulid": "s", "outcome": "begun", "response": begun, "item": ""},
        {"ulid": "t", "outcome": "begun", "response": begun, "item": ""},
        {"ulid": "y", "outcome": "begun", "response": late, "item": ""},
        {"ulid": "u", "outcome": "correct", "item": "a", **given},
        {"ulid": "v", "outcome": "wrong", "item": "b", **given},
        {"ulid": "w", "outcome": "ended", "item": "", **given},
    ]
    tasks = [task("page", []), task("review", reviews), task("new", others[2:4])]
    found = run("day_run.mjs", {"bank": bank, "tasks": tasks, "mocks": mocks})
    return found | {"single": single, "reviews": reviews, "planned": others[2:4]}


def test_the_day_begins_with_what_is_due_and_with_a_question_that_two_keys_answer(
    day: dict[str, Any],
) -> None:
    assert day["leads"] == [1, 0, -1]
    first, *rest = day["reviews"][:2]
    assert day["begun"]["asked"] == ["review", day["single"], first, *rest]
    assert day["begun"]["pressed"] is False


def test_a_new_plan_does_not_take_the_question_away(day: dict[str, Any]) -> None:
    assert day["same"]
    assert day["again"]["asked"] == day["begun"]["asked"]


def test_what_was_asked_before_the_plan_becomes_the_plan_s(day: dict[str, Any]) -> None:
    """But for the question that is shown: nobody loses that."""
    taken, none = day["taken"], day["none"]
    assert taken["follows"]
    assert none["follows"]
    assert taken["first"] == none["first"] == day["single"]
    assert taken["now"] == [day["single"], *day["planned"]]
    assert taken["count"] == len(day["planned"])
    assert none["now"] == [day["single"]]
    assert none["count"] == 1


def test_a_deck_goes_on_with_other_items_after_what_it_has_asked(
    day: dict[str, Any],
) -> None:
    assert day["goneOn"] == [0, 1, 4, 5]
    assert day["ended"] == len(day["goneOn"])


def test_a_day_that_begins_while_the_page_is_open_is_said(day: dict[str, Any]) -> None:
    assert day["again"]["notes"] == []
    (says,) = day["turned"]["notes"]
    assert says.startswith("A new day has begun")


def test_another_exam_s_day_begins_anew(day: dict[str, Any]) -> None:
    assert day["anew"]


def test_a_change_of_the_plan_begins_with_the_questions_of_its_own_list(
    day: dict[str, Any],
) -> None:
    assert day["changed"]
    assert set(day["changed"]) == set(day["planned"])


def test_a_plan_of_another_window_is_met_where_none_was(day: dict[str, Any]) -> None:
    """But not in the midst of making one here, nor for a row that sets no goal."""
    assert day["elsewhere"] == {"looksBefore": 0, "phase": "today", "sent": 1}


@pytest.mark.parametrize(
    ("given", "takes"),
    [
        ({}, True),
        ({"own": True, "active": True}, True),
        ({"own": True, "active": True, "target": True}, True),
        ({"active": True}, False),
        ({"target": True}, False),
        ({"notebook": True}, False),
        ({"framed": True}, False),
        ({"framed": True, "own": True, "active": True}, False),
        ({"framed": True, "used": True}, True),
    ],
)
def test_a_card_takes_the_focus_from_nobody(
    given: dict[str, bool], takes: bool
) -> None:
    """Nor does a frame's page while something beside the frame is used."""
    done = run("focus_run.mjs", given)
    assert done["first"] is takes
    assert done["again"] is (not given.get("framed") or "used" in given)


def test_a_card_whose_answers_cannot_be_read_says_so_and_tries_again() -> None:
    assert run("day_card_run.mjs", {}) == {
        "tries": 2,
        "says": "The answers cannot be read",
        "again": False,
    }


def test_what_another_window_answered_is_not_asked_again(day: dict[str, Any]) -> None:
    assert day["skipped"] == 2
    assert len(day["left"]) == 1


def test_a_mock_that_was_handed_in_says_what_was_right(day: dict[str, Any]) -> None:
    """One that is still sat is open, and one that ran out is neither."""
    over, running = day["mocks"]
    told = {"right": 1, "count": 2, "open": False}
    assert {name: over[name] for name in told} == told
    assert running["open"]


def test_a_question_that_was_passed_stays_so_for_the_tab(day: dict[str, Any]) -> None:
    assert day["passed"] == {
        "reloaded": ["a", "b"],
        "broken": [],
        "refused": ["a", "b"],
    }
