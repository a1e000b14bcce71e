"""What the end of a session says: newly known, the score, what is due, the week."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from types import SimpleNamespace

import pytest

from certlab.course import Course
from certlab.day.due import Due, due_lines
from certlab.day.session_end import SessionEnd, end_lines, session_end, week
from certlab.day.today import serving
from certlab.study.answers import Answer, stamp
from certlab.study.counts import Counts
from certlab.study.questions import MINE
from certlab.study.standing import Standing
from certlab.words import ENGLISH

NOW = datetime(2026, 11, 23, 20, tzinfo=UTC)
BEGAN = NOW - timedelta(minutes=10)


def row(item: str, outcome: str = "correct", ago: timedelta = timedelta()) -> Answer:
    return Answer(item, 1, outcome, 1, at=stamp(NOW - ago), ulid=f"{item}{ago}")


def goal(exam: str) -> Answer:
    told = {"exam": exam, "day": "2026-12-20", "minutes": 30}
    at = stamp(NOW - timedelta(days=9))
    return Answer("", 0, "goal", 0, told, mode="plan", at=at)


def test_newly_known_is_what_was_never_right_before(fixed: Course) -> None:
    one, two, three, four, *_ = fixed.items
    rows = [
        row(one, ago=timedelta(days=2)),
        row(two, "wrong", timedelta(days=2)),
        row(one),
        row(two),
        row(three, "wrong"),
        row(four),
        row("an-exercise"),
    ]
    assert session_end(Standing(fixed, rows), BEGAN, NOW).known == 2


def test_due_tomorrow_is_of_the_exam_only(fixed: Course) -> None:
    exam = next(iter(fixed.certifications))
    ours = {item.id for item in serving(fixed, exam)}
    other = next(id for id in fixed.items if id not in ours)
    rows = [row(next(iter(ours)), "wrong"), row(other, "wrong")]
    assert session_end(Standing(fixed, rows), BEGAN, NOW).due.counts.tomorrow == 2
    due = session_end(Standing(fixed, [goal(exam), *rows]), BEGAN, NOW).due
    assert due.counts.tomorrow == 1
    assert due.of == fixed.certifications[exam].code


def test_what_only_a_mock_exam_asks_is_never_due(fixed: Course) -> None:
    kept = next(id for id, item in fixed.items.items() if item.pool == "exam")
    rows = [replace(row(kept, "wrong"), mode="exam")]
    assert session_end(Standing(fixed, rows), BEGAN, NOW).due.counts.tomorrow == 0


def test_a_repeat_makes_nothing_newly_known(fixed: Course) -> None:
    one, two, *_ = fixed.items
    rows = [row(one, "wrong", timedelta(minutes=9)), row(two)]
    again = replace(row(one, ago=timedelta(minutes=1)), mode="repeat")
    for some in ([*rows, again], [rows[0], replace(again, mode="drill"), rows[1]]):
        end = session_end(Standing(fixed, some), BEGAN, NOW)
        assert end.known == 1
        assert end.due.counts.tomorrow == 1  # the other comes in days


def test_cards_of_ones_own_are_counted_apart(fixed: Course) -> None:
    card = next(one for one in fixed.items.values() if one.kind == "card")
    own = replace(card, id=f"{MINE}deck/a", module=f"{MINE}deck")
    course = replace(fixed, items={**fixed.items, own.id: own})
    rows = [row(own.id, "wrong"), row(next(iter(fixed.items)), "wrong")]
    due = session_end(Standing(course, rows), BEGAN, NOW).due
    assert (due.counts.tomorrow, due.own) == (1, 1)
    assert [*due_lines(due, ENGLISH)] == [
        "1 item is due by tomorrow.",
        "1 of your own cards is due by tomorrow.",
    ]


def test_no_score_is_said_before_there_is_enough_data(fixed: Course) -> None:
    exam = next(iter(fixed.certifications))
    item = serving(fixed, exam)[0].id
    assert (
        session_end(Standing(fixed, [goal(exam), row(item)]), BEGAN, NOW).scores is None
    )
    assert (
        session_end(Standing(fixed, [goal("gone"), row(item)]), BEGAN, NOW).scores
        is None
    )


def test_the_score_before_is_of_what_was_there_before(
    fixed: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    def of_rows(standing: Standing, *_: object) -> SimpleNamespace:
        return SimpleNamespace(enough=True, mean=len(standing.rows) / 10)

    monkeypatch.setattr("certlab.day.session_end.readiness", of_rows)
    exam = next(iter(fixed.certifications))
    rows = [goal(exam), row("a", ago=timedelta(days=1)), row("b"), row("c")]
    assert session_end(Standing(fixed, rows), BEGAN, NOW).scores == (0.2, 0.4)


def test_a_day_is_the_learners_own() -> None:
    rows = [row("a"), row("a", ago=timedelta(days=6)), row("a", ago=timedelta(days=7))]
    assert week(rows, NOW) == (True, *[False] * 5, True)
    there = NOW.astimezone(timezone(timedelta(hours=8)))  # the next day already
    assert week(rows, there) == (True, *[False] * 5, True)
    assert week(rows[:1], there + timedelta(days=1)) == (*[False] * 5, True, False)


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        (None, None),
        ((0.46, 0.49), "Expected score 46 → 49 %."),
        ((0.461, 0.464), "Expected score 46 %, as before."),
    ],
)
def test_the_lines(scores: tuple[float, float] | None, says: str | None) -> None:
    days = (False, True, False, True, True, True, True)
    due = Due("", Counts(20, 3, 0, 0, 1, None))
    found = end_lines(SessionEnd(14, scores, due, days), ENGLISH)
    assert found == (
        "14 items newly known.",
        *([says] if says else []),
        "1 item is due by tomorrow.",
        "Days with answers: ○●○●●●●, 5 of the last 7.",
    )


def test_where_nothing_is_newly_known_nothing_is_said_of_it() -> None:
    due = Due("NCA-TEST", Counts(20, 3, 0, 0, 0, (date(2026, 12, 1), 4)))
    found = end_lines(SessionEnd(0, None, due, (True,) * 7), ENGLISH)
    assert found[0] == (
        "Nothing of NCA-TEST is due by tomorrow; "
        "the next 4 items are due on Tuesday 1 December 2026."
    )
