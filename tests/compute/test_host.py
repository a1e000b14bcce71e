"""The way back to the host, for every library, importing none."""

from types import ModuleType, SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from certlab.compute import to_host
from tests.gpu_stand_ins import Install


@pytest.mark.parametrize(
    "x", [np.arange(3), pd.DataFrame({"a": [1]}), [1, 2], 3.0, None], ids=type
)
def test_what_is_on_the_host_is_the_same_object(x: object) -> None:
    assert to_host(x) is x


def test_a_cupy_array_comes_as_a_numpy_array(cupy: ModuleType) -> None:
    found = to_host(cupy.asarray([1.0, 2.0]))
    assert type(found) is np.ndarray
    assert found.tolist() == [1.0, 2.0]


def test_a_cudf_series_comes_as_a_pandas_series(cudf: ModuleType) -> None:
    assert type(to_host(cudf.Series([1, 2]))) is pd.Series


def test_a_torch_tensor_comes_as_a_numpy_array(install: Install) -> None:
    class Tensor:
        def detach(self) -> "Tensor":
            return self

        def cpu(self) -> SimpleNamespace:
            return SimpleNamespace(numpy=lambda: np.arange(2))

    install("torch", Tensor=Tensor)
    assert to_host(Tensor()).tolist() == [0, 1]


def test_half_a_library_does_not_get_in_the_way(install: Install) -> None:
    install("cupy")
    x = np.arange(3)
    assert to_host(x) is x
