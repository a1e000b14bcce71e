"""Scenarios: their items are asked, each with the situation above it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from certlab.course import Course
from certlab.course.items import ASKABLE
from certlab.study.answers import Answer
from certlab.study.history import History
from certlab.study.questions import compile_item, context_of
from certlab.study.session import Session
from tests.study.kinds import kinds


def test_an_item_knows_its_scenario() -> None:
    course = kinds()
    scenario = context_of(course, course.items["mig-order-tear-down"])
    assert scenario is course.items["mig-case-give-back"]
    assert context_of(course, course.items["mig-order-first-use"]) is None
    assert context_of(course, course.items["mig-case-give-back"]) is None


def test_the_situation_is_shown_with_each_item_and_filled_in() -> None:
    course = kinds()
    case = course.items["mig-case-give-back"]
    body = replace(case.body, context="A warp is {fact:warp.threads}.")  # type: ignore[type-var]  # a Scenario
    course = replace(course, items=course.items | {case.id: replace(case, body=body)})
    for id in ("mig-order-tear-down", "mig-match-messages"):
        assert compile_item(course, course.items[id], 0).show["context"] == {
            "scenario": "mig-case-give-back",
            "title": "A GPU to be given back",
            "text": "A warp is 32 threads.",
        }


def test_an_item_by_itself_shows_none() -> None:
    course = kinds()
    question = compile_item(course, course.items["mig-order-first-use"], 0)
    assert "context" not in question.show


def session(course: Course, path: Path) -> Session:
    return Session(course, History(path / "history.jsonl"), count=1000)


def test_a_session_asks_the_items_and_never_the_scenario(tmp_path: Path) -> None:
    course = kinds()
    asked = {one.item for one in session(course, tmp_path).questions}
    scenarios = {id for id, item in course.items.items() if item.kind == "scenario"}
    practice = {id for id, item in course.items.items() if item.pool == "practice"}
    left = practice - scenarios - asked
    # An item is kept out only by one that gives it away, or for mock exams.
    assert all(asked & set(course.items[id].enemies) for id in left)
    assert not asked & scenarios


def test_the_items_of_a_scenario_keep_their_own_memory(tmp_path: Path) -> None:
    first = session(kinds(), tmp_path)
    by_id = {one.item: one for one in first.questions}
    order, match = by_id["mig-order-tear-down"], by_id["mig-match-messages"]
    assert first.answer(order, order.feedback["order"]).verdict.outcome == "correct"
    assert first.answer(match, {"none": "mode"}).verdict.outcome == "invalid"
    log = History(tmp_path / "history.jsonl").read().answers
    assert [(one.item, one.options) for one in log] == [
        (order.item, tuple(order.key["options"]))
    ]


def test_the_items_of_a_situation_are_asked_one_after_the_other(
    whole: Course, tmp_path: Path
) -> None:
    session = Session(whole, History(tmp_path / "h.jsonl"), count=1000, seed=0)
    asked = [question.item for question in session.questions]
    for scenario in set(whole.situations.values()):
        children = [id for id, one in whole.situations.items() if one == scenario]
        children = [id for id in children if id in asked]
        first = asked.index(children[0])
        assert asked[first : first + len(children)] == children


def test_a_situation_does_not_bring_what_is_not_due(
    whole: Course, tmp_path: Path
) -> None:
    history = History(tmp_path / "h.jsonl")
    children = [id for id in whole.situations if whole.items[id].pool == "practice"]
    known, due = children[:2]
    now = datetime(2026, 11, 21, tzinfo=UTC)
    history.append(Answer(due, 1, "wrong", 0), now - timedelta(days=30))
    history.append(Answer(known, 1, "correct", 1), now - timedelta(hours=1))
    kinds = [kind for kind in ASKABLE if kind != "card"]  # a card may have to wait
    session = Session(whole, history, kinds=kinds, count=1000, now=lambda: now)
    asked = [question.item for question in session.questions]
    assert (asked[0], asked[-1]) == (due, known)  # due, new, ahead of time
