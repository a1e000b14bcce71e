"""Memory by FSRS-6: laws the model keeps, and what we leave out of it."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.memory import RETENTION, fold

START = datetime(2026, 11, 1, 9, tzinfo=UTC)


def answers(*marks: tuple[float, str], rev: int = 1) -> list[Answer]:
    """Answers to one item, each as (days after the start, outcome)."""
    rows = []
    for days, outcome in marks:
        at = START + timedelta(days=days)
        rows.append(Answer("a", rev, outcome, 1, at=stamp(at), ulid=new_ulid(at)))
    return rows


def test_nothing_is_known_of_an_item_never_asked() -> None:
    assert fold([]) == {}


def test_recall_is_the_retention_asked_for_on_the_day_it_is_due() -> None:
    memory = fold(answers((0, "correct")))["a"]
    assert memory.recall(memory.due) == pytest.approx(RETENTION, abs=0.01)


def test_a_right_answer_lasts_longer_than_a_wrong_one() -> None:
    right, wrong = (fold(answers((0, mark)))["a"] for mark in ("correct", "wrong"))
    assert START + timedelta(days=1) <= wrong.due < right.due


def test_each_right_answer_on_its_day_lengthens_the_gap() -> None:
    rows = answers((0, "correct"))
    gaps = []
    for _ in range(4):
        due = fold(rows)["a"].due
        gaps.append(due - rows[-1].time)
        rows += answers(((due - START) / timedelta(days=1), "correct"))
    assert gaps == sorted(gaps)
    assert len(set(gaps)) == 4


def test_repeats_in_one_sitting_do_not_change_the_memory() -> None:
    once = fold(answers((0, "wrong")))["a"]
    again = fold(answers((0, "wrong"), (0.01, "correct"), (0.3, "correct")))["a"]
    assert (again.due, again.answers, again.last) == (once.due, 3, "wrong")


def test_answers_before_a_reset_do_not_count() -> None:
    rows = answers((0, "correct"), rev=1)
    assert fold(rows, {"a": 2}) == {}
    assert fold(rows, {"a": 1}).keys() == {"a"}


def test_the_same_history_gives_the_same_dates() -> None:
    rows = answers((0, "correct"), (3, "wrong"), (5, "correct"))
    assert fold(rows)["a"].due == fold(rows)["a"].due


@given(st.lists(st.tuples(st.floats(0, 400), st.booleans()), min_size=1, max_size=9))
def test_recall_is_a_probability_and_falls_with_time(
    marks: list[tuple[float, bool]],
) -> None:
    rows = answers(
        *((d, "correct" if right else "wrong") for d, right in sorted(marks))
    )
    memory = fold(rows)["a"]
    after = [memory.recall(rows[-1].time + timedelta(days=n)) for n in (0, 1, 30, 900)]
    assert after == sorted(after, reverse=True)
    assert 0 < after[-1] <= after[0] <= 1


def test_a_time_of_another_zone_is_the_same_moment() -> None:
    """A history that somebody else's program wrote may have them."""
    here, there = (
        Answer("mig-x", 1, "correct", 1, at=at, ulid="0")
        for at in ("2026-11-21T10:00:00+00:00", "2026-11-21T12:00:00+02:00")
    )
    assert fold([here])["mig-x"].due == fold([there])["mig-x"].due
