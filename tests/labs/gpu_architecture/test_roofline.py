"""Counts against loops, ceilings, and the kernels on NumPy and on a stand-in GPU."""

import math
from types import ModuleType
from typing import Self

import array_api_strict
import numpy as np
import pytest

from certlab.labs.gpu_architecture import roofline
from certlab.labs.gpu_architecture.real import blocks, ceilings, workloads
from certlab.labs.gpu_architecture.real.blocks import (
    NEIGHBOURS,
    TRIAD,
    Formula,
    one_pass,
)
from certlab.labs.gpu_architecture.roofline import Roof, Work
from tests.device_arrays import COMPILER

COMPILED = pytest.mark.skipif(not COMPILER, reason="no C++ compiler")
SMALL = {"vector": 2**10, "matrix": 34, "small": 8, "large": 16}


class Counted:
    """A number that counts what is done with it."""

    done = 0

    def __init__(self, value: float) -> None:
        self.value = value

    def __add__(self, other: "Counted | float") -> "Counted":
        Counted.done += 1
        return Counted(self.value + getattr(other, "value", other))

    def __mul__(self, other: "Counted | float") -> "Counted":
        Counted.done += 1
        return Counted(self.value * getattr(other, "value", other))

    def __truediv__(self, other: float) -> "Counted":
        Counted.done += 1
        return Counted(self.value / other)

    __radd__, __rmul__ = __add__, __mul__


def numbers(*shape: int) -> np.ndarray:
    return np.array([Counted(1.0) for _ in range(math.prod(shape))]).reshape(shape)


def counted(n: int) -> int:
    """Operations since the last call, of which the first sums of nothing are none."""
    found, Counted.done = Counted.done, 0
    return found + n


@pytest.fixture(autouse=True)
def from_zero() -> None:
    Counted.done = 0


def test_operations_are_those_that_a_loop_does() -> None:
    """A dot product of n has n - 1 additions; as is the custom, we count n."""
    x, y, a = numbers(6), numbers(6), numbers(5, 6)
    sum(x * y, start=0)
    assert roofline.dot(6, 4).flop == counted(0) == 12
    y + x * 3.0
    assert roofline.axpy(6, 4).flop == counted(0)
    a @ x
    assert roofline.matvec(5, 6, 4).flop == counted(5)
    a @ numbers(6, 7)
    assert roofline.matmul(5, 7, 6, 4).flop == counted(35)
    grid = numbers(5, 6)
    (grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:]) / 4
    assert roofline.neighbours(5, 6, 4).flop == counted(0)
    eval(workloads.POLYNOMIAL.cuda, {"a": x[0] * 1})
    assert roofline.polynomial(1, workloads.DEGREE, 4).flop == counted(-1)


def test_bytes_are_those_of_each_array_once() -> None:
    assert roofline.dot(10, 4).moved == 80
    assert roofline.axpy(10, 8).moved == 240
    assert roofline.matvec(5, 6, 4).moved == 4 * (30 + 6 + 5)
    assert roofline.matmul(5, 7, 6, 2).moved == 2 * (30 + 42 + 35)
    assert roofline.polynomial(10, 3, 4).moved == 80
    assert roofline.neighbours(5, 6, 4).moved == 4 * (30 + 12)
    assert roofline.fft(8, 16).moved == 256
    assert roofline.fft(8, 16).flop == 5 * 8 * 3


class Passing:
    """An array that counts the arrays that pass: one out for each, and those in."""

    def __init__(self) -> None:
        self.passed = 0

    def __setitem__(self, _at: object, value: object) -> None:
        self.passed += 1 + isinstance(value, Passing)

    def __imul__(self, other: object) -> Self:
        self.passed += 2 + isinstance(other, Passing)
        return self

    __iadd__ = __imul__


def test_bytes_in_passes_are_those_that_pass() -> None:
    out = Passing()
    workloads.POLYNOMIAL.fill(out, Passing())
    assert roofline.polynomial_in_passes(1, workloads.DEGREE, 4).moved == 4 * out.passed


def test_a_roof_has_a_slope_a_ridge_and_a_level() -> None:
    roof = Roof(peak=300e9, bandwidth=30e9)
    assert roof.ridge == 10
    assert [roof.at(one) for one in (1, 10, 100)] == [30e9, 300e9, 300e9]
    assert roof.side(Work(9, 1)) == "memory"
    assert roof.side(Work(10, 1)) == "compute"
    assert roof.seconds(Work(600e9, 3e9)) == 2
    assert roof.seconds(Work(30e9, 60e9)) == 2


def test_the_sheet_of_an_h100_bends_where_it_is_taught() -> None:
    assert Roof(66.9e12, 3.35e12).ridge == pytest.approx(20, abs=0.1)


