"""A self-grade taken back: a row more in the log, and all else as if it had not been."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course, load
from certlab.errors import CourseError, HistoryError
from certlab.study.history import History
from certlab.study.questions import Question
from certlab.study.session import Session

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)


@pytest.fixture
def course(small: Path) -> Course:
    return load(small)


@pytest.fixture
def begin(course: Course, tmp_path: Path) -> Callable[..., Session]:
    def make(now: datetime = NOW) -> Session:
        history = History(tmp_path / "workspace" / "history.jsonl")
        return Session(course, history, count=100, now=lambda: now)

    return make


def question(session: Session, kind: str) -> Question:
    return next(one for one in session.questions if one.kind == kind)


def known(session: Session) -> Any:
    """Everything a session says of what is known and due."""
    asked = [(one.item, one.seed) for one in session.questions]
    return asked, session.tally(), session._memory


def test_it_is_as_if_it_had_not_been_answered(begin: Callable[..., Session]) -> None:
    before = begin()
    session = begin()
    card = question(session, "card")
    session.answer(card, "forgotten")
    assert known(begin()) != known(before)
    session.undo(card)
    assert known(session) == known(before)
    assert known(begin()) == known(before)
    assert session.history.read().answers == ()


def test_the_log_grows_by_a_row_that_names_what_it_takes_back(
    begin: Callable[..., Session],
) -> None:
    session = begin()
    card = question(session, "card")
    session.answer(card, "known")
    line = session.history.path.read_bytes()
    session.undo(card)
    assert session.history.path.read_bytes().startswith(line)
    rows = session.history.read().rows  # of one moment, so in no order
    given, undone = sorted(rows, key=lambda row: row.outcome)
    assert undone.response == given.ulid
    assert (undone.item, undone.rev, undone.seed) == (given.item, given.rev, given.seed)
    assert (undone.outcome, undone.score, undone.surface) == ("undone", 0, "lab")


def test_earlier_grades_stand(begin: Callable[..., Session]) -> None:
    first = begin(NOW - timedelta(days=30))
    card = question(first, "card")
    first.answer(card, "known")
    before = begin()
    session = begin()
    session.answer(card, "forgotten")
    session.undo(card)
    assert known(session) == known(before)
    assert [one.outcome for one in session.history.read().answers] == ["correct"]


def test_a_card_is_graded_anew(begin: Callable[..., Session]) -> None:
    session, other = begin(), begin()
    card = question(session, "card")
    session.answer(card, "forgotten")
    session.undo(card)
    reply = session.answer(card, "known")
    assert reply.due == other.answer(card, "known").due
    assert [one.outcome for one in session.history.read().answers] == ["correct"] * 2


def test_a_graded_question_has_shown_its_key(begin: Callable[..., Session]) -> None:
    session = begin()
    single = question(session, "single")
    session.answer(single, "sixteen")
    with pytest.raises(CourseError, match="no grade of this card to take back"):
        session.undo(single)
    assert len(session.history.read().rows) == 1


def test_what_was_not_given_or_is_gone_is_not_taken_back(
    begin: Callable[..., Session],
) -> None:
    session = begin()
    card = question(session, "card")
    for _ in range(2):
        with pytest.raises(CourseError, match="no grade of this card"):
            session.undo(card)
        session.answer(card, "known")
        session.undo(card)
    with pytest.raises(CourseError, match="no grade of this card"):
        begin().undo(card)  # another sitting


def test_what_cannot_be_written_stays(
    begin: Callable[..., Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin()
    card = question(session, "card")
    session.answer(card, "known")
    after = known(session)

    def refuse(*_: object) -> None:
        raise HistoryError("full")

    with monkeypatch.context() as patch:
        patch.setattr(History, "append", refuse)
        with pytest.raises(HistoryError):
            session.undo(card)
    assert known(session) == after
    session.undo(card)
    assert session.history.read().answers == ()
