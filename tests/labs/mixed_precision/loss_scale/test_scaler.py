"""The rule of the scale, and its numbers, without any library."""

import math

import pytest

from certlab.course import Course
from certlab.labs.mixed_precision.loss_scale import Scaler
from certlab.labs.mixed_precision.loss_scale.rounding import FP32


def test_its_numbers_are_the_facts(whole: Course) -> None:
    fact, new = whole.facts, Scaler()
    assert new.scale == fact["gradscaler.init_scale"].value
    assert new.growth == fact["gradscaler.growth_factor"].value
    assert new.backoff == fact["gradscaler.backoff_factor"].value
    assert new.interval == fact["gradscaler.growth_interval"].value
    assert new.good == 0


def test_an_overflow_halves_it_and_starts_the_count_anew() -> None:
    before = Scaler(good=1999)
    assert before.after(overflow=True) == Scaler(scale=32768.0, good=0)
    assert before == Scaler(good=1999)  # a scaler is never changed


def test_it_grows_after_so_many_good_steps_in_a_row() -> None:
    one = Scaler(interval=3)
    seen = []
    for overflow in (False, False, True, False, False, False, False):
        one = one.after(overflow)
        seen.append((one.scale, one.good))
    low = 32768.0
    assert seen == [
        *((65536.0, 1), (65536.0, 2), (low, 0)),
        *((low, 1), (low, 2), (65536.0, 0), (65536.0, 1)),
    ]


def test_it_never_grows_out_of_fp32() -> None:
    top = Scaler(scale=2.0**127, interval=1)
    assert top.after(overflow=False) == Scaler(scale=2.0**127, interval=1)
    assert math.isinf(FP32.round([2.0**128])[0])


@pytest.mark.parametrize("steps", [1, 17, 149])
def test_it_may_fall_below_one(steps: int) -> None:
    one = Scaler()
    for _ in range(steps):
        one = one.after(overflow=True)
    assert one.scale == 2.0 ** (16 - steps)