@pytest.mark.parametrize("formula", [TRIAD, NEIGHBOURS, workloads.POLYNOMIAL])
def test_a_formula_says_the_same_twice(formula: Formula) -> None:
    """Whole numbers make the CUDA text valid Python too."""
    count = {"triad": 2, "neighbours": 4, "polynomial": 1}[formula.name]
    inputs = [np.linspace(-1, 1, 50) + n for n in range(count)]
    out = np.empty(50)
    formula.fill(out, *inputs)
    names = dict(zip("abcd", inputs, strict=False))
    np.testing.assert_allclose(out, eval(formula.cuda, names))


@pytest.mark.parametrize("formula", [TRIAD, NEIGHBOURS, workloads.POLYNOMIAL])
def test_a_formula_runs_on_any_array_library(formula: Formula) -> None:
    xp = array_api_strict
    count = {"triad": 2, "neighbours": 4, "polynomial": 1}[formula.name]
    out = xp.empty(8)
    formula.fill(out, *(xp.ones(8) for _ in range(count)))
    sums = {"triad": 4.0, "neighbours": 1.0}
    sums["polynomial"] = sum(range(1, workloads.DEGREE + 2))
    assert float(out[3]) == sums[formula.name]


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("rows", [1, 5, 4096, 100_000])
def test_one_pass_reaches_every_number(rows: int, threads: int) -> None:
    a = np.arange(rows, dtype=np.float32)
    out = np.full_like(a, np.nan)
    found = one_pass(TRIAD, [a, a], out, threads=threads)()
    assert found is out
    np.testing.assert_array_equal(out, 4 * a)


def test_blocks_are_small_and_many(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    watching = Formula("watching", lambda out, _a: seen.append(out.nbytes), "a")
    grid = np.zeros((256, 1024), np.float32)
    one_pass(watching, [grid], grid)()
    assert sum(seen) == grid.nbytes
    assert max(seen) <= blocks.BYTES < grid.nbytes


def test_the_kernels_are_right_on_numpy_and_notice_when_not() -> None:
    found = workloads.kernels(np, **SMALL)
    assert len(found) == 8
    assert len({one.name for one in found}) == 8
    for one in found:
        result = one.call()
        assert one.right(result), one.name
        assert not one.right(result + 1), one.name


@COMPILED
def test_the_kernels_are_right_on_a_gpu(computing_cupy: ModuleType) -> None:
    """Each by the text that CuPy would compile, on arrays that leave only by `get`."""
    for one in workloads.kernels(computing_cupy, **SMALL):
        result = one.call()
        assert one.right(result), one.name
        assert not one.right(result + 1), one.name


def test_the_same_numbers_are_drawn_for_every_library(
    computing_cupy: ModuleType,
) -> None:
    sizes = SMALL | {"small": 4, "large": 4}
    (ours,) = [k for k in workloads.kernels(np, **sizes) if k.name == "dot"]
    (theirs,) = [
        k for k in workloads.kernels(computing_cupy, **sizes) if k.name == "dot"
    ]
    assert float(ours.call()) == float(theirs.call())


@pytest.mark.parametrize("threads", [1, 2])
def test_ceilings_count_each_byte_once(
    monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    """With a clock that says a second a call, the rate is the bytes."""
    calls: list[object] = []

    def measure(call: object, **_named: object) -> object:
        calls.append(call())  # type: ignore[operator]  # a stand-in
        return type("Timing", (), {"samples": (1.0, 2.0), "seconds": 1.5})

    monkeypatch.setattr("certlab.compute.timing.measure", measure)
    assert ceilings.copy_rate(np, 4000, threads=threads) == 8000
    assert ceilings.triad_rate(np, 4000, threads=threads) == 12000
    assert ceilings.matmul_rates(np, ["float32"], [10, 5]) == {"float32": 2000}
    assert len(calls) == 4


@COMPILED
def test_ceilings_are_measured_on_a_gpu_too(
    computing_cupy: ModuleType, waits: list[str]
) -> None:
    xp = computing_cupy
    assert ceilings.copy_rate(xp, 4000, seconds=0) > 0
    assert ceilings.triad_rate(xp, 4000, seconds=0) > 0
    rates = ceilings.matmul_rates(xp, ["float32", "float16"], [16], seconds=0)
    assert set(rates) == {"float32", "float16"}
    assert waits


def test_a_copy_shared_by_threads_is_whole() -> None:
    source, target = np.arange(10.0), np.zeros(10)
    ceilings._copy(np, source, target, 3)()
    np.testing.assert_array_equal(source, target)
