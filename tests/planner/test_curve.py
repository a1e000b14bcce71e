"""Our FSRS-6 in floats against the fsrs package, which it must equal."""

from datetime import UTC, datetime, timedelta

import pytest
from fsrs import Card, Rating, Scheduler
from hypothesis import given
from hypothesis import strategies as st

from certlab.study.forgetting_curve import Curve

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


def test_an_item_that_lasts_twice_as_long_lives_at_half_the_speed() -> None:
    usual, slow = Curve(), Curve(lasts=2.0)
    assert slow.recall(3.0, 8.0) == pytest.approx(usual.recall(3.0, 4.0))
    assert slow.gap(3.0, 0.8) == pytest.approx(2 * usual.gap(3.0, 0.8))
    for right in (False, True):
        after = slow.after(3.0, 5.0, 8.0, right)
        assert after == pytest.approx(usual.after(3.0, 5.0, 4.0, right))


def test_a_wrong_answer_teaches_from_nothing_to_as_much_as_a_right_one() -> None:
    state = (3.0, 5.0, 4.0)
    right = Curve().after(*state, True)[0]
    wrong = [Curve(taught=taught).after(*state, False)[0] for taught in (0, 0.5, 1)]
    assert wrong[0] == Curve().after(*state, False)[0]
    assert wrong[0] < wrong[1] < wrong[2]
    assert wrong[1] == pytest.approx((wrong[0] * wrong[2]) ** 0.5)
    assert wrong[2] == pytest.approx(right)


def test_a_review_may_add_where_nothing_was_forgotten() -> None:
    assert Curve().after(3.0, 5.0, 0.0, True)[0] == pytest.approx(3.0)
    assert Curve(anyway=0.1).after(3.0, 5.0, 0.0, True)[0] > 3.5
