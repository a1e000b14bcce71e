"""The fast rounding of whole lists beside the one that goes by the bits of one number."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.labs.gpu_architecture.numbers import decode, encode, format_of, rounded
from certlab.labs.mixed_precision.loss_scale import FORMATS, Format

VALUES = st.lists(st.floats(allow_nan=False), max_size=20)


@pytest.mark.parametrize("format", FORMATS, ids=lambda one: one.name)
@given(values=VALUES)
def test_both_round_alike(format: Format, values: list[float]) -> None:
    # FP32 first: it is what a value has been before it is cast to a smaller format.
    single = [rounded(format_of("fp32"), value) for value in values]
    bits = format_of(format.name.lower())
    assert format.round(values) == [rounded(bits, value) for value in single]


@pytest.mark.parametrize("format", FORMATS, ids=lambda one: one.name)
def test_both_end_at_the_same_numbers(format: Format) -> None:
    bits = format_of(format.name.lower())
    assert decode(bits, encode(bits, format.largest)) == format.largest
    assert rounded(bits, format.largest * 2) == math.inf
    assert rounded(bits, 2.0**format.smallest) == 2.0**format.smallest
    assert rounded(bits, 2.0**format.smallest / 2) == 0
