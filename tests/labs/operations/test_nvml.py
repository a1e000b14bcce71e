"""The GPUs of a machine, by a stand-in for NVML."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from certlab.labs.operations.real import nvml
from certlab.labs.operations.real.scrape import rows


class _NVMLError(Exception):
    """As the library raises it."""


def library(gpus: int = 2, *, driver: bool = True, lost: bool = False) -> ModuleType:
    """An NVML with GPUs that report no replays, as some do."""

    def refuse(*_: object) -> None:
        raise _NVMLError("Not Supported")

    found = ModuleType("pynvml")
    found.__dict__.update(
        NVMLError=_NVMLError,
        NVML_TEMPERATURE_GPU=0,
        NVML_CLOCK_SM=1,
        nvmlInit=(lambda: None) if driver else refuse,
        nvmlShutdown=lambda: None,
        nvmlDeviceGetCount=lambda: gpus,
        nvmlDeviceGetHandleByIndex=refuse if lost else lambda n: n,
        nvmlDeviceGetName=lambda n: b"A GPU" if n else "Another GPU",
        nvmlDeviceGetUtilizationRates=lambda n: SimpleNamespace(gpu=90 + n),
        nvmlDeviceGetPowerUsage=lambda n: 300_500 + n,
        nvmlDeviceGetTemperature=lambda n, _: 60 + n,
        nvmlDeviceGetClockInfo=lambda _n, _: 1980,
        nvmlDeviceGetCurrentClocksThrottleReasons=lambda _: 4,
        nvmlDeviceGetMemoryInfo=lambda n: SimpleNamespace(used=(n + 1) * 2**30),
        nvmlDeviceGetRemappedRows=lambda _: (0, 2, 1, 0),
        nvmlDeviceGetPcieReplayCounter=refuse,
    )
    return found


def test_what_nvml_says_is_shown_under_the_names_of_dcgm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pynvml", library())
    own = nvml.own()
    assert own.why == ""
    assert own.models == ("Another GPU", "A GPU")
    found = {(row.field, row.gpu): row.value for row in rows(own.page("here"))}
    assert found["DCGM_FI_DEV_GPU_UTIL", "1"] == 91
    assert found["DCGM_FI_DEV_POWER_USAGE", "0"] == 300.5
    assert found["DCGM_FI_DEV_FB_USED", "1"] == 2048
    assert found["DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", "0"] == 2
    assert found["DCGM_FI_DEV_ROW_REMAP_PENDING", "0"] == 1
    assert ("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", "0") not in found


@pytest.mark.parametrize(
    ("stands_in", "says"),
    [
        (None, "nvidia-ml-py is not installed"),
        (library(driver=False), "no driver here: Not Supported"),
        (library(gpus=0), "no GPU"),
        (library(lost=True), "cannot reach a GPU: Not Supported"),
    ],
)
def test_without_a_gpu_it_says_what_is_missing(
    stands_in: ModuleType | None, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pynvml", stands_in)
    own = nvml.own()
    assert says in own.why
    assert own.page("here") == ""
