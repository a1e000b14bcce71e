"""Fitting alpha and beta: exact where the data are exact, refused where they say nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.labs.distributed.collectives import (
    KINDS,
    SHARED,
    Collective,
    Cost,
    Link,
    Measured,
    Refusal,
    account,
    by_gloo,
    fit,
    on_links,
    worst,
)
from certlab.labs.distributed.collectives.cost import terms

LINK = Link("", 2e-6, 25e9)
SIZES = (12_000, 192_000, 3_072_000)


def made(kind: str, cost: Cost, ranks: tuple[int, ...] = (2, 4)) -> list[Measured]:
    """Points that lie on a line."""
    ones = [by_gloo(kind, count, size) for count in ranks for size in SIZES]
    return [Measured(one, cost.seconds(one)) for one in ones]


@pytest.mark.parametrize("shared", SHARED)
@pytest.mark.parametrize("kind", KINDS)
@given(alpha=st.floats(1e-7, 1e-3), rate=st.floats(1e8, 1e12))
def test_a_line_is_found_again(
    shared: str, kind: str, alpha: float, rate: float
) -> None:
    cost = Cost(alpha, 1 / rate, shared)
    found = fit(made(kind, cost), shared)
    held = made(kind, cost, (3, 8))
    assert found.shared == shared
    assert worst(found, held)[1] < 1e-5


@pytest.mark.parametrize("kind", KINDS)
def test_on_wires_a_cost_is_the_accounts_time(kind: str) -> None:
    cost = Cost(LINK.latency_seconds, 1 / LINK.bytes_per_second)
    for count in (1, 2, 3, 8):
        one = by_gloo(kind, count, 24_000 * count, LINK)
        assert cost.seconds(one) == pytest.approx(account(one).seconds, rel=1e-12)


def test_through_one_thing_every_message_counts() -> None:
    one = Collective("all-reduce", "ring", 4, 4000, LINK)
    assert terms(one) == (6, 6000)
    assert terms(one, "one") == (24, 24_000)
    assert terms(one, "one")[1] == sum(on_links(one).values())


def test_gloo_makes_a_reduce_scatter_of_an_all_reduce() -> None:
    assert by_gloo("reduce-scatter", 4, 4000) == by_gloo("all-reduce", 4, 4000)


def test_errors_are_relative_so_that_small_times_count() -> None:
    # Twice too slow at the small end: absolute squares would not see it.
    cost = Cost(1e-5, 1e-9, "one")
    points = made("all-reduce", cost)
    bent = [
        Measured(one.one, one.seconds * (2 if one.one.bytes == SIZES[0] else 1))
        for one in points
    ]
    found = fit(bent, "one")
    small = [one for one in bent if one.one.bytes == SIZES[0]]
    assert worst(found, small)[1] < 0.45
    assert cost.error(small[0]) == pytest.approx(-0.5)


def test_no_part_is_negative() -> None:
    ones = [by_gloo("all-reduce", 2, size) for size in SIZES]
    falling = [Measured(one, 1 / (n + 1)) for n, one in enumerate(ones)]
    cost = fit(falling)
    assert cost.beta == 0
    assert cost.alpha > 0
    steep = [Measured(one, float(one.bytes) ** 2) for one in ones]
    cost = fit(steep)
    assert cost.alpha == 0
    assert cost.beta > 0


def test_the_middle_and_the_worst_are_sizes_of_errors() -> None:
    cost = Cost(1.0, 0.0)
    ones = [Collective("all-reduce", "ring", 2, 8, LINK)] * 4
    points = [
        Measured(one, 2 / x) for one, x in zip(ones, (1, 0.5, 1.2, 1.4), strict=True)
    ]
    assert [cost.error(p) for p in points] == pytest.approx([0, -0.5, 0.2, 0.4])
    assert worst(cost, points) == pytest.approx((0.3, 0.5))


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ([], "need at least two measured times"),
        (
            [Measured(by_gloo("all-reduce", 2, 80), 1.0)],
            "need at least two measured times",
        ),
        ([Measured(by_gloo("all-reduce", 2, 80), 1.0)] * 3, "cannot separate latency"),
        ([Measured(by_gloo("all-reduce", 1, 80), 1.0)] * 2, "cannot separate latency"),
        ([Measured(by_gloo("all-reduce", 2, 80), 0.0)], "above 0 s, not 0"),
        ([Measured(by_gloo("all-reduce", 2, 80), float("nan"))], "not nan"),
    ],
)
def test_points_that_say_nothing_are_refused(points: list[Measured], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        fit(points)


def test_another_way_to_share_is_refused() -> None:
    with pytest.raises(Refusal, match="two; choose wires or one"):
        fit(made("all-reduce", Cost(1e-6, 1e-9)), "two")
