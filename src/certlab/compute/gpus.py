"""The GPUs of this machine, as nvidia-smi lists them."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_FIELDS = ("name", "memory.total", "driver_version", "compute_cap")
_SECONDS = 20  # nvidia-smi wakes a sleeping GPU first, which takes a few


@dataclass(frozen=True, slots=True)
class Gpu:
    """One GPU.

    Attributes:
        name: the product's.
        memory_gib: as the driver reports it, less than on the box with ECC on.
        driver: the driver's version, "580.65.06".
        compute_capability: "9.0"; "" where an old driver does not say.
    """

    name: str
    memory_gib: float | None
    driver: str
    compute_capability: str


@dataclass(frozen=True, slots=True)
class Gpus:
    """The GPUs found; `why` says why there are none, else it is ""."""

    found: tuple[Gpu, ...]
    why: str = ""


Run = Callable[[Sequence[str]], tuple[int, str]]


def gpus(run: Run | None = None) -> Gpus:
    """Ask nvidia-smi.

    Args:
        run: runs a command and returns its exit status and output; a seam for tests.
    """
    query = (
        "nvidia-smi",
        f"--query-gpu={','.join(_FIELDS)}",
        "--format=csv,noheader,nounits",
    )
    if run is None and not shutil.which("nvidia-smi"):
        return Gpus((), "nvidia-smi was not found")
    try:
        status, text = (run or _run)(query)
    except subprocess.TimeoutExpired:
        return Gpus((), f"nvidia-smi gave no answer in {_SECONDS} s")
    except OSError as error:
        return Gpus((), f"nvidia-smi does not start ({error.strerror})")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if status:
        says = lines[0].rstrip(".") if lines else f"exit status {status}"
        return Gpus((), f"nvidia-smi failed ({says})")
    found = tuple(_gpu(line) for line in lines if line.count(",") >= len(_FIELDS) - 1)
    return Gpus(found, "" if found else "nvidia-smi lists none")


def _gpu(line: str) -> Gpu:
    name, memory, driver, capability = (
        "" if part.strip().startswith("[") else part.strip()  # [N/A], [Not Supported]
        for part in line.rsplit(",", len(_FIELDS) - 1)
    )
    mib = float(memory) if memory.replace(".", "", 1).isdigit() else None
    return Gpu(name, None if mib is None else mib / 1024, driver, capability)


def _run(command: Sequence[str]) -> tuple[int, str]:
    run = subprocess.run(
        command, capture_output=True, text=True, timeout=_SECONDS, check=False
    )
    return run.returncode, run.stdout + run.stderr
