"""Which library is handed back, what is refused, and in which words."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from certlab import compute
from certlab.compute import probe
from certlab.compute.backend import VARIABLE
from certlab.errors import BackendError
from tests.gpu_stand_ins import Install


class CUDARuntimeError(RuntimeError):
    """CuPy's own error has this name and parent."""


def no_driver(*_arguments: object) -> None:
    text = "cudaErrorInsufficientDriver: CUDA driver version is insufficient"
    raise CUDARuntimeError(text)


def test_without_cupy_the_real_numpy_and_pandas_come_back() -> None:
    assert compute.backend() == (np, pd)
    assert str(compute.choice()) == (
        "NumPy and pandas on the CPU: CuPy is not installed."
    )


def test_with_a_working_gpu_the_real_modules_come_back(
    cupy: ModuleType, cudf: ModuleType
) -> None:
    assert compute.backend() == (cupy, cudf)
    assert compute.backend("gpu") == (cupy, cudf)
    assert str(compute.choice()) == (
        "CuPy and cuDF on the GPU: both computed a small example."
    )


def test_cupy_without_cudf_leaves_frames_to_pandas(cupy: ModuleType) -> None:
    assert compute.backend() == (cupy, pd)
    found = compute.choice()
    assert found == compute.Choice("cupy", "pandas", "cuDF is not installed")
    assert found.on_gpu
    assert str(found) == (
        "CuPy on the GPU and pandas on the CPU: cuDF is not installed."
    )


def test_gpu_for_arrays_does_not_ask_for_cudf(cupy: ModuleType) -> None:
    assert compute.arrays("gpu") is cupy
    with pytest.raises(BackendError, match="cuDF is not installed"):
        compute.backend("gpu")
    said = str(compute.choice("gpu"))
    assert said.startswith("CuPy on the GPU and no data frames: ")


def test_gpu_never_falls_back_and_says_what_to_do() -> None:
    with pytest.raises(BackendError) as caught:
        compute.arrays("gpu")
    assert str(caught.value) == (
        '"gpu" was asked for, and CuPy is not installed; run pip install '
        "'cupy-cuda13x[ctk]' (cupy-cuda12x[ctk] for a CUDA 12 driver)."
    )


def test_the_choice_tells_a_refusal_and_does_not_raise_it() -> None:
    found = compute.choice("gpu")
    assert (found.arrays, found.frames, found.on_gpu) == ("", "", False)
    assert str(found).startswith(
        'Neither arrays nor data frames: "gpu" was asked for, and CuPy is not installed'
    )


def test_cupy_without_a_driver_imports_and_does_not_count(install: Install) -> None:
    install("cupy", ones=no_driver)
    assert compute.arrays() is np
    assert compute.choice().why == (
        "CuPy is installed but cannot compute on a GPU: the driver is too old for it, or "
        "there is none"
    )
    with pytest.raises(BackendError, match="or there is none; update the driver"):
        compute.arrays("gpu")


def test_half_of_cupy_is_told_apart_from_none(install: Install) -> None:
    install("cupy")
    assert "AttributeError: module 'cupy' has no attribute 'ones'" in str(
        compute.choice()
    )


def test_a_library_cupy_needs_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """CuPy's own ImportError is a framed page; its cause is what is told."""
    page = "'''\\n=====\\nFailed to import CuPy.\\n====='''"
    (tmp_path / "cupy.py").write_text(
        "try:\n    raise ImportError('libcublas.so.13: cannot open')\n"
        f"except ImportError as error:\n    raise ImportError({page}) from error\n"
    )
    monkeypatch.delitem(sys.modules, "cupy")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert compute.choice().why == (
        "CuPy is installed but cannot be imported: CuPy needs libcublas 13, which is "
        "not here"
    )


@pytest.mark.parametrize(("name", "title"), [("cupy", "CuPy"), ("cudf", "cuDF")])
def test_a_library_that_fails_in_its_own_way_on_import(
    cupy: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    title: str,
) -> None:
    (tmp_path / f"{name}.py").write_text("raise RuntimeError('half a CUDA')")
    monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(tmp_path))
    probe.forget()
    assert compute.choice().why == (
        f"{title} is installed but cannot be imported (RuntimeError: half a CUDA)"
    )


def test_a_gpu_that_computes_wrongly_does_not_count(
    cupy: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cupy, "ones", np.zeros)
    assert compute.choice().why == "CuPy is installed but computes 0 where 12 is right"


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({}, "cuDF is installed but cannot compute on a GPU (AttributeError"),
        ({"Series": no_driver}, "(CUDARuntimeError: cudaErrorInsufficientDriver"),
    ],
    ids=["a part is missing", "its driver is"],
)
def test_a_broken_cudf_leaves_cupy_in_use(
    cupy: ModuleType, install: Install, parts: dict[str, object], told: str
) -> None:
    install("cudf", **parts)
    assert compute.backend() == (cupy, pd)
    assert told in compute.choice().why


def test_a_working_cudf_without_cupy_is_not_asked(install: Install) -> None:
    install("cudf", Series=no_driver)
    assert compute.frames() is pd
    assert compute.choice().why == "CuPy is not installed"


def test_the_variable_stands_in_for_auto_alone(
    monkeypatch: pytest.MonkeyPatch, cupy: ModuleType
) -> None:
    monkeypatch.setenv(VARIABLE, "cpu")
    assert compute.arrays() is compute.arrays("auto") is np
    assert compute.arrays("gpu") is cupy
    assert str(compute.choice()) == (
        "NumPy and pandas on the CPU: CERTLAB_BACKEND=cpu was asked for."
    )


def test_gpu_by_the_variable_is_refused_like_gpu(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, "GPU")
    with pytest.raises(BackendError, match="CERTLAB_BACKEND=gpu was asked for, and"):
        compute.frames()


def test_an_empty_variable_is_auto(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    assert compute.arrays() is np


@pytest.mark.parametrize("ask", [compute.arrays, compute.choice, compute.frames])
def test_an_unknown_word_is_refused(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[..., object]
) -> None:
    monkeypatch.setenv(VARIABLE, "cuda")
    with pytest.raises(BackendError) as caught:
        ask()
    assert str(caught.value) == (
        "CERTLAB_BACKEND=cuda is not known; use one of auto, gpu, cpu."
    )
    with pytest.raises(BackendError, match='"fpga" is not known'):
        ask("fpga")


def test_without_pandas_the_install_line_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(BackendError) as caught:
        compute.frames()
    assert str(caught.value) == (
        "pandas is not installed; run pip install 'certlab[study]'."
    )


def test_importing_compute_imports_no_array_library() -> None:
    code = (
        "import sys\nfrom certlab import compute\ncompute.choice, compute.to_host(1)\n"
        "print(*{'numpy', 'pandas', 'matplotlib', 'cupy', 'torch'} & set(sys.modules))\n"
        "xp, pd = compute.backend('cpu')\nprint(xp.__name__, pd.__name__)"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines() == ["", "numpy pandas"]
