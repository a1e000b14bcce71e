"""The pieces of the estimate, against sums done another way."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import product
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.readiness.courses import choice, item
from certlab.course.items.match import Entry, Match
from certlab.course.items.order import Order, Step
from certlab.readiness import ASSUMED
from certlab.readiness.evidence import Evidence, Practised
from certlab.readiness.guess import known, right
from certlab.readiness.posterior import SHARES, posterior
from certlab.readiness.recalibration import Bin, Line, binned, fit
from certlab.readiness.score import (
    at_least,
    binomial,
    expected,
    interval,
    quantile,
    scores,
)


@pytest.mark.parametrize(
    ("options", "correct", "chance"), [(4, 1, 1 / 4), (5, 2, 1 / 10), (6, 3, 1 / 20)]
)
def test_a_choice_is_guessed_as_its_options_have_it(
    options: int, correct: int, chance: float
) -> None:
    assert choice(options, correct).chance == pytest.approx(chance)


def test_what_is_typed_cannot_be_guessed_and_orders_and_pairs_hardly() -> None:
    assert item("a", 1, "numeric").body.chance == 0
    steps = tuple(Step(f"s{n}", "", "") for n in range(4))
    assert Order(steps, {}).chance == 1 / 24
    left, three = (tuple(Entry(f"e{n}", "") for n in range(n)) for n in (2, 3))
    apart = Match(left, three, {"e0": "e1", "e1": "e2"}, {}, "all")
    shared = Match(left, three, {"e0": "e1", "e1": "e1"}, {}, "all")
    assert apart.chance == 1 / 6
    assert shared.chance == 1 / 9


@given(st.floats(0, 1), st.floats(0, 0.5))
def test_guessing_is_taken_out_as_it_was_put_in(share: float, chance: float) -> None:
    assert known(right(share, chance), chance) == pytest.approx(share, abs=1e-9)


def counted(record: Iterable[tuple[float, bool]]) -> Counter[Bin]:
    return Counter(binned(*one) for one in record)


def test_no_record_leaves_predictions_as_they_are() -> None:
    assert fit(Counter(), ASSUMED) == Line(0, 1)
    for n in range(1, 100):
        assert Line()(n / 100) == pytest.approx(n / 100)


@given(st.floats(0.02, 0.98), st.booleans())
def test_one_answer_moves_predictions_little(predicted: float, came: bool) -> None:
    line = fit(counted([(predicted, came)]), ASSUMED)
    for n in range(5, 100, 5):
        assert line(n / 100) == pytest.approx(n / 100, abs=0.1)


def test_a_long_record_is_believed() -> None:
    """Recall of 0.9 was predicted and 0.7 came out, 0.6 and 0.5."""
    record = [(0.9, n % 10 < 7) for n in range(2000)]
    record += [(0.6, n % 2 == 0) for n in range(2000)]
    line = fit(counted(record), ASSUMED)
    assert line(0.9) == pytest.approx(0.7, abs=0.02)
    assert line(0.6) == pytest.approx(0.5, abs=0.02)


def test_a_record_that_is_upside_down_does_not_turn_the_line_over() -> None:
    record = [(0.95, False)] * 200 + [(0.3, True)] * 200
    line = fit(counted(record), ASSUMED)
    assert line(0.3) < line(0.95) < line(0.3) + 0.1


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=60))
def test_the_better_known_stays_the_better_known(
    record: list[tuple[float, bool]],
) -> None:
    line = fit(counted(record), ASSUMED)
    found = [line(n / 100) for n in range(1, 100)]
    assert found == sorted(found)
    assert 0 <= found[0] <= found[-1] <= 1


def test_a_sitting_is_summed_as_by_going_through_all_outcomes() -> None:
    """Two domains of known shares, by the definition of a Poisson-binomial."""
    found = {1: Evidence(0.25, 0), 2: Evidence(0.0, 0)}
    for one, share in zip(found.values(), (0.8, 0.3), strict=True):
        one.firsts = {(True, 0.0): 1e5 * share, (False, 0.0): 1e5 * (1 - share)}
    sure = ASSUMED.__class__(form=0.0, transfer=(0.0, 0.0))
    after = posterior(found, sure)
    shares = {
        domain: sum(x * p for x, p in zip(SHARES, after.share(domain), strict=True))
        for domain in found
    }
    each = [right(shares[1], 0.25)] * 3 + [shares[2]] * 2
    wanted = [0.0] * 6
    for outcome in product((0, 1), repeat=5):
        chances = zip(each, outcome, strict=True)
        wanted[sum(outcome)] += prod(p if won else 1 - p for p, won in chances)
    # On a grid a share that is all but known lies on two points, half a step off each.
    got = scores(found, found, {1: 3, 2: 2}, after, sure)
    assert got == pytest.approx(wanted, abs=0.002)


def test_the_posterior_is_what_a_great_many_draws_say() -> None:
    """Levels and shares drawn from the priors, each weighed by the answers' chance."""
    told = {1: (6, 2, 0.25), 2: (1, 3, 0.0)}
    found = {}
    for domain, (won, lost, chance) in told.items():
        found[domain] = Evidence(chance, 10)
        found[domain].firsts = {(True, chance): won, (False, chance): lost}
    draw = random.Random(7)
    mean, strength = ASSUMED.level
    whole, sums = 0.0, dict.fromkeys(told, 0.0)
    for _ in range(40_000):
        level = draw.betavariate(mean * strength, (1 - mean) * strength)
        weight, shares = 1.0, {}
        for domain, (won, lost, chance) in told.items():
            a, b = level * ASSUMED.likeness, (1 - level) * ASSUMED.likeness
            shares[domain] = draw.betavariate(a + 1e-9, b + 1e-9)
            p = right(shares[domain], chance)
            weight *= p**won * (1 - p) ** lost
        whole += weight
        for domain, share in shares.items():
            sums[domain] += weight * share
    after = posterior(found, ASSUMED)
    for domain, total in sums.items():
        got = sum(x * p for x, p in zip(SHARES, after.share(domain), strict=True))
        assert got == pytest.approx(total / whole, abs=0.01)


