"""Our products against torch's: the same memory, in turn, and refused where they differ."""

import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks.speed.matmul_ratio import matmul_rows
from benchmarks.speed.rows import Row
from certlab.compute import probe
from tests.device_arrays import cupy_of_numpy, on_device

SHAPES = [(4, 5, 6)]


@pytest.fixture(autouse=True)
def tried_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "cupy", None)
    probe.forget()
    yield
    probe.forget()


@pytest.fixture
def torch(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A torch that is NumPy and remembers the memory it was given."""
    module: Any = ModuleType("torch")
    module.given = []

    def from_dlpack(array: Any) -> Any:
        module.given.append(array)
        return np.asarray(array)

    module.from_dlpack, module.matmul = from_dlpack, np.matmul
    module.cuda = SimpleNamespace(
        is_available=lambda: False,
        is_initialized=lambda: False,
    )
    monkeypatch.setitem(sys.modules, "torch", module)
    return module


@pytest.fixture
def cupy(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A GPU on paper; the list says when the host waited for it."""
    waits: list[str] = []
    module = ModuleType("cupy")
    for name, part in cupy_of_numpy(waits).items():
        setattr(module, name, part)
    monkeypatch.setitem(sys.modules, "cupy", module)
    probe.forget()
    return waits


def rows(seconds: float = 0) -> list[Row]:
    return list(matmul_rows(seconds, SHAPES))


def test_on_a_cpu_both_are_measured_without_a_goal(torch: Any) -> None:
    single, double = rows()
    assert single.what == "a product by compute.arrays(), float32, 4×6×5"
    assert double.what.endswith("float64, 4×6×5")
    for row in (single, double):
        assert row.found is not None
        assert row.found.value > 0
        assert row.goal is None
        assert row.note.startswith(
            "On a CPU: NumPy's library against torch's, no goal."
        )
    assert [one.dtype.name for one in torch.given[::2]] == ["float32", "float64"]


def test_on_a_gpu_the_goal_is_95_percent_of_torchs_rate(
    torch: Any, cupy: list[str]
) -> None:
    torch.cuda.is_available = lambda: True
    single, half = rows()
    assert single.goal == half.goal == pytest.approx(1 / 0.95)
    assert half.what.endswith("float16, 4×6×5")
    assert all(isinstance(one, type(on_device(0))) for one in torch.given)
    assert cupy  # the clock waited for the device


def test_a_torch_for_the_cpu_is_not_compared_with_a_gpu(
    torch: Any, cupy: list[str]
) -> None:
    (row,) = rows()
    assert row.found is None
    assert row.note == (
        "Not run: CuPy works on the GPU and this torch is a build for the CPU."
    )


def test_products_that_differ_are_not_compared(torch: Any) -> None:
    torch.matmul = lambda x, y: np.matmul(x, y) + 0.1
    assert {row.note for row in rows()} == {"Not compared: the two products differ."}
    assert all(row.found is None for row in rows())


def test_without_torch_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    (row,) = rows()
    assert row.note == (
        "Not run: torch is not installed; run pip install 'certlab[torch]'."
    )
