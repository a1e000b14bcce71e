"""This machine as `certlab doctor` and a lab's first cell tell it."""

import platform
from collections.abc import Iterable

from certlab.compute import hosted, missing_packages
from certlab.compute.backend import Choice
from certlab.compute.gpus import Gpu, Gpus, gpus
from certlab.compute.processor import Bf16, Cpu, bf16, cores, cpu

__all__ = [
    "Bf16",
    "Cpu",
    "Gpu",
    "Gpus",
    "bf16",
    "cores",
    "cpu",
    "gpus",
    "libraries",
    "libraries_missing",
    "path_of",
    "report",
    "summary",
]

# What a lab may use, and the distributions that bring it; the first found counts.
LIBRARIES = {
    "numpy": ("numpy",),
    "pandas": ("pandas",),
    "matplotlib": ("matplotlib",),
    "jupyterlab": ("jupyterlab",),
    "numba": ("numba",),
    "torch": ("torch",),
    "cupy": ("cupy-cuda13x", "cupy-cuda12x", "cupy-cuda11x", "cupy"),
    "cudf": ("cudf-cu13", "cudf-cu12", "cudf"),
}


def libraries() -> dict[str, str]:
    """Version by library, "" where it is not installed. Nothing is imported."""
    return {name: _first(names) for name, names in LIBRARIES.items()}


def libraries_missing(needs: Iterable[str]) -> list[str]:
    """Those of the distributions that are not installed."""
    return [name for name in needs if not _first((name,))]


def report() -> dict[str, str]:
    """What there is to know, a line each; every value is a text."""
    processor, graphics = cpu(), gpus()
    rows = {
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "python": platform.python_version(),
        "cpu": _cpu_line(processor),
        "bf16": str(bf16()).removeprefix("BF16: "),
        "memory": _gib(processor.memory_gib),
    }
    for number, gpu in enumerate(graphics.found):
        rows[f"gpu {number}"] = _gpu_line(gpu)
    if not graphics.found:
        rows["gpu"] = f"none: {graphics.why}"
    installed = libraries().items()
    return rows | {name: found or "not installed" for name, found in installed}


def summary(*, bf16: bool = False, ranks: int = 1) -> str:
    """The processor and the GPUs in one sentence, for a lab's first cell.

    On a machine that is lent further sentences say what it costs and cannot show.

    Args:
        bf16, ranks: as for `hosted.sentences`.
    """
    graphics = gpus()
    lines = [_gpu_line(gpu) for gpu in graphics.found]
    here = f"{_cpu_line(cpu())}; {'; '.join(lines) or f'no GPU: {graphics.why}'}."
    return "\n".join([here, *hosted.sentences(graphics, bf16=bf16, ranks=ranks)])


def path_of(
    paths: Iterable[str], needs: Iterable[str], choice: Choice, lab: str = ""
) -> tuple[str, str]:
    """Which path a lab takes here, "GPU", "CPU" or "none", and why.

    Args:
        paths: the lab's paths, of "G", "C" and "B".
        needs: distributions the lab imports.
        choice: what `choice()` says here.
        lab: its id.
    """
    if missing := libraries_missing(needs):
        return "none", missing_packages.install_hint(missing, lab)
    paths = set(paths)
    if "G" in paths and choice.on_gpu:
        return "GPU", "CuPy works here"
    if "G" not in paths:
        return "CPU", "it needs no GPU"
    if not choice.arrays:
        return "none", choice.why
    if "C" in paths:
        return "CPU", choice.why
    return "none", f"it needs a GPU, and {choice.why}"


def _first(names: Iterable[str]) -> str:
    # Imported here: it is the slowest part of the standard library that we use.
    from importlib.metadata import PackageNotFoundError, version

    for name in names:
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return ""


def _cpu_line(cpu: Cpu) -> str:
    return f"{cpu.name}, {cpu.cores} core{'s' * (cpu.cores != 1)}"


def _gpu_line(gpu: Gpu) -> str:
    capability = gpu.compute_capability or "unknown"
    return (
        f"{gpu.name}, memory {_gib(gpu.memory_gib)}, compute capability {capability}, "
        f"driver {gpu.driver or 'unknown'}"
    )


def _gib(gib: float | None) -> str:
    return "unknown" if gib is None else f"{gib:.1f} GiB"
