"""The simulator against sums on paper, against the recorded table, and against the page."""

import statistics

import pytest

from certlab.errors import CourseError
from certlab.labs.triton import page
from certlab.labs.triton.batching import Cost, closed_loop, served
from certlab.labs.triton.measured import MEASURED_COST, errors, measured
from tests.page_rules import begun, called
from tests.real_course import whole

LOOP = "labs/triton/static/dynamicbatch/loop.js"


def mean(latencies: list[float]) -> float:
    return statistics.mean(latencies)


def test_the_circulating_example_worked_out() -> None:
    arrivals = [0, 5, 8, 10]
    alone = served(arrivals, [(1, 10)] * 4)
    together = served(arrivals, [(4, 12)])
    triton = served(arrivals, [(1, 10), (3, 12)])
    assert (alone, mean(alone)) == ([10, 15, 22, 30], 19.25)
    assert (together, mean(together)) == ([22, 17, 14, 12], 16.25)
    assert (triton, mean(triton)) == ([10, 17, 14, 12], 13.25)


def test_what_follows_from_the_rules() -> None:
    cost = Cost(fixed=1.0, each=0.0)
    assert closed_loop(cost, 1, None).rate == pytest.approx(1000)
    assert closed_loop(cost, 8, None).rate == pytest.approx(1000)
    assert closed_loop(cost, 8, 0.0, most=8).rate == pytest.approx(8000)
    assert closed_loop(cost, 8, 0.0, most=4).batch == pytest.approx(4)
    assert closed_loop(cost, 1, 4.0).mean == pytest.approx(5.0)
    full = closed_loop(cost, 8, 50.0, most=8)
    assert full.mean == pytest.approx(1.0)  # nobody waits for a batch that is full


def test_it_predicts_what_was_measured() -> None:
    found = sorted(error for error, _ in errors())
    assert len(found) == 24
    assert statistics.median(found) < 0.05
    assert found[-1] < 0.20


def test_a_delay_hurts_those_who_cannot_fill_the_batch() -> None:
    rates = {(one.delay, one.clients): one.rate for one in measured()}
    for clients in (1, 4, 16):
        assert rates[10.0, clients] < rates[0.0, clients] / 2
    assert rates[10.0, 32] > rates[0.0, 32]


def test_the_page_reckons_as_python_does() -> None:
    begin = page.BEGINS["dynamicbatch"](whole(), {})
    cases = [(n, d) for n in (1, 4, 16, 32) for d in (None, 0, 0.5, 2, 10)]
    found = called(
        LOOP, "closedLoop", [[begin["cost"], n, d, 32, 400] for n, d in cases]
    )
    for (clients, delay), on_page in zip(cases, found, strict=True):
        ours = closed_loop(MEASURED_COST, clients, delay, answers=400)
        assert on_page["rate"] == pytest.approx(ours.rate)
        assert on_page["mean"] == pytest.approx(ours.mean)
        assert on_page["batch"] == pytest.approx(ours.batch)


def test_a_figure_begins_with_its_settings_and_refuses_others() -> None:
    assert begun("dynamicbatch clients=4")["values"] == {
        "clients": 4,
        "delay": 4,
        "most": 32,
    }
    with pytest.raises(CourseError, match="clients=0 is no whole number from 1 to 64"):
        begun("dynamicbatch clients=0")
    with pytest.raises(CourseError, match="no setting speed"):
        begun("dynamicbatch speed=1")
