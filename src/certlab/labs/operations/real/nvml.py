"""The GPUs of this machine by NVML, with the names that DCGM gives the same values."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from certlab.labs.operations.text import page


@dataclass(frozen=True, slots=True)
class Own:
    """What NVML says of this machine.

    Attributes:
        readings: of each GPU, by DCGM's names; what a GPU does not report is left out.
        models: the products' names.
        why: why there are none, else "".
    """

    readings: tuple[dict[str, float], ...] = ()
    models: tuple[str, ...] = ()
    why: str = ""

    def page(self, node: str) -> str:
        """The same as the text of an exporter."""
        return page(node, self.readings, self.models)


def own() -> Own:
    """Read each GPU once."""
    try:
        nvml = importlib.import_module("pynvml")
    except ImportError:
        return Own(why="nvidia-ml-py is not installed here: pip install nvidia-ml-py")
    try:
        nvml.nvmlInit()
    except nvml.NVMLError as error:
        return Own(why=f"NVML finds no driver here: {error}")
    try:
        handles = [
            nvml.nvmlDeviceGetHandleByIndex(n) for n in range(nvml.nvmlDeviceGetCount())
        ]
        if not handles:
            return Own(why="The driver is here, and no GPU.")
        models = tuple(_text(nvml.nvmlDeviceGetName(one)) for one in handles)
        return Own(tuple(_reading(nvml, one) for one in handles), models)
    except nvml.NVMLError as error:  # as with a GPU that fell off the bus
        return Own(why=f"NVML cannot reach a GPU: {error}")
    finally:
        nvml.nvmlShutdown()


def _reading(nvml: Any, gpu: Any) -> dict[str, float]:
    asked: dict[str, Callable[[], float]] = {
        "DCGM_FI_DEV_GPU_UTIL": lambda: nvml.nvmlDeviceGetUtilizationRates(gpu).gpu,
        "DCGM_FI_DEV_POWER_USAGE": lambda: nvml.nvmlDeviceGetPowerUsage(gpu) / 1000,
        "DCGM_FI_DEV_GPU_TEMP": lambda: nvml.nvmlDeviceGetTemperature(
            gpu, nvml.NVML_TEMPERATURE_GPU
        ),
        "DCGM_FI_DEV_SM_CLOCK": lambda: nvml.nvmlDeviceGetClockInfo(
            gpu, nvml.NVML_CLOCK_SM
        ),
        "DCGM_FI_DEV_CLOCKS_EVENT_REASONS": lambda: (
            nvml.nvmlDeviceGetCurrentClocksThrottleReasons(gpu)
        ),
        "DCGM_FI_DEV_FB_USED": lambda: nvml.nvmlDeviceGetMemoryInfo(gpu).used / 2**20,
        "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS": lambda: _remapped(nvml, gpu, 1),
        "DCGM_FI_DEV_ROW_REMAP_PENDING": lambda: _remapped(nvml, gpu, 2),
        "DCGM_FI_DEV_ROW_REMAP_FAILURE": lambda: _remapped(nvml, gpu, 3),
        "DCGM_FI_DEV_PCIE_REPLAY_COUNTER": lambda: nvml.nvmlDeviceGetPcieReplayCounter(
            gpu
        ),
    }
    found = {}
    for field, ask in asked.items():
        try:
            found[field] = float(ask())
        except nvml.NVMLError:  # this GPU does not report it
            continue
    return found


def _remapped(nvml: Any, gpu: Any, part: int) -> float:
    """Rows for corrected errors, for uncorrected ones, whether pending, whether failed."""
    return float(nvml.nvmlDeviceGetRemappedRows(gpu)[part])


def _text(name: str | bytes) -> str:
    return name.decode() if isinstance(name, bytes) else name
