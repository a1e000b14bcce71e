"""Same-day repeats: soon, few, and without a trace in memory or in first answers."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.readiness.evidence import walk
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.exams.blueprint import blueprint
from certlab.study.history import History
from certlab.study.memory import fold
from certlab.study.repeats import FEW, MOST, PAUSE, repeats_of
from certlab.study.session import Session
from certlab.study.standing import Standing

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
WRONG: object = "forgotten"


class Clock:
    """Ten seconds later each time it is looked at."""

    def __init__(self) -> None:
        self.time = NOW

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=10)
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def begin(whole: Course, tmp_path: Path, clock: Clock) -> Callable[..., Session]:
    def make(*items: str, exam: str | None = None) -> Session:
        history = History(tmp_path / "history.jsonl")
        return Session(whole, history, exam=exam, items=items, now=clock)

    return make


@pytest.fixture
def cards(whole: Course) -> list[str]:
    return [one.id for one in whole.items.values() if one.kind == "card"][:10]


def give(session: Session, outcomes: str) -> None:
    """Cards known or forgotten, "+" or "-", in the session's order."""
    for question, outcome in zip(session.questions, outcomes, strict=True):
        session.answer(question, "known" if outcome == "+" else WRONG)


def again(session: Session, outcomes: str) -> list[str]:
    """Answer what comes again until nothing does; the items, in order."""
    found, given = [], iter(outcomes)
    while more := session.repeats():
        for question in more:
            found.append(question.item)
            assert question.show["again"]
            session.answer(question, "known" if next(given) == "+" else WRONG)
    assert next(given, None) is None
    return found


def test_what_was_wrong_comes_again_at_the_end(
    begin: Callable[..., Session], cards: list[str]
) -> None:
    session = begin(*cards[:6])
    give(session, "-++-++")
    # The second is too fresh: two were answered after it, and then the first once more.
    assert again(session, "++") == [cards[0], cards[3]]
    assert session.repeats() == []


def test_it_stops_after_it_was_right_once_or_after_some_tries(
    begin: Callable[..., Session], cards: list[str]
) -> None:
    session = begin(*cards[:8])
    give(session, "-----+++")
    found = again(session, "+----" + "-+--")
    assert MOST == 2
    assert found == [*cards[:5], *cards[1:5]]


def test_what_is_too_fresh_waits_for_the_next_set(
    begin: Callable[..., Session], cards: list[str], clock: Clock
) -> None:
    session = begin(*cards[:3])
    give(session, "++-")
    assert session.repeats() == []
    soon = begin(*cards[:3])
    assert soon.repeats() == []
    clock.time += PAUSE
    later = begin(*cards[:3])
    assert [one.item for one in later.repeats()] == [cards[2]]
    clock.time += timedelta(hours=12)
    assert begin(*cards[:3]).repeats() == []  # then it is due as others are


def test_other_items_of_the_exam_come_too_and_others_not(
    begin: Callable[..., Session], whole: Course, cards: list[str], clock: Clock
) -> None:
    session = begin(*cards[:4])
    give(session, "-+++")
    clock.time += PAUSE
    other = begin(*cards[5:6])
    give(other, "+")
    assert other.repeats() == []
    code = whole.items[cards[0]].objective.partition(".")[0]
    same = begin(*cards[5:6], exam=code)
    assert [one.item for one in same.repeats()] == [cards[0]]
    empty = begin(exam=code)  # nothing planned: what waits is all there is
    assert [one.item for one in empty.questions] == [cards[0]]


