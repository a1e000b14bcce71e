"""Each thing that can be wrong with a GPU: the first cell says which, the CPU is taken."""

import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell

from certlab import compute
from certlab.compute import missing_packages, probe
from certlab.compute.processor import Bf16, _cpuinfo_bf16
from certlab.errors import BackendError, CourseError
from tests.gpu_stand_ins import Install


class CUDARuntimeError(RuntimeError):
    """CuPy's own has this name; its text begins with CUDA's name of the error."""


class OutOfMemoryError(MemoryError):
    """CuPy's own has this name and parent."""


class DynamicLibNotFoundError(RuntimeError):
    """What cuda-pathfinder raises for a library that it does not find."""


NO_DRIVER = CUDARuntimeError(
    # What CuPy 14.2 for CUDA 13 said on a machine without a driver.
    "cudaErrorInsufficientDriver: CUDA driver version is insufficient for CUDA runtime "
    "version"
)


def broken(
    install: Install, error: Exception, built: int = 13020, driver: int = 0
) -> None:
    """A CuPy whose first array fails."""

    def ones(_shape: object) -> None:
        raise error

    runtime = SimpleNamespace(
        runtimeGetVersion=lambda: built, driverGetVersion=lambda: driver
    )
    install("cupy", ones=ones, cuda=SimpleNamespace(runtime=runtime))


@pytest.mark.parametrize(
    ("error", "driver", "says", "do"),
    [
        (NO_DRIVER, 0, "there is no NVIDIA driver here", "install the driver"),
        (
            NO_DRIVER,
            12040,
            "the driver runs CUDA 12.4 at most and CuPy is built for CUDA 13.2",
            "update the driver, or run pip install 'cupy-cuda12x[ctk]'",
        ),
        (
            CUDARuntimeError("cudaErrorNoDevice: no CUDA-capable device is detected"),
            13000,
            "the driver shows this process no GPU",
            "nvidia-smi must list one",
        ),
        (
            CUDARuntimeError("cudaErrorMemoryAllocation: out of memory"),
            13000,
            "the GPU's memory is full",
            "end what else runs on it",
        ),
        (
            OutOfMemoryError("Out of memory allocating 512 bytes"),
            13000,
            "the GPU's memory is full",
            "nvidia-smi lists",
        ),
        (
            DynamicLibNotFoundError("Failed to load libnvrtc.so.13"),
            13000,
            "CuPy needs libnvrtc 13 of CUDA 13, which is not here",
            "run pip install 'cupy-cuda13x[ctk]'",
        ),
        (
            CUDARuntimeError("cudaErrorNoKernelImageForDevice: no kernel image"),
            13000,
            "the CuPy built for CUDA 13.2 has no code for this GPU",
            "take the CuPy whose CUDA knows this compute capability",
        ),
        (
            CUDARuntimeError("cudaErrorSystemDriverMismatch: system has unsupported"),
            13000,
            "the driver's parts are of two versions, as after an update",
            "restart the machine",
        ),
        (
            CUDARuntimeError("cudaErrorDevicesUnavailable: CUDA-capable device(s)"),
            13000,
            "another process has the GPU to itself",
            "end what else runs on it",
        ),
    ],
    ids=lambda one: one if isinstance(one, str) and " " in one else "",
)
def test_what_is_wrong_is_said_and_the_cpu_taken(
    install: Install,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    driver: int,
    says: str,
    do: str,
) -> None:
    broken(install, error, driver=driver)
    assert compute.preflight() is np
    printed = capsys.readouterr().out.splitlines()[1]
    assert printed.startswith("NumPy and pandas on the CPU: CuPy is installed but ")
    assert printed.endswith(f": {says}.")
    with pytest.raises(BackendError) as caught:
        compute.arrays("gpu")
    assert says in str(caught.value)
    assert do in str(caught.value)


