"""The best interval between checkpoints, held against failures drawn at random."""

from math import inf, nan

import pytest

from certlab.errors import Refusal
from certlab.labs.storage import Plan, lost, simulated, young
from certlab.labs.storage.interval import exact

PLAN = Plan(save=49, between=10_800)


def test_youngs_interval_is_where_both_cost_the_same() -> None:
    best = young(PLAN)
    assert PLAN.save / best == pytest.approx(best / (2 * PLAN.between))
    assert all(
        lost(PLAN, best) < lost(PLAN, best * times) for times in (0.5, 0.9, 1.2, 3)
    )


@pytest.mark.parametrize("interval", [300.0, 1029.0, 3600.0])
def test_drawn_failures_agree_with_the_exact_share(interval: float) -> None:
    plan = Plan(save=49, between=10_800, restart=120)
    found, failures = simulated(plan, interval, work=40_000_000)
    assert failures > 3000
    assert found == pytest.approx(exact(plan, interval), rel=0.05)


def test_youngs_share_is_a_little_too_low_and_close() -> None:
    best = young(PLAN)
    assert lost(PLAN, best) == pytest.approx(exact(PLAN, best), rel=0.08)


def test_without_failures_only_saving_is_lost() -> None:
    found, failures = simulated(Plan(save=10, between=1e15), 90, work=9_000)
    assert failures == 0
    assert found == pytest.approx(0.1)


@pytest.mark.parametrize(
    "given", [(0, 1, 0), (1, 0, 0), (1, 1, -1), (nan, 1, 0), (1, inf, 0), (1, 1, nan)]
)
def test_what_cannot_be_is_refused(given: tuple[float, float, float]) -> None:
    with pytest.raises(Refusal):
        Plan(*given)


def test_no_work_and_no_interval_are_refused() -> None:
    for interval, work in ((0, 1), (1, 0), (nan, 1), (1, inf)):
        with pytest.raises(Refusal):
            simulated(PLAN, interval, work)


@pytest.mark.parametrize(
    ("plan", "interval"),
    [
        (Plan(save=49, between=3), 1029),  # hours where seconds were asked for
        (Plan(save=49, between=3), 1),
        (Plan(save=1, between=10, restart=900), 5),
    ],
)
def test_a_run_that_would_hardly_ever_end_is_refused(plan: Plan, interval: int) -> None:
    with pytest.raises(Refusal, match="hardly ever"):
        simulated(plan, interval, work=40_000)
