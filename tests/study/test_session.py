"""A drill: what it chooses, and that it goes on where the last one stopped."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.errors import CourseError, HistoryError
from certlab.study.history import History
from certlab.study.session import Session
from certlab.terminal.question_lines import origin

START = datetime(2026, 11, 21, 9, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def begin(course: Course, tmp_path: Path, clock: Clock) -> Callable[..., Session]:
    def session(**options: object) -> Session:
        history = History(tmp_path / "history.jsonl")
        return Session(course, history, now=clock, **options)  # type: ignore[arg-type]  # each test passes its own

    return session


def names(session: Session) -> list[str]:
    return [question.item for question in session.questions]


RIGHT = {
    "small-warp-size": "thirty-two",
    "small-memories": ["shared", "barrier"],
    "small-card": "known",
}


def test_without_a_history_everything_is_new(
    begin: Callable[..., Session],
) -> None:
    session = begin()
    order = ["small-warp-size", "small-blocks", "small-memories", "small-card"]
    assert names(session) == order, "the card waits: it names the fact that is asked"
    assert session.tally() == {"due": 0, "new": 4, "ahead": 0}
    assert names(begin(count=2)) == order[:2]
    assert names(begin(kinds=["card"])) == ["small-card"]


def test_an_answer_is_recorded_before_the_reply(
    begin: Callable[..., Session], tmp_path: Path
) -> None:
    session = begin(surface="terminal")
    question = session.questions[0]
    reply = session.answer(question, "thirty-two", confidence="sure", milliseconds=900)
    assert reply.verdict.outcome == "correct"
    assert reply.due
    assert reply.due > START.date()
    (kept,) = History(tmp_path / "history.jsonl").read().answers
    assert (kept.item, kept.rev, kept.response) == ("small-warp-size", 1, "thirty-two")
    assert (kept.surface, kept.confidence, kept.milliseconds) == (
        "terminal",
        "sure",
        900,
    )
    assert kept.options == tuple(question.key["options"])


def test_an_invalid_answer_costs_nothing(
    begin: Callable[..., Session], tmp_path: Path
) -> None:
    session = begin()
    reply = session.answer(session.questions[1], {"number": "many", "unit": ""})
    assert (reply.verdict.outcome, reply.due) == ("invalid", None)
    assert not (tmp_path / "history.jsonl").exists()


def test_the_next_drill_goes_on_where_this_one_stopped(
    begin: Callable[..., Session],
) -> None:
    session = begin()
    session.answer(session.questions[0], "thirty-two")
    session.answer(session.questions[2], ["shared", "registers"])
    order = ["small-blocks", "small-memories", "small-warp-size", "small-card"]
    assert names(begin()) == order
    assert begin().tally() == {"due": 0, "new": 2, "ahead": 2}


def test_what_is_due_comes_first_and_the_least_well_known_before_it(
    begin: Callable[..., Session], clock: Clock
) -> None:
    session = begin()
    for question in session.questions:
        right = RIGHT.get(question.item, {"number": "1", "unit": ""})
        session.answer(question, right)
    clock.time += timedelta(days=60)
    later = begin()
    assert later.tally() == {"due": 4, "new": 0, "ahead": 0}
    assert names(later)[0] == "small-blocks", "the one answered wrong"


def test_a_repeat_is_another_variant(begin: Callable[..., Session]) -> None:
    session = begin()
    session.answer(session.questions[0], "sixteen")
    (again,) = session.again(session.questions[:1])
    assert (again.item, again.seed) == ("small-warp-size", 1)


def test_a_full_disk_leaves_the_session_as_it_was(
    begin: Callable[..., Session], full_disk: Callable[[], None]
) -> None:
    session = begin()
    with pytest.raises(HistoryError):
        session.answer(session.questions[0], "thirty-two")
    assert session.tally()["new"] == 4
    full_disk()
    assert session.answer(session.questions[0], "thirty-two").due


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"module": "none"}, r"no module none; choose one of small"),
        ({"exam": "NCA-X"}, r"no exam NCA-X; choose one of NCA-TEST"),
        ({"kinds": ["order"]}, r"nothing to ask"),
    ],
)
def test_what_is_not_there_is_one_sentence(
    begin: Callable[..., Session], options: dict[str, object], says: str
) -> None:
    with pytest.raises(CourseError, match=says):
        begin(**options)


def test_items_of_an_exam_and_of_the_exam_pool(
    small: Path, begin: Callable[..., Session]
) -> None:
    assert len(names(begin(exam="nca-test"))) == 4
    assert len(names(begin(exam="NCA-TEST", module="small"))) == 4


def test_a_question_of_an_exam_is_labelled_by_its_own_objective(
    course: Course, tmp_path: Path
) -> None:
    card = course.items["small-card"]
    other = replace(card, objective="ncp-other.3.2", also=("nca-test.1.1",))
    named = replace(course, items={"small-card": other})
    history = History(tmp_path / "history.jsonl")
    (asked,) = Session(named, history, exam="NCA-TEST").questions
    assert asked.show["label"] == "NCA-TEST 1.1"
    assert "NCA-TEST 1.1" in origin(asked.show)
    (plain,) = Session(named, history).questions
    assert "label" not in plain.show
    assert "NCP-OTHER 3.2" in origin(plain.show)
