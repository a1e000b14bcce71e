"""The loss scale of the page follows the simulator's rule."""

from typing import Any

import pytest

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.mixed_precision import page
from certlab.labs.mixed_precision.loss_scale import FP16, Scaler, Training
from tests.page_rules import called

RULES = "labs/mixed_precision/static/lossscale/lossscale.js"


def followed(limits: list[float], scaler: Scaler) -> list[tuple[float, bool]]:
    """The scale of each step, and whether it was skipped, by the simulator's scaler."""
    steps, at = [], 0
    for _ in limits:
        overflow = scaler.scale > limits[at]
        steps.append((scaler.scale, overflow))
        scaler, at = scaler.after(overflow), at + (not overflow)
    return steps


def test_a_page_s_scale_is_the_scaler_s() -> None:
    limits = [*page.limits()]
    asked: list[dict[str, Any]] = [
        {"limits": limits, "first": 2.0**first, "interval": interval}
        for first in (page.FIRST[0], 16, page.FIRST[-1])
        for interval in (5, 15, 60)
    ]
    own = {"growth": Scaler().growth, "backoff": Scaler().backoff}
    told = called(RULES, "course", [[{**one, **own}] for one in asked])
    for one, steps in zip(asked, told, strict=True):
        scaler = Scaler(scale=one["first"], interval=one["interval"])
        found = [(step["scale"], step["overflow"]) for step in steps]
        assert found == followed(limits, scaler)


def test_the_page_skips_the_steps_that_the_figure_skips() -> None:
    scaler = Scaler(scale=2.0**24, interval=15)
    drawn = Training(format=FP16, scaler=scaler).run().steps
    steps = followed([*page.limits()], scaler)
    assert [skipped for _, skipped in steps] == [one.overflow for one in drawn]


@pytest.mark.parametrize("given", [{"first": "30"}, {"interval": "1"}, {"a": "1"}])
def test_what_cannot_begin_is_refused(whole: Course, given: dict[str, str]) -> None:
    with pytest.raises(CourseError):
        page.BEGINS["lossscale"](whole, given)
