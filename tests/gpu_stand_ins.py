"""GPU libraries that are not there: stand-ins put where the real ones would be."""

import sys
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from certlab.compute import probe
from tests.device_arrays import cupy_of_numpy
from tests.late import Late

pd = Late("pandas")

Install = Callable[..., ModuleType]


class DeviceArray:
    """An array out of the host's reach: NumPy cannot read it by accident."""

    def __init__(self, host: Any) -> None:
        self._host = np.asarray(host)

    def get(self) -> Any:
        return self._host.copy()

    def __matmul__(self, other: "DeviceArray") -> "DeviceArray":
        return DeviceArray(self._host @ other._host)

    def __add__(self, other: "DeviceArray") -> "DeviceArray":
        return DeviceArray(self._host + other._host)

    def sum(self) -> "DeviceArray":
        return DeviceArray(self._host.sum())

    def __float__(self) -> float:
        return float(self._host)

    def __array__(self, *_arguments: object, **_named: object) -> Any:
        raise TypeError("Implicit conversion to a NumPy array is not allowed.")


class DeviceSeries:
    """A data frame's column on the device, with cuDF's way back."""

    def __init__(self, values: Any) -> None:
        self._host = pd.Series(values)

    def sum(self) -> float:
        return float(self._host.sum())

    def to_pandas(self) -> Any:
        return self._host


@pytest.fixture(autouse=True)
def tried_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test finds no GPU library and nothing remembered."""
    for name in ("cupy", "cudf", "torch"):
        monkeypatch.setitem(sys.modules, name, None)  # an import then fails
    probe.forget()
    yield
    probe.forget()


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a module of that name where `import` finds it."""

    def put(name: str, **parts: Any) -> ModuleType:
        module = ModuleType(name)
        for part, value in parts.items():
            setattr(module, part, value)
        monkeypatch.setitem(sys.modules, name, module)
        probe.forget()
        return module

    return put


@pytest.fixture
def waits() -> list[str]:
    """Filled with a word each time the host waited for the stand-in GPU."""
    return []


@pytest.fixture
def cupy(install: Install, waits: list[str]) -> ModuleType:
    """A CuPy that computes."""
    runtime = SimpleNamespace(deviceSynchronize=lambda: waits.append("waited"))
    return install(
        "cupy",
        ndarray=DeviceArray,
        asarray=DeviceArray,
        ones=lambda shape: DeviceArray(np.ones(shape)),
        cuda=SimpleNamespace(runtime=runtime),
    )


@pytest.fixture
def cudf(install: Install, cupy: ModuleType) -> ModuleType:
    """A cuDF that computes, on a CuPy that does."""
    return install("cudf", Series=DeviceSeries)


@pytest.fixture
def computing_cupy(install: Install, waits: list[str]) -> ModuleType:
    """A CuPy on which whole labs compute, kernels of ours included."""
    return install("cupy", **cupy_of_numpy(waits))
