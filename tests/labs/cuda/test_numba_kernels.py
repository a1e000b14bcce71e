"""numba-cuda by its seam: which of its two modes is taken, and what goes wrong, in words."""

import os
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from certlab.compute.gpus import Gpu, Gpus
from certlab.errors import BackendError
from certlab.labs.cuda.real import numba_kernels as kernels
from certlab.labs.cuda.real.products import products
from tests.gpu_stand_ins import Install

H100 = Gpus((Gpu("NVIDIA H100", 79.6, "580.65.06", "9.0"),))
NONE = Gpus((), "nvidia-smi was not found")


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """numba is not there yet, and the answer is not remembered."""
    for name in [one for one in sys.modules if one.split(".")[0] == "numba"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setenv(kernels.SWITCH, "")
    kernels.numba.cache_clear()
    yield
    kernels.numba.cache_clear()


class Kernel:
    """A compiled kernel that doubles its second argument into its first."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __getitem__(self, _sizes: object) -> Any:
        return self.function


@pytest.fixture
def here(install: Install, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A numba that reads its variable when it is first imported, as the real one does."""
    told = SimpleNamespace(found=NONE, available=True)
    monkeypatch.setattr(kernels, "gpus", lambda: told.found)

    def imported(name: str) -> ModuleType:
        if name == "numba.core.config":
            return SimpleNamespace(ENABLE_CUDASIM=int(os.environ[kernels.SWITCH]))
        cuda = install("numba.cuda")
        cuda.is_available = lambda: told.available
        cuda.jit = Kernel
        cuda.to_device = lambda array: SimpleNamespace(
            host=array, copy_to_host=lambda: array
        )
        cuda.synchronize = lambda: None
        return cuda

    monkeypatch.setattr(kernels.importlib, "import_module", imported)
    return told


def test_without_a_gpu_numba_simulates(here: SimpleNamespace) -> None:
    found = kernels.numba()
    assert found.simulated
    assert str(found) == "numba-cuda in its simulator: nvidia-smi was not found."


def test_with_a_gpu_it_compiles(here: SimpleNamespace) -> None:
    here.found = H100
    found = kernels.numba()
    assert not found.simulated
    assert str(found) == "numba-cuda on the GPU: NVIDIA H100."


def test_the_cpu_can_be_asked_for(
    here: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.found = H100
    monkeypatch.setenv("CERTLAB_BACKEND", "cpu")
    assert kernels.numba().simulated


def test_a_gpu_that_numba_cannot_use_is_said(here: SimpleNamespace) -> None:
    here.found, here.available = H100, False
    says = str(kernels.numba())
    assert says == (
        "No numba-cuda: it finds no GPU to use; set CERTLAB_BACKEND=cpu and restart the kernel."
    )


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "gpus", lambda: NONE)
    for name in ("numba", "numba.cuda"):
        monkeypatch.setitem(sys.modules, name, None)
    says = str(kernels.numba())
    assert says.startswith("No numba-cuda: ")
    assert says.endswith("is not installed; run pip install 'certlab[cuda-tools]'.")
    for call in (
        lambda: kernels.run(print, 1, 1, [None]),
        lambda: kernels.verdict(print, []),
        lambda: products(16),
    ):
        with pytest.raises(BackendError, match="No numba-cuda"):
            call()


def double(out: Any, x: Any) -> None:
    out.host[:] = 2 * x.host


def broken(out: Any, x: Any) -> None:
    raise ValueError("Failed in cuda mode pipeline\n\nno such name\n")


CASE = SimpleNamespace(
    grid=1, block=3, arguments=([None] * 3, [1, 2, 3]), expected=[2, 4, 6]
)


def test_a_kernels_output_comes_back_as_lists(here: SimpleNamespace) -> None:
    assert kernels.run(double, 1, 3, [None] * 3, [1, 2, 3]) == [2, 4, 6]
    assert kernels.verdict(double, [CASE]) == "right"


def test_a_difference_is_named(here: SimpleNamespace) -> None:
    case = SimpleNamespace(**{**vars(CASE), "expected": [2, 5, 6]})
    assert kernels.verdict(double, [case]) == "wrong: element (1,) is 4 and should be 5"


def test_what_numba_says_becomes_a_sentence(here: SimpleNamespace) -> None:
    with pytest.raises(BackendError) as caught:
        kernels.run(broken, 1, 3, [None] * 3, [1, 2, 3])
    assert str(caught.value) == "broken failed in numba: Failed in cuda mode pipeline."


def test_both_products_are_right_in_the_simulator() -> None:
    """The kernels that a GPU is timed on, on numbers, in a process of their own."""
    code = (
        "from certlab.compute import timing\n"
        "from certlab.labs.cuda.real.products import products\n"
        "timing.FEWEST = 1\n"
        "print(*products(16))"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "CERTLAB_BACKEND": "cpu"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "without tiles with tiles\n"


def test_a_size_that_tiles_do_not_fill_is_refused(here: SimpleNamespace) -> None:
    with pytest.raises(BackendError, match="must be a multiple of 16"):
        products(20)


def test_numpy_arrays_are_float32(here: SimpleNamespace) -> None:
    seen = []

    def look(out: Any, x: Any) -> None:
        seen.extend([out.host.dtype, x.host.dtype, bool(np.isnan(out.host).all())])
        out.host[:] = 0

    kernels.run(look, 1, 2, [None, None], [1, 2])
    assert seen == [np.float32, np.float32, True]
