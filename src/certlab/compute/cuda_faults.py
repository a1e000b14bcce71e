"""What an error of CUDA means, as a clause, and what to do about it, as another.

CUDA says the same thing, "the driver version is insufficient", to a machine that has no
driver and to one whose driver is of an older CUDA. The versions tell which it is.
"""

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

DISTRIBUTIONS = ("cupy-cuda13x", "cupy-cuda12x", "cupy-cuda11x", "cupy")
_LIBRARY = re.compile(r"lib([a-zA-Z]+)\.so\.(\d+)")
_FREE = "end what else runs on it, which nvidia-smi lists"


@dataclass(frozen=True, slots=True)
class Versions:
    """CUDA's versions as its runtime counts them, 13020 for 13.2.

    Attributes:
        built: what the library was built for; 0 where it does not say.
        driver: the newest that the driver runs; 0 without a driver, None where nobody says.
        installed: the distributions of the library that are installed.
    """

    built: int = 0
    driver: int | None = None
    installed: tuple[str, ...] = ()

    @property
    def get(self) -> str:
        """How to get the build that this driver runs."""
        major = (self.driver or self.built or 13000) // 1000
        return f"run pip install 'cupy-cuda{major}x[ctk]'"


Meaning = Callable[[str, Versions], tuple[str, str]]


def meaning(error: BaseException, versions: Versions) -> tuple[str, str] | None:
    """What is wrong and what to do; None where we know no more than the error says."""
    text = f"{type(error).__name__}: {error}"
    if len(versions.installed) > 1:
        names = " and ".join(versions.installed)
        do = f"run pip uninstall {' '.join(versions.installed)}, then {versions.get}"
        return f"{names} are both installed", do
    return next(
        (told(text, versions) for mark, told in _MEANINGS if mark in text), None
    )


def dotted(version: int) -> str:
    """13020 as "13.2"."""
    return f"{version // 1000}.{version % 1000 // 10}"


def _driver(_text: str, versions: Versions) -> tuple[str, str]:
    if versions.driver is None:
        return "the driver is too old for it, or there is none", "update the driver"
    if not versions.driver:
        return "there is no NVIDIA driver here", "install the driver of the GPU"
    newest, built = dotted(versions.driver), dotted(versions.built)
    says = f"the driver runs CUDA {newest} at most and CuPy is built for CUDA {built}"
    return says, f"update the driver, or {versions.get}"


def _no_device(_text: str, _versions: Versions) -> tuple[str, str]:
    shown = os.environ.get("CUDA_VISIBLE_DEVICES")
    if shown is not None:
        says = f"CUDA_VISIBLE_DEVICES={shown} hides every GPU from this process"
        return says, "unset CUDA_VISIBLE_DEVICES"
    return "the driver shows this process no GPU", "nvidia-smi must list one"


def _memory(_text: str, _versions: Versions) -> tuple[str, str]:
    return "the GPU's memory is full", _FREE


def _library(text: str, versions: Versions) -> tuple[str, str]:
    found = _LIBRARY.search(text)
    name = f"lib{found.group(1)} {found.group(2)}" if found else "a part of CUDA"
    built = f" of CUDA {versions.built // 1000}" if versions.built else ""
    return f"CuPy needs {name}{built}, which is not here", versions.get


def _kernel(_text: str, versions: Versions) -> tuple[str, str]:
    built = f"built for CUDA {dotted(versions.built)}" if versions.built else "here"
    says = f"the CuPy {built} has no code for this GPU"
    return says, "take the CuPy whose CUDA knows this compute capability"


def _parts(_text: str, _versions: Versions) -> tuple[str, str]:
    says = "the driver's parts are of two versions, as after an update"
    return says, "restart the machine"


def _busy(_text: str, _versions: Versions) -> tuple[str, str]:
    return "another process has the GPU to itself", _FREE


_MEANINGS: Sequence[tuple[str, Meaning]] = (
    ("cudaErrorInsufficientDriver", _driver),
    ("cudaErrorNoDevice", _no_device),
    ("cudaErrorMemoryAllocation", _memory),
    ("OutOfMemoryError", _memory),
    ("cudaErrorNoKernelImageForDevice", _kernel),
    ("cudaErrorUnsupportedPtxVersion", _kernel),
    ("invalid value for --gpu-architecture", _kernel),
    ("cudaErrorSystemDriverMismatch", _parts),
    ("cudaErrorCompatNotSupportedOnDevice", _parts),
    ("cudaErrorDevicesUnavailable", _busy),
    ("DynamicLibNotFoundError", _library),
    (".so.", _library),
)