def test_a_repeat_is_marked_and_changes_no_memory_and_no_first_answer(
    begin: Callable[..., Session], whole: Course, cards: list[str], tmp_path: Path
) -> None:
    items = [one.id for one in whole.items.values() if one.kind == "single"][:4]
    session = begin(*items)
    for question in session.questions:
        wrong = {one["id"] for one in question.show["options"]} - {
            *question.key["correct"]
        }
        session.answer(question, min(wrong))
    (question,) = session.repeats()
    reply = session.answer(question, question.key["correct"][0])
    rows = History(tmp_path / "history.jsonl").read().answers
    assert [row.mode for row in rows] == ["drill"] * 4 + ["repeat"]
    assert rows[-1].item == items[0]
    with_it, without = fold(rows), fold(rows[:-1])
    for id in items:
        assert with_it[id].card == without[id].card
        assert with_it[id].counted == without[id].counted
    assert reply.due == without[items[0]].due.astimezone().date()
    code = whole.items[items[0]].objective.partition(".")[0]
    plan = blueprint(whole, code)
    firsts = [
        walk(Standing(whole, some), plan, NOW).first for some in (rows, rows[:-1])
    ]
    assert firsts[0] == firsts[1]
    assert firsts[0][items[0]].outcome == "wrong"
    assert question.seed != session.questions[0].seed or question.kind == "card"


def test_who_asks_for_it_again_repeats_too(
    begin: Callable[..., Session], cards: list[str], tmp_path: Path, clock: Clock
) -> None:
    session = begin(cards[0])
    give(session, "-")
    (question,) = session.again(session.questions)
    session.answer(question, "known")
    clock.time += timedelta(days=2)
    give(begin(cards[0]), "+")
    rows = History(tmp_path / "history.jsonl").read().answers
    assert [row.mode for row in rows] == ["drill", "repeat", "drill"]


def test_a_clock_that_went_back_makes_no_repeat(
    begin: Callable[..., Session], cards: list[str], tmp_path: Path, clock: Clock
) -> None:
    give(begin(cards[0]), "-")
    clock.time -= timedelta(days=3)
    give(begin(cards[0]), "+")
    rows = History(tmp_path / "history.jsonl").read().answers
    assert [row.mode for row in rows] == ["drill", "drill"]
    assert fold(rows)[cards[0]].counted == rows[-1].time
    assert rows[-1].outcome == "wrong"  # both count, in the order of the clock


def test_a_card_taken_back_does_not_come_again(
    begin: Callable[..., Session], cards: list[str]
) -> None:
    session = begin(*cards[:5])
    give(session, "+++++")
    session.undo(session.questions[0])
    session.answer(session.questions[0], WRONG)
    session.undo(session.questions[0])
    session.answer(session.questions[0], "known")
    assert session.repeats() == []


def test_a_set_is_not_drowned_in_repeats(
    begin: Callable[..., Session], cards: list[str], clock: Clock
) -> None:
    give(begin(*cards), "-" * 10)
    clock.time += PAUSE
    code = "nca-aiio"
    session = begin(cards[0], exam=code)
    assert len(session.repeats()) == MOST
    assert session.repeats() == []


@pytest.mark.parametrize("mode", ["exam", "exercise"])
def test_exams_and_exercises_lead_to_no_repeats(mode: str) -> None:
    row = Answer("a", 1, "wrong", 0, at=stamp(NOW), ulid=new_ulid(NOW))
    later = NOW + PAUSE
    assert repeats_of([row]).ready(later) == ["a"]
    assert repeats_of([replace(row, mode=mode)]).ready(later) == []
    assert repeats_of([row], {"a": 2}).ready(later) == []


def test_a_few_others_or_a_pause_make_it_ready() -> None:
    def row(item: str, seconds: float, outcome: str = "correct") -> Answer:
        at = NOW + timedelta(seconds=seconds)
        return Answer(item, 1, outcome, 0, at=stamp(at), ulid=new_ulid(at))

    rows = [row("a", 0, "wrong"), *(row(str(n), n) for n in range(1, FEW + 1))]
    soon = NOW + timedelta(seconds=FEW)
    assert repeats_of(rows[:-1]).ready(soon) == []
    assert repeats_of(rows).ready(soon) == ["a"]
    tick = timedelta(microseconds=1)
    assert repeats_of(rows[:1]).ready(NOW + PAUSE - tick) == []
    assert repeats_of(rows[:1]).ready(NOW + PAUSE) == ["a"]
    assert repeats_of(rows).ready(NOW - tick) == []