def test_what_is_practised_counts_as_far_as_the_exam_asks_it() -> None:
    """Two of four items practised; a share of 0.4875 is the twentieth of SHARES."""
    one = Evidence(0.25, 4)
    one.practised = [Practised(True, 0.9), Practised(False, 0.3)]
    share = SHARES[19]
    same = (0.9 + 0.3 + 2 * share) / 4
    assert expected(one, 0.0)[19] == pytest.approx(share)
    assert expected(one, 1.0)[19] == pytest.approx(same)
    assert expected(one, 0.5)[19] == pytest.approx((share + same) / 2)
    one.practised = [Practised(True, 0.1)]
    assert expected(one, 1.0)[19] == pytest.approx(share), "no less than a new one"


def test_the_interval_leaves_a_tenth_on_each_side_as_near_as_can_be() -> None:
    assert interval([0.04, 0.05, 0.03, 0.78, 0.02, 0.08]) == (2, 3)
    assert interval([0.06, 0.05, 0.78, 0.05, 0.06]) == (2, 2)
    assert interval([1.0]) == (0, 0)
    assert interval(binomial(10, 0.5)) == (3, 7)  # 0.055 is nearer to 0.1 than 0.17


@given(st.integers(1, 75), st.floats(0, 1), st.integers(0, 100))
def test_the_chance_at_a_cut_is_that_of_so_many_questions(
    count: int, share: float, cut: int
) -> None:
    wanted = sum(
        comb(count, k) * share**k * (1 - share) ** (count - k)
        for k in range(count + 1)
        if 100 * k >= cut * count
    )
    assert at_least(binomial(count, share), cut) == pytest.approx(wanted, abs=1e-9)


def test_a_quantile_lies_between_its_neighbours() -> None:
    values, chances = [0.1, 0.3, 0.5], [0.25, 0.5, 0.25]
    assert quantile(values, chances, 0.5) == pytest.approx(0.3)
    assert quantile(values, chances, 0.25) == pytest.approx(0.2)
    assert quantile(values, chances, 0.0) == pytest.approx(0.1)
