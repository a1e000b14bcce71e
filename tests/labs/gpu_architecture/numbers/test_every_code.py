"""Every code of every format, and its rounding, against libraries that we did not write."""

import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from certlab.labs.gpu_architecture import numbers
from certlab.labs.gpu_architecture.numbers import FORMATS, Format

LIBRARY: dict[str, Any] = {
    "bf16": ml_dtypes.bfloat16,
    "fp16": np.float16,
    "fp8-e4m3": ml_dtypes.float8_e4m3fn,
    "fp8-e4m3-ieee": ml_dtypes.float8_e4m3,
    "fp8-e5m2": ml_dtypes.float8_e5m2,
    "fp6-e3m2": ml_dtypes.float6_e3m2fn,
    "fp6-e2m3": ml_dtypes.float6_e2m3fn,
    "fp4-e2m1": ml_dtypes.float4_e2m1fn,
}


def carrier(format: Format) -> type[Any]:
    """The unsigned type a library keeps a code in."""
    return np.uint16 if format.bits == 16 else np.uint8


def values(format: Format) -> np.ndarray[Any, Any]:
    """The value of every code, by the library."""
    codes = np.arange(2 * format.sign_bit, dtype=carrier(format))
    with np.errstate(invalid="ignore"):  # numpy says so of signalling NaN
        return codes.view(LIBRARY[format.id]).astype(np.float64)


@pytest.fixture(params=LIBRARY)
def format(request: pytest.FixtureRequest) -> Format:
    return FORMATS[request.param]


def same(ours: float, theirs: float) -> bool:
    """Equal with the same sign; NaN equals NaN."""
    if math.isnan(theirs):
        return math.isnan(ours)
    return ours == theirs and math.copysign(1, ours) == math.copysign(1, theirs)


def test_every_code_decodes_to_the_librarys_value(format: Format) -> None:
    expected = values(format)
    assert len(expected) == 2**format.bits
    for code, value in enumerate(expected):
        assert same(numbers.decode(format, code), float(value)), (format.id, code)


def test_every_value_encodes_to_its_own_code(format: Format) -> None:
    for code, value in enumerate(values(format)):
        if not math.isnan(value):
            assert numbers.encode(format, float(value)) == code


def awkward(format: Format) -> np.ndarray[Any, Any]:
    """float32 between the format's numbers: ties, their neighbours, and too large ones."""
    finite = np.unique(values(format)[np.isfinite(values(format))])
    if format.bits == 16:  # the whole of it would take minutes
        finite = np.concatenate([finite[::97], finite[:300], finite[-300:]])
        finite = np.unique(finite)
    step = np.diff(finite[-2:])
    middles = np.concatenate([(finite[1:] + finite[:-1]) / 2, finite[-1:] + step / 2])
    ties = np.concatenate([middles, -middles, finite]).astype(np.float32)
    up = np.nextafter(ties, np.float32(np.inf))
    down = np.nextafter(ties, np.float32(-np.inf))
    rng = np.random.default_rng(7)
    bits = rng.integers(0, 2**32, 4000, dtype=np.uint64).astype(np.uint32)
    drawn = bits.view(np.float32)
    drawn = drawn[~np.isnan(drawn)]
    near = (rng.standard_normal(4000).clip(-2, 2) * format.max / 2).astype(np.float32)
    edges = np.array([0.0, -0.0, np.inf, -np.inf, 1e-45, -1e-45], np.float32)
    return np.concatenate([ties, up, down, drawn, near, edges])


def test_rounding_is_the_librarys(format: Format) -> None:
    inputs = awkward(format)
    with np.errstate(over="ignore"):
        codes = inputs.astype(LIBRARY[format.id]).view(carrier(format))
    for value, code in zip(inputs, codes, strict=True):
        ours = numbers.encode(format, float(value))
        theirs = numbers.decode(format, int(code))
        assert ours == int(code) or math.isnan(theirs), (format.id, float(value))
        assert same(numbers.decode(format, ours), theirs), (format.id, float(value))


def test_nan_stays_nan_where_there_is_one(format: Format) -> None:
    if format.nan is None:
        with pytest.raises(numbers.Refusal, match="has no code for NaN"):
            numbers.encode(format, math.nan)
    else:
        for value in (math.nan, -math.nan):
            array = np.array([value], np.float32).astype(LIBRARY[format.id])
            code = int(array.view(carrier(format))[0])
            assert numbers.encode(format, value) == code


def test_limits_are_the_librarys(format: Format) -> None:
    known = ml_dtypes.finfo(LIBRARY[format.id])
    assert format.max == float(known.max)
    assert format.smallest_normal == float(known.smallest_normal)
    assert format.smallest == float(known.smallest_subnormal)
    assert format.epsilon == float(known.eps)
    assert format.bits == known.bits


def test_fp32_is_numpys() -> None:
    format = FORMATS["fp32"]
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 2**32, 20_000, dtype=np.uint64).astype(np.uint32)
    for code, value in zip(codes, codes.view(np.float32), strict=True):
        assert same(numbers.decode(format, int(code)), float(value))
        if not np.isnan(value):
            assert numbers.encode(format, float(value)) == int(code)
    doubles = rng.standard_normal(20_000) * 2.0 ** rng.integers(-150, 130, 20_000)
    with np.errstate(over="ignore"):
        narrow = doubles.astype(np.float32)
    for value, expected in zip(doubles, narrow.view(np.uint32), strict=True):
        assert numbers.encode(format, float(value)) == int(expected)


def test_tf32_is_fp32_with_thirteen_bits_rounded_away() -> None:
    format = FORMATS["tf32"]
    rng = np.random.default_rng(5)
    codes = rng.integers(0, 2**32, 20_000, dtype=np.uint64).astype(np.uint32)
    ties = (codes & np.uint32(0xFFFFE000)) | np.uint32(0x1000)
    for code in np.concatenate([codes, ties, ties + 1, ties - 1]):
        value = float(np.uint32(code).view(np.float32))
        if math.isnan(value):
            continue
        # Round to nearest even on the integer, as the CUDA conversion does.
        whole = int(code)
        kept = (whole + 0xFFF + (whole >> 13 & 1)) >> 13
        assert numbers.encode(format, value) == kept
        assert same(
            numbers.decode(format, kept), float(np.uint32(kept << 13).view(np.float32))
        )


def test_the_scale_of_mx_is_the_librarys() -> None:
    """Blocks of one value reach every scale; ml_dtypes says what each code means."""
    format = numbers.block_format("mxfp8-e5m2")
    scales = np.arange(255, dtype=np.uint8).view(ml_dtypes.float8_e8m0fnu)
    for code, scale in enumerate(scales.astype(np.float64)):
        exponent = int(math.log2(scale)) + 15
        block = numbers.quantize(format, [math.ldexp(1, exponent)])[0]
        assert block.scale == code
        assert block.factor == scale
