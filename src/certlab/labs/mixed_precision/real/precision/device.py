"""Where PyTorch computes here, and which of the three types that device multiplies itself."""

import os
from dataclasses import dataclass
from typing import Any

from certlab.compute.backend import VARIABLE
from certlab.errors import BackendError


@dataclass(frozen=True, slots=True)
class Device:
    """PyTorch's device; its text is what a lab's first cell prints.

    Attributes:
        name: "cuda" or "cpu", as torch calls it.
        title: PyTorch's version and the device.
        native: "BF16" and "FP16" where it has instructions for their products.
    """

    name: str
    title: str
    native: tuple[str, ...]

    def __str__(self) -> str:
        has = " and ".join(self.native)
        says = f"multiplies {has} itself" if has else "converts BF16 and FP16 to FP32"
        return f"{self.title}; it {says}."


def device(want: str | None = None) -> Device:
    """The device a lab takes: the GPU where PyTorch has one, else the CPU.

    Args:
        want: "auto", "gpu" or "cpu"; the variable CERTLAB_BACKEND stands in for None.

    Raises:
        BackendError: torch is not installed, or "gpu" was asked for and PyTorch has none.
    """
    try:
        import torch
    except ImportError as error:
        raise BackendError(
            "torch is not installed; run %pip install torch, then restart the kernel."
        ) from error
    word = want or os.environ.get(VARIABLE) or "auto"
    if word != "cpu" and torch.cuda.is_available():
        return _gpu(torch)
    if word == "gpu":
        built = torch.version.cuda or "none"
        raise BackendError(
            f"PyTorch {torch.__version__} finds no GPU (its CUDA: {built}); install the "
            "build for your driver, as pytorch.org/get-started says."
        )
    return Device("cpu", f"PyTorch {torch.__version__} on the CPU", _cpu_types(torch))


def _gpu(torch: Any) -> Device:
    # Tensor Cores take FP16 from 7.0 on and BF16 from 8.0 on; older GPUs emulate BF16.
    capability = torch.cuda.get_device_capability()
    types = (("BF16", (8, 0)), ("FP16", (7, 0)))
    native = tuple(name for name, least in types if capability >= least)
    title = f"PyTorch {torch.__version__} on {torch.cuda.get_device_name()}"
    return Device("cuda", title, native)


def _cpu_types(torch: Any) -> tuple[str, ...]:
    """What oneDNN, which PyTorch multiplies with, says of this processor."""
    ask = getattr(torch.ops, "mkldnn", None)
    found = []
    for name, question in (
        ("BF16", "_is_mkldnn_bf16_supported"),
        ("FP16", "_is_mkldnn_fp16_supported"),
    ):
        try:
            if getattr(ask, question)():
                found.append(name)
        except (AttributeError, RuntimeError):  # a build without oneDNN
            continue
    return tuple(found)
