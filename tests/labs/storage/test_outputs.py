"""What fio and gdsio print, read from lines of theirs."""

import pytest

from certlab.errors import CourseError
from certlab.labs.storage import read_fio, read_gdsio

FIO = """Run status group 0 (all jobs):
  WRITE: bw=512MiB/s (537MB/s), 512MiB/s-512MiB/s (537MB/s-537MB/s), io=150GiB (161GB), run=300001-300001msec
"""
OTHER = "   READ: bw=60.8GiB/s (65.3GB/s), 60.8GiB/s-60.8GiB/s (65.3GB/s-65.3GB/s)"
# NVIDIA's configuration guide of GPUDirect Storage, on a DGX-2.
GDSIO = (
    "IoType: RANDREAD XferType: GPUD Threads: 4 DataSetSize: 11736528/4194304(KiB) "
    "IOSize: 4(KiB) Throughput: 0.093338 GiB/sec, Avg_Latency: 163.478958 usecs "
    "ops: 2934132 total_time 119.917332 secs"
)


def test_fio_is_read_in_powers_of_ten() -> None:
    assert read_fio(FIO).gigabytes == pytest.approx(0.537)
    assert read_fio(FIO).direction == "WRITE"
    assert read_fio(OTHER).gigabytes == pytest.approx(65.3)


def test_gdsio_says_its_path_and_littles_law_finds_its_workers() -> None:
    found = read_gdsio(GDSIO)
    assert (found.direction, found.path, found.workers) == ("RANDREAD", "GPUD", 4)
    assert found.gigabytes == pytest.approx(0.1002, rel=1e-3)
    assert found.under_way == pytest.approx(4, rel=0.01)


@pytest.mark.parametrize("read", [read_fio, read_gdsio])
@pytest.mark.parametrize("text", ["", "bw=", "no result", "IoType: READ", OTHER[:9]])
def test_another_text_is_refused(read: type, text: str) -> None:
    with pytest.raises(CourseError):
        read(text)
