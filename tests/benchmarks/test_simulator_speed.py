"""The yardsticks of the simulators reach the same figures."""

import pytest

from benchmarks.speed import simulator_speed
from certlab.labs.distributed import collectives, pipeline


def test_both_sides_come_to_one_time() -> None:
    ring = collectives.account(simulator_speed._RING)
    assert len(ring.steps) == 8190
    assert simulator_speed._ring_time() == pytest.approx(ring.seconds)
    gpipe = pipeline.run(simulator_speed._GPIPE)
    assert simulator_speed._pipeline_time() == gpipe.length == 3 * (1024 + 63)
