"""Our FSRS-6 in floats against the fsrs package, which it must equal."""

from datetime import UTC, datetime, timedelta

import pytest
from fsrs import Card, Rating, Scheduler
from hypothesis import given
from hypothesis import strategies as st

from certlab.study.curve import Curve

START = datetime(2026, 1, 1, tzinfo=UTC)
THEIRS = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
GAPS = st.lists(st.tuples(st.integers(1, 90), st.booleans()), min_size=1, max_size=8)


@given(first=st.booleans(), rest=GAPS)
def test_states_and_recall_are_those_of_the_package(
    first: bool, rest: list[tuple[int, bool]]
) -> None:
    ours, now = Curve(), START
    card, _ = THEIRS.review_card(Card(card_id=0, due=now), rating(first), now)
    stability, difficulty = ours.first(first)
    for days, right in rest:
        now += timedelta(days=days)
        assert ours.recall(stability, days) == pytest.approx(
            THEIRS.get_card_retrievability(card, now)
        )
        card, _ = THEIRS.review_card(card, rating(right), now)
        stability, difficulty = ours.after(stability, difficulty, days, right)
        assert (stability, difficulty) == pytest.approx(
            (card.stability, card.difficulty)
        )


@given(first=st.booleans(), right=st.booleans())
def test_an_answer_on_the_same_day_too(first: bool, right: bool) -> None:
    card, _ = THEIRS.review_card(Card(card_id=0, due=START), rating(first), START)
    card, _ = THEIRS.review_card(card, rating(right), START + timedelta(minutes=10))
    found = Curve().again(*Curve().first(first), right)
    assert found == pytest.approx((card.stability, card.difficulty))


@given(stability=st.floats(0.1, 500), retention=st.floats(0.5, 0.99))
def test_after_the_gap_recall_is_the_retention(
    stability: float, retention: float
) -> None:
    curve = Curve()
    gap = curve.gap(stability, retention)
    assert curve.recall(stability, gap) == pytest.approx(retention)


def rating(right: bool) -> Rating:
    return Rating.Good if right else Rating.Again
