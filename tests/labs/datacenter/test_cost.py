"""Renting against owning, in Python and on the page."""

import math
import random
from dataclasses import asdict, replace

import pytest

from certlab.errors import CourseError
from certlab.labs.datacenter.cost import (
    Assumptions,
    break_even,
    energy_a_month,
    own_a_gpu_hour,
    own_a_month,
    rent_a_month,
)
from certlab.labs.datacenter.systems import systems
from tests.page_rules import begun, called
from tests.real_course import whole

SCRIPT = "labs/datacenter/static/breakeven/cost.js"


def test_the_worked_example_of_the_page() -> None:
    given = Assumptions()
    assert energy_a_month(given) == pytest.approx(893.5, abs=0.1)
    assert own_a_month(given) == pytest.approx(6393.5, abs=0.1)
    assert rent_a_month(given) == pytest.approx(24107.5, abs=0.1)
    assert break_even(given) == pytest.approx(16.9, abs=0.05)
    assert break_even(replace(given, use=0.2)) == pytest.approx(183, abs=1)
    assert break_even(replace(given, use=1)) == pytest.approx(8.9, abs=0.1)


def test_no_saving_means_no_break_even() -> None:
    assert break_even(replace(Assumptions(), use=0.1)) == math.inf


def test_an_owned_hour_costs_the_rent_where_the_life_ends_at_the_break_even() -> None:
    given = Assumptions()
    years = break_even(given) / 12
    assert own_a_gpu_hour(given, years) == pytest.approx(given.price)


def test_the_page_reckons_as_python_does() -> None:
    draw = random.Random(3)
    every = [
        Assumptions(
            price=draw.uniform(0.5, 15),
            use=draw.uniform(0.01, 1),
            purchase=draw.uniform(5e4, 8e5),
            support=draw.uniform(0, 0.25),
            load=draw.uniform(0.1, 1),
            pue=draw.uniform(1, 2.5),
            power=draw.uniform(0.01, 0.6),
            monthly=draw.uniform(0, 2e4),
        )
        for _ in range(200)
    ]
    answers = called(SCRIPT, "reckon", [[asdict(one) | {"years": 4}] for one in every])
    for one, answer in zip(every, answers, strict=True):
        months = math.inf if answer["months"] is None else answer["months"]
        assert months == pytest.approx(break_even(one))
        assert answer["rent"] == pytest.approx(rent_a_month(one))
        assert answer["own"] == pytest.approx(own_a_month(one))
        assert answer["hour"] == pytest.approx(own_a_gpu_hour(one, 4))


def test_the_widget_begins_with_a_system_of_the_facts() -> None:
    facts = whole().facts
    begin = begun("breakeven system=dgx-b200")
    assert begin["system"]["kw"] == facts["dgx-b200.power_max"].value
    assert begin["values"]["price"] == 100 * facts["price.h100_gpu_hour"].value
    assert systems(facts)["dgx-h100"].kw == Assumptions().kw


@pytest.mark.parametrize("says", ["breakeven system=abacus", "breakeven colour=red"])
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)
