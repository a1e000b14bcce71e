"""Batches of requests that come evenly, held against requests that are let come one by one."""

from hypothesis import given
from hypothesis import strategies as st

from certlab.labs.ai_essentials import batches

batch_sizes = st.integers(1, 40)
milliseconds = st.floats(0.5, 80)
rates = st.floats(5, 2000)


@given(batch_sizes, milliseconds, rates)
def test_the_first_of_a_batch_waits_longest(
    batch: int, took: float, rate: float
) -> None:
    comes = [1000 * one / rate for one in range(batch)]
    waits = [comes[-1] + took - one for one in comes]
    assert abs(batches.slowest(batch, took, rate) - max(waits)) < 1e-6


@given(st.dictionaries(batch_sizes, milliseconds, max_size=6), rates, milliseconds)
def test_what_fits_keeps_up_and_keeps_the_limit(
    took: dict[int, float], rate: float, limit: float
) -> None:
    fits = batches.fitting(took, rate, limit)
    for batch, one in took.items():
        behind = one > 1000 * batch / rate * (
            1 + 1e-9
        )  # the next is full before it ends
        late = batches.slowest(batch, one, rate) > limit
        if behind or late:
            assert batch not in fits
    for batch in fits:
        assert batches.slowest(batch, took[batch], rate) <= limit


def test_a_batch_that_is_just_quick_enough_fits() -> None:
    took = {1: 6.0, 2: 10.0, 4: 30.0}
    assert batches.fitting(took, 200, 15) == [2]
    assert batches.fitting(took, 100, 60) == [1, 2, 4]
    assert batches.fitting(took, 100, 5) == []
