"""Scaled blocks against a second implementation on ml_dtypes, and against laws."""

import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.labs.gpu_architecture import numbers
from certlab.labs.gpu_architecture.numbers import BLOCK_FORMATS, BlockFormat

ELEMENT: dict[str, Any] = {
    "nvfp4": ml_dtypes.float4_e2m1fn,
    "mxfp4": ml_dtypes.float4_e2m1fn,
    "mxfp6-e2m3": ml_dtypes.float6_e2m3fn,
    "mxfp6-e3m2": ml_dtypes.float6_e3m2fn,
    "mxfp8-e4m3": ml_dtypes.float8_e4m3fn,
    "mxfp8-e5m2": ml_dtypes.float8_e5m2,
}
FINITE = st.floats(-1e6, 1e6, width=32)


def through(format: BlockFormat, values: list[float]) -> list[float]:
    return numbers.dequantize(format, numbers.quantize(format, values))


def with_ml_dtypes(id: str, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same in numpy: whole arrays, ml_dtypes' rounding, nothing of ours."""
    kind = ELEMENT[id]
    top = float(ml_dtypes.finfo(kind).max)
    rows = values.reshape(-1, 16 if id == "nvfp4" else 32)
    largest = np.abs(rows).max(axis=1, keepdims=True)
    if id == "nvfp4":
        tensor = np.float64(np.float32(np.abs(values).max() / (6 * 448)))
        scale = (largest / 6 / tensor).clip(max=448).astype(ml_dtypes.float8_e4m3fn)
        factor = scale.astype(np.float64) * tensor
    else:
        shared = np.floor(np.log2(largest)) - np.floor(np.log2(top))
        factor = np.exp2(shared.clip(-127, 127))
    safe = np.where(factor > 0, factor, 1)
    scaled = np.where(factor > 0, rows / safe, 0).clip(-top, top)
    return (scaled.astype(kind).astype(np.float64) * factor).ravel()


@pytest.mark.parametrize("id", ELEMENT)
@pytest.mark.parametrize("spread", [0.0, 2.0, 8.0])
def test_blocks_are_those_of_a_second_implementation(id: str, spread: float) -> None:
    rng = np.random.default_rng(11)
    values = rng.standard_normal(2048) * np.exp(spread * rng.standard_normal(2048))
    values = values.astype(np.float32).astype(np.float64)
    ours = through(BLOCK_FORMATS[id], values.tolist())
    np.testing.assert_array_equal(ours, with_ml_dtypes(id, values))


@pytest.mark.parametrize(
    ("id", "bits", "size", "scale"),
    [
        ("nvfp4", 4.5, 16, "FP8 E4M3"),
        ("mxfp4", 4.25, 32, "E8M0"),
        ("mxfp6-e2m3", 6.25, 32, "E8M0"),
        ("mxfp8-e4m3", 8.25, 32, "E8M0"),
    ],
)
def test_what_a_value_costs(id: str, bits: float, size: int, scale: str) -> None:
    format = BLOCK_FORMATS[id]
    assert (format.bits_per_value, format.size, format.scale_name) == (
        bits,
        size,
        scale,
    )


@pytest.mark.parametrize("id", [one for one in ELEMENT if one.startswith("mx")])
@given(values=st.lists(FINITE, min_size=1, max_size=40), power=st.integers(-20, 20))
def test_a_power_of_two_passes_through_mx(
    id: str, values: list[float], power: int
) -> None:
    """The scale takes it up whole: only the scale's code changes."""
    format = BLOCK_FORMATS[id]
    if any(value and abs(value) < 1e-20 for value in values):
        return  # the scale would reach its end
    scaled = through(format, [math.ldexp(one, power) for one in values])
    assert scaled == [math.ldexp(one, power) for one in through(format, values)]


@pytest.mark.parametrize("id", ELEMENT)
@given(values=st.lists(FINITE, min_size=1, max_size=40))
def test_the_sign_and_zero_are_kept(id: str, values: list[float]) -> None:
    format = BLOCK_FORMATS[id]
    back = through(format, values)
    assert len(back) == len(values)
    assert all(
        math.copysign(1, a) == math.copysign(1, b)
        for a, b in zip(back, values, strict=True)
    )
    assert through(format, [0.0] * 3) == [0.0] * 3


def test_an_outlier_costs_its_own_block_only() -> None:
    """And takes more with it where blocks are larger."""
    values = [1.0] * 64
    values[0] = 1000.0
    lost = {
        id: sum(one == 0 for one in through(BLOCK_FORMATS[id], values))
        for id in ("nvfp4", "mxfp4")
    }
    assert lost == {"nvfp4": 15, "mxfp4": 31}


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_has_no_scale_is_refused(value: float) -> None:
    with pytest.raises(numbers.Refusal, match="has no scale in NVFP4"):
        numbers.quantize(BLOCK_FORMATS["nvfp4"], [1.0, value])


def test_the_smallest_tensor_has_a_scale() -> None:
    """Its FP32 scale is rounded down by a third, so the block's must stop at 448."""
    nvfp4 = BLOCK_FORMATS["nvfp4"]
    tiny = 1.49 * numbers.FORMATS["fp32"].smallest * 6 * 448
    (block,) = numbers.quantize(nvfp4, [tiny, 0.0])
    assert block.factor == 448 * numbers.FORMATS["fp32"].smallest
    assert numbers.dequantize(nvfp4, [block]) == [6 * block.factor, 0.0]
