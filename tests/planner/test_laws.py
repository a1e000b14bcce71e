"""Laws of a day's plan, whatever the learner's state."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.planner.day import DayPlan, plan_day
from certlab.planner.learner_model import LearnerModel
from certlab.planner.outlook import outlook
from certlab.planner.selection import Candidate

MEMORY = st.none() | st.tuples(
    st.floats(0.1, 200), st.floats(1, 10), st.integers(1, 60).map(float)
)
WEIGHTS = st.sampled_from([1.0, 2.0, 3.0])
ITEMS = st.lists(st.tuples(WEIGHTS, MEMORY), min_size=1, max_size=30).map(
    lambda rows: [Candidate(n, *row) for n, row in enumerate(rows)]
)
DAYS = st.integers(1, 12)
CAPS = st.floats(30, 2000)


def planned(items: list[Candidate], days: int, cap: float) -> DayPlan:
    return plan_day(items, outlook(days, float(days)), cap, rounds=20)


@settings(max_examples=30)
@given(items=ITEMS, days=DAYS, cap=CAPS, more=st.floats(1, 5))
def test_more_minutes_never_lower_the_score(
    items: list[Candidate], days: int, cap: float, more: float
) -> None:
    # Prices settle in steps; what they leave open is less than half a point.
    poor, rich = planned(items, days, cap), planned(items, days, cap * more)
    assert rich.score >= poor.score - 0.005


@settings(max_examples=30)
@given(items=ITEMS, days=DAYS, cap=CAPS)
def test_a_score_lies_between_doing_nothing_and_knowing_all(
    items: list[Candidate], days: int, cap: float
) -> None:
    nothing = planned(items, days, 1e-6)
    assert nothing.score - 0.01 <= planned(items, days, cap).score <= 1


@settings(max_examples=30)
@given(items=ITEMS, days=DAYS, cap=CAPS)
def test_the_day_fits_its_seconds_and_asks_nothing_twice(
    items: list[Candidate], days: int, cap: float
) -> None:
    day = planned(items, days, cap)
    assert sum(one.seconds for one in day.today) <= cap
    keys = [one.key for one in day.today]
    assert len(keys) == len(set(keys))
    assert all(one.pays for one in day.today)
    gains = [one.gain for one in day.ranked]
    assert gains == sorted(gains, reverse=True)
    if day.enough:
        assert len(day.today) == sum(one.pays for one in day.ranked)


@settings(max_examples=40)
@given(items=ITEMS, cap=CAPS, place=st.integers(0, 29), times=st.floats(1.1, 5))
def test_on_the_eve_a_heavier_weight_never_pushes_an_item_back(
    items: list[Candidate], cap: float, place: int, times: float
) -> None:
    one = items[place % len(items)]
    heavier = [
        replace(item, weight=item.weight * times) if item is one else item
        for item in items
    ]
    before, after = planned(items, 1, cap), planned(heavier, 1, cap)
    assert rank(after, one.key) <= rank(before, one.key)


@settings(max_examples=30)
@given(memory=MEMORY, days=DAYS, cap=CAPS, times=st.floats(1.1, 5))
def test_a_heavier_item_is_never_expected_to_be_known_less(
    memory: tuple[float, float, float] | None, days: int, cap: float, times: float
) -> None:
    # It may wait where the light one may not: it can pay for the eve, the best day.
    items = [Candidate("light", 1.0, memory), Candidate("heavy", times, memory)]
    found = {one.key: one for one in planned(items, days, cap).ranked}
    light, heavy = found["light"], found["heavy"]
    assert heavy.now >= light.now - 1e-9
    assert heavy.later >= light.later - 1e-9


@settings(max_examples=10)
@given(items=ITEMS, days=DAYS, cap=CAPS)
def test_the_same_again_gives_the_same_plan(
    items: list[Candidate], days: int, cap: float
) -> None:
    assert planned(items, days, cap) == planned(items, days, cap)


def rank(day: DayPlan, key: object) -> int:
    found = next(one for one in day.ranked if one.key == key)
    return sum(one.gain > found.gain * (1 + 1e-9) + 1e-15 for one in day.ranked)


def test_without_items_there_is_nothing_to_do() -> None:
    day = plan_day([], outlook(3, 3.0), 600)
    assert day.today == ()
    assert day.enough


def test_the_last_review_of_a_strong_item_waits_for_the_eve() -> None:
    strong = Candidate("strong", 1, (30.0, 2.0, 3.0))
    early = planned([strong], 10, 600)
    assert early.ranked[0].when is not None
    assert early.ranked[0].when >= 5
    eve = planned([strong], 1, 600)
    assert eve.ranked[0].when is None
    assert eve.ranked[0].why == "now or never"


def test_the_cap_leaves_items_out_and_more_minutes_bring_them_in() -> None:
    items = [Candidate(n, 1.0) for n in range(200)]
    tight, roomy = (plan_day(items, outlook(4, 4.0), cap) for cap in (300.0, 3000.0))
    assert tight.left_out == pytest.approx(150, abs=25)
    assert not tight.enough
    assert roomy.left_out < tight.left_out / 4


def test_without_time_the_score_is_the_weighted_recall() -> None:
    strong = Candidate("strong", 3.0, (200.0, 2.0, 1.0))
    weak = Candidate("weak", 1.0, (0.2, 8.0, 9.0))
    day = planned([strong, weak], 1, 1e-6)
    left = {one.key: one.without for one in day.ranked}
    expected = (3 * left["strong"] + left["weak"]) / 4
    assert day.score == pytest.approx(expected, abs=1e-4)


def test_an_item_that_may_be_hard_is_expected_to_be_known_less() -> None:
    learner = LearnerModel(spread=1.0)
    right = [(0.0, True), (2.0, True), (6.0, True)]
    wrong = [(0.0, True), (2.0, False), (6.0, True)]
    items = [
        Candidate(name, 1.0, (5.0, 5.0, 3.0), learner.beliefs(record, 9.0))
        for name, record in (("easy", right), ("hard", wrong))
    ]
    day = plan_day(items, outlook(1, 1.0), 600, learner=learner)
    found = {one.key: one for one in day.ranked}
    assert found["hard"].without < found["easy"].without - 0.03
    assert found["hard"].gain > found["easy"].gain
    for one in items:
        assert found[one.key].without == pytest.approx(
            sum(
                share * curve.recall(memory[0], memory[2] + 1)
                for (share, memory), (_, curve) in zip(
                    one.beliefs, learner.kinds, strict=True
                )
                if memory
            )
        )


def test_one_kind_of_items_is_planned_as_without_kinds() -> None:
    memory = (5.0, 5.0, 3.0)
    plain = [Candidate(n, 1.0 + n, memory) for n in range(3)]
    told = [replace(one, beliefs=((1.0, memory),)) for one in plain]
    assert planned(plain, 5, 60) == planned(told, 5, 60)


def test_an_unseen_item_that_is_known_already_is_not_met_first() -> None:
    items = [Candidate("known", 1.0, known=0.9), Candidate("unknown", 1.0, known=0.1)]
    day = planned(items, 1, 600)
    assert [one.key for one in day.ranked] == ["unknown", "known"]
    assert [one.without for one in day.ranked] == [0.1, 0.9]


def test_beliefs_of_other_kinds_of_items_are_refused() -> None:
    items = [Candidate("a", 1.0, None, LearnerModel(spread=1.0).beliefs((), 0.0))]
    with pytest.raises(ValueError, match="differ in their kinds"):
        plan_day(items, outlook(2, 2.0), 60)


def test_very_many_items_are_planned_much_as_few() -> None:
    few = [Candidate(n, 1.0, (1.0 + n % 20, 5.0, 2.0)) for n in range(1500)]
    many = [Candidate(n, 1.0, (1.0 + n % 20, 5.0, 2.0)) for n in range(3000)]
    one = plan_day(few, outlook(3, 3.0), 600.0)
    two = plan_day(many, outlook(3, 3.0), 1200.0)
    assert two.score == pytest.approx(one.score, abs=0.005)
    assert len(two.today) == pytest.approx(2 * len(one.today), rel=0.1)
