"""The constructed hour: each story has the signs of its cause, whatever the noise."""

from itertools import pairwise

import pytest

from certlab.labs.operations import FIELDS, MINUTES, NODES, Fleet, History, svg
from certlab.labs.operations.fleet import IDLE, THERMAL
from certlab.labs.operations.history import Row
from tests.real_course import whole

UTIL, SM = "DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_PROF_SM_ACTIVE"
POWER, TEMP = "DCGM_FI_DEV_POWER_USAGE", "DCGM_FI_DEV_GPU_TEMP"
CLOCK, REASONS = "DCGM_FI_DEV_SM_CLOCK", "DCGM_FI_DEV_CLOCKS_EVENT_REASONS"
PENDING, USED = "DCGM_FI_DEV_ROW_REMAP_PENDING", "DCGM_FI_DEV_FB_USED"
REMAPPED = "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS"


@pytest.fixture(scope="module", params=range(1, 6))
def history(request: pytest.FixtureRequest) -> History:
    """The hour of a fleet with other noise each time, as if it had been scraped."""
    fleet, kept = Fleet(whole().facts, seed=request.param), History()
    for minute in range(MINUTES):
        kept.add(
            minute,
            [
                Row(field, node, str(gpu), value)
                for node in NODES
                for gpu, one in enumerate(fleet.readings(node, minute))
                for field, value in one.items()
            ],
        )
    return kept


def test_one_gpu_has_teeth_in_its_utilisation(history: History) -> None:
    values = history.series(UTIL, "node-a/1")
    turns = sum((a > 50) != (b > 50) for a, b in pairwise(values))
    assert turns > 30
    assert history.mean(POWER, "node-a/1") < history.mean(POWER, "node-a/0") / 2


def test_one_grows_hot_and_its_clock_is_halved_for_that_reason(
    history: History,
) -> None:
    clock, reasons = (
        history.series(CLOCK, "node-a/2"),
        history.series(REASONS, "node-a/2"),
    )
    assert min(clock) == max(clock) / 2
    assert {r for c, r in zip(clock, reasons, strict=True) if c < max(clock)} == {
        THERMAL
    }
    assert (
        history.series(TEMP, "node-a/2")[-1] > history.series(TEMP, "node-a/2")[0] + 20
    )


def test_one_holds_memory_and_does_nothing(history: History) -> None:
    assert not any(history.series(UTIL, "node-a/3"))
    assert history.mean(USED, "node-a/3") > history.mean(USED, "node-a/0")
    assert set(history.series(REASONS, "node-a/3")) == {IDLE}


def test_one_is_always_busy_on_few_sms(history: History) -> None:
    assert min(history.series(UTIL, "node-b/3")) == 100
    assert max(history.series(SM, "node-b/3")) < 0.04


def test_one_row_becomes_pending_and_an_old_one_stays_replaced(
    history: History,
) -> None:
    assert [gpu for gpu in history.gpus if any(history.series(PENDING, gpu))] == [
        "node-b/0"
    ]
    assert [gpu for gpu in history.gpus if any(history.series(REMAPPED, gpu))] == [
        "node-b/1"
    ]


def test_one_has_a_single_odd_reading(history: History) -> None:
    values = history.series(TEMP, "node-b/1")
    assert sum(value > 85 for value in values) == 1


def test_what_only_grows_is_called_a_counter(history: History) -> None:
    for field in (one.name for one in FIELDS if one.kind == "counter"):
        for gpu in history.gpus:
            values = history.series(field, gpu)
            assert values == sorted(values)


def test_the_dashboard_has_a_line_for_each_gpu_and_field(history: History) -> None:
    picture = svg(history)
    assert picture.count("<path") - picture.count("<pattern") >= 8 * 7 - 2
    assert all(gpu in picture for gpu in history.gpus)
