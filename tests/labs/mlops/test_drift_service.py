"""The service: what it learns, what it refuses, and what concept drift does to it."""

import math
from dataclasses import replace

import pytest

from certlab.errors import Refusal
from certlab.labs.mlops import orders

pytest.importorskip("sklearn")

from certlab.labs.mlops.real.service import Service, ranked

HISTORY = orders.before()


@pytest.fixture(scope="module")
def service() -> Service:
    return Service.trained(HISTORY, HISTORY.labels(now=0))


def per_100(service: Service, some: orders.Orders) -> float:
    return 100 * sum(some.came_back) / sum(service.scores(some))


def test_it_expects_what_comes_back_of_orders_it_has_not_seen(service: Service) -> None:
    week = orders.week(1)
    assert per_100(service, week) == pytest.approx(100, abs=8)
    assert ranked(week.came_back, service.scores(week)) > 0.65


def test_data_drift_leaves_it_right_and_concept_drift_does_not(
    service: Service,
) -> None:
    assert per_100(service, orders.week(5)) == pytest.approx(100, abs=8)
    assert per_100(service, orders.week(8).where("goods", "shoes")) > 150
    assert per_100(service, orders.week(8).where("goods", "home")) < 115


def test_a_version_that_knows_the_new_relation_is_right_again() -> None:
    learnt = orders.week(8)
    newer = Service.trained(learnt, learnt.labels(now=11), goods="shoes")
    for goods in ("shoes", "home"):
        week = orders.week(9).where("goods", goods)
        assert per_100(newer, week) == pytest.approx(100, abs=15)


def test_a_missing_number_is_filled_or_fails_as_it_was_trained(
    service: Service,
) -> None:
    row = service.rows(orders.week(1))[0]
    row[1] = math.nan
    assert 0 < service.answer(row) < 1
    strict = Service.trained(HISTORY, HISTORY.labels(now=0), fill=False)
    with pytest.raises(ValueError, match="NaN"):
        strict.answer(row)


def test_one_answer_is_that_of_the_whole_table(service: Service) -> None:
    week = orders.week(2)
    whole = service.scores(week)
    each = [service.answer(row) for row in service.rows(week)[:20]]
    assert each == pytest.approx(whole[:20])


def test_what_it_cannot_learn_from_or_score_is_refused(service: Service) -> None:
    week = orders.week(1)
    with pytest.raises(Refusal, match="nothing to tell apart"):
        Service.trained(week, [True] * len(week))
    with pytest.raises(Refusal, match="no orders to score"):
        service.scores(week.where("goods", "toys"))
    fewer = {name: own for name, own in week.columns.items() if name != "price"}
    with pytest.raises(Refusal, match="the column price is missing"):
        service.scores(replace(week, columns=fewer))
