"""Rounding modes, overflow, dot products, and what is said of a number."""

import math
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from certlab.labs.gpu_architecture import numbers
from certlab.labs.gpu_architecture.numbers import FORMATS, draw

E4M3, E5M2, FP16, FP4 = (
    FORMATS[id] for id in ("fp8-e4m3", "fp8-e5m2", "fp16", "fp4-e2m1")
)


@pytest.mark.parametrize(
    ("format", "value", "saturate", "expected"),
    [
        (E4M3, 464.0, False, 448.0),  # a tie, and 448 is the even one
        (E4M3, 465.0, False, math.nan),
        (E4M3, 465.0, True, 448.0),
        (E4M3, math.inf, False, math.nan),
        (E4M3, -math.inf, True, -448.0),
        (E5M2, 61440.0, False, math.inf),
        (E5M2, 61440.0, True, 57344.0),
        (FP16, 65519.9, False, 65504.0),
        (FP16, 65520.0, False, math.inf),
        (FP4, -100.0, False, -6.0),
        (FP4, math.inf, False, 6.0),
    ],
)
def test_what_is_too_large(
    format: numbers.Format, value: float, saturate: bool, expected: float
) -> None:
    found = numbers.rounded(format, value, saturate=saturate)
    assert found == expected or (math.isnan(found) and math.isnan(expected))


def test_towards_zero_never_grows_and_never_overflows() -> None:
    for value in (0.3, 1.99, 5.9, 7.1, 500.0, -500.0, 1e300):
        found = numbers.rounded(E4M3, value, "zero")
        assert abs(found) <= abs(value)
        assert math.isfinite(found)


def test_by_chance_is_right_on_average() -> None:
    """2.2 lies between 2 and 2.25: 8 of 10 draws must go up, and never elsewhere."""
    draws = [(n + 0.5) / 1000 for n in range(1000)]
    found = [
        numbers.decode(E4M3, numbers.encode(E4M3, 2.2, "stochastic", draw=one))
        for one in draws
    ]
    assert set(found) == {2.0, 2.25}
    assert sum(found) / len(found) == pytest.approx(2.2)


def test_what_is_a_code_stays_whatever_was_drawn() -> None:
    for drawn in (0.0, 0.999):
        assert (
            numbers.decode(E4M3, numbers.encode(E4M3, 2.25, "stochastic", draw=drawn))
            == 2.25
        )


def test_a_rounding_that_is_none_is_refused() -> None:
    with pytest.raises(
        numbers.Refusal, match="There is no rounding up; choose one of near"
    ):
        numbers.encode(E4M3, 1.0, "up")


@pytest.mark.parametrize("code", [-1, 256])
def test_a_code_that_is_too_wide_is_refused(code: int) -> None:
    with pytest.raises(numbers.Refusal, match="FP8 E4M3 has 8 bits"):
        numbers.decode(E4M3, code)


def test_formats_that_are_not_there_are_refused() -> None:
    with pytest.raises(
        numbers.Refusal, match="no format fp9; choose one of fp32, tf32"
    ):
        numbers.format_of("fp9")
    with pytest.raises(numbers.Refusal, match="no format fp9; choose one of nvfp4"):
        numbers.block_format("fp9")


def test_a_dot_product_in_fp32_is_numpys_loop() -> None:
    rng = np.random.default_rng(2)
    left, right = (rng.standard_normal(500).astype(np.float32) for _ in range(2))
    total = np.float32(0)
    for one, other in zip(left, right, strict=True):
        total = np.float32(np.float64(total) + np.float64(one) * np.float64(other))
    assert numbers.dot(left.tolist(), right.tolist()) == float(total)


def test_a_sum_in_fp16_stops_growing() -> None:
    """Past 2,048 a step of 1 is less than half of FP16's, and the sum stands still."""
    ones = [1.0] * 3000
    assert numbers.dot(ones, ones, FP16, FP16) == 2048.0
    assert numbers.dot(ones, ones, FP16) == 3000.0


@pytest.mark.parametrize(
    ("format", "code", "says"),
    [
        (E4M3, 0x2D, "FP8 E4M3 0 0101 101 is 0.40625, a normal number. 2^(5 − 7) × (1 + 5/8)."),
        (E4M3, 0x01, "FP8 E4M3 0 0000 001 is 0.001953125, a subnormal number. 2^(1 − 7) × (0 + 1/8)."),
        (E4M3, 0x80, "FP8 E4M3 1 0000 000 is −0."),
        (E4M3, 0x7F, "FP8 E4M3 0 1111 111 is NaN."),
        (E5M2, 0xFC, "FP8 E5M2 1 11111 00 is −infinity."),
        (FP4, 0xF, "FP4 E2M1 1 11 1 is −6, a normal number. −2^(3 − 1) × (1 + 1/2)."),
    ],
)  # fmt: skip
def test_words_of_a_number(format: numbers.Format, code: int, says: str) -> None:
    assert draw.words(numbers.fields(format, code)) == says


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)
def test_a_picture_has_a_box_for_each_bit(format: numbers.Format) -> None:
    root = ET.fromstring(draw.svg(format, numbers.encode(format, 1.5)))
    inside = "{http://www.w3.org/2000/svg}"
    boxes = root.findall(f"{inside}rect")[1:]
    texts = [one.text for one in root.findall(f"{inside}text")]
    assert len(boxes) == format.bits
    assert (
        "".join(t for t in texts if t in ("0", "1"))
        == f"{numbers.encode(format, 1.5):0{format.bits}b}"
    )
    assert "1.5" in str(texts[-1])


def test_rows_say_what_is_lost() -> None:
    row = numbers.report.number_row(E4M3, 0.395)
    assert (row["bits"], row["value"]) == ("0 0101 101", 0.40625)
    assert row["error"] == pytest.approx(0.0284810)
    refused = numbers.report.number_row(FP4, math.nan)
    assert refused["value"] is None
    assert "no code for NaN" in refused["says"]