def test_a_gpu_hidden_by_the_environment_is_told(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    broken(install, CUDARuntimeError("cudaErrorNoDevice: none"), driver=13000)
    assert "CUDA_VISIBLE_DEVICES= hides every GPU" in compute.choice().why


def test_two_builds_of_cupy_are_told(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(name: str) -> str:
        if name in ("cupy-cuda12x", "cupy-cuda13x"):
            return "14.2.0"
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", version)
    broken(install, NO_DRIVER, driver=12040)
    with pytest.raises(BackendError) as caught:
        compute.arrays("gpu")
    assert "cupy-cuda13x and cupy-cuda12x are both installed" in str(caught.value)
    assert str(caught.value).endswith(
        "run pip uninstall cupy-cuda13x cupy-cuda12x, then run pip install "
        "'cupy-cuda12x[ctk]'."
    )


def test_a_full_gpu_gives_way_to_the_cpu(cupy: ModuleType) -> None:
    cupy.cuda.runtime.memGetInfo = lambda: (3 * 2**29, 80 * 2**30)
    assert compute.arrays(room_gib=1) is cupy
    assert compute.arrays(room_gib=2) is np
    assert compute.choice(room_gib=2).why == (
        "1.5 of the GPU's 80.0 GiB are free and this takes 2 GiB"
    )
    with pytest.raises(BackendError, match="which nvidia-smi lists"):
        compute.arrays("gpu", room_gib=2)


def test_a_gpu_that_cannot_say_its_memory_gives_way_too(cupy: ModuleType) -> None:
    def gone() -> None:
        raise CUDARuntimeError("cudaErrorIllegalAddress: an illegal address")

    cupy.cuda.runtime.memGetInfo = gone
    assert compute.arrays(room_gib=1) is np
    assert "cannot ask for the GPU's memory" in compute.choice(room_gib=1).why


@pytest.mark.parametrize(
    ("line", "by"),
    [
        ("flags\t\t: fpu avx2 fma", ()),
        ("flags\t\t: avx512f avx512_bf16 amx_bf16", ("AMX", "AVX-512")),
        ("Features\t: fp asimd bf16", ("Arm's BF16",)),
    ],
)
def test_whether_a_processor_has_bf16(
    tmp_path: Path, line: str, by: tuple[str, ...]
) -> None:
    table = tmp_path / "cpuinfo"
    table.write_text(f"processor\t: 0\n{line}\n")
    assert _cpuinfo_bf16(table) == Bf16(by)
    assert ("no instructions for it" in str(Bf16(by))) == (not by)


def test_a_system_that_does_not_say_whether_it_has_bf16(tmp_path: Path) -> None:
    assert "does not say" in str(_cpuinfo_bf16(tmp_path / "none"))
    (tmp_path / "odd").write_text("processor : 0\n")
    assert not _cpuinfo_bf16(tmp_path / "odd").known


def test_the_first_cell_says_that_bf16_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("certlab.compute.first_cell.bf16_here", Bf16)
    compute.preflight(bf16=True)
    assert capsys.readouterr().out.splitlines()[-1] == (
        "BF16: this processor has no instructions for it; libraries convert to float32 "
        "and back, so that it saves memory here and no time."
    )


def test_a_library_that_a_lab_cannot_do_without() -> None:
    with pytest.raises(BackendError) as caught:
        compute.preflight(needs=["numpy", "no-such-thing"])
    assert str(caught.value) == (
        "no-such-thing is not installed; run certlab lab prepare NAME, then restart "
        "the kernel."
    )


def test_a_lab_says_its_own_name_and_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JPY_SESSION_NAME", "/home/me/certlab/labs/cuda/10_try.ipynb")
    assert missing_packages.install_hint(["numba"]) == (
        "numba is not installed; run certlab lab prepare cuda/10_try (about 210 MB)"
    )
    monkeypatch.setenv("JPY_SESSION_NAME", "labs/cuda/10_try.new2.ipynb")
    assert missing_packages.current_lab() == "cuda/10_try"
    monkeypatch.setenv("JPY_SESSION_NAME", "my/own.ipynb")
    assert missing_packages.current_lab() == ""
    assert (
        missing_packages.size_hint(["numba", "no-such-thing"]) == ""
    )  # half of it is no size


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> InteractiveShell:
    """A notebook's shell, in which the first cell has run."""
    shell = InteractiveShell()
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    monkeypatch.setitem(
        sys.modules,
        "torch",
        SimpleNamespace(
            OutOfMemoryError=type("OutOfMemoryError", (RuntimeError,), {}),
            cuda=SimpleNamespace(is_initialized=lambda: False),
        ),
    )
    compute.preflight()
    return shell


def on_the_gpu() -> None:
    error = type("OutOfMemoryError", (MemoryError,), {"__module__": "cupy.cuda.memory"})
    raise error("Out of memory allocating 9 bytes (allocated so far: 0 bytes).")


def torchs() -> None:
    raise sys.modules["torch"].OutOfMemoryError("CUDA out of memory. Tried 9 GiB")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: np.ones((10**7, 10**7)), "The computer ran out of memory: Unable to"),
        (on_the_gpu, "The GPU ran out of memory: Out of memory allocating 9 bytes"),
        (torchs, "The GPU ran out of memory: CUDA out of memory. Tried 9 GiB"),
    ],
    ids=["the computer's", "CuPy's", "torch's"],
)
def test_memory_that_runs_out_is_a_sentence_and_no_traceback(
    shell: InteractiveShell,
    capsys: pytest.CaptureFixture[str],
    call: Callable[[], object],
    says: str,
) -> None:
    shell.user_ns["call"] = call
    shell.run_cell("call()")
    shown = "".join(capsys.readouterr()).strip().splitlines()[-1]
    assert shown.startswith(says)
    assert shown.endswith("make the sizes of this cell smaller.")
    assert len("".join(capsys.readouterr()).splitlines()) <= 1


def test_an_error_of_ours_is_a_sentence_in_a_notebook(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shell = InteractiveShell()
    shell.user_ns["error"] = CourseError("One sentence.")
    shell.run_cell("raise error")
    assert "".join(capsys.readouterr()).strip() == "One sentence."


def test_what_is_wrong_is_tried_once(install: Install) -> None:
    broken(install, NO_DRIVER)
    assert probe.cupy() is probe.cupy()
