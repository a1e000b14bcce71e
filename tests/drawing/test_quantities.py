"""Sizes, times and rates as a reader sees them."""

import pytest

from certlab.drawing.quantities import duration, percent, rate, size


@pytest.mark.parametrize(
    ("count", "says"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1,023 bytes"),
        (1024, "1 KiB"),
        (299_600, "292.6 KiB"),
        (64 * 2**20, "64 MiB"),
        (1.5 * 2**30, "1.5 GiB"),
        (2**41, "2 TiB"),
    ],
)
def test_sizes(count: float, says: str) -> None:
    assert size(count) == says


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        (0, "0 µs"),
        (6.741e-6, "6.741 µs"),
        (1.01225e-3, "1,012.2 µs"),
        (0.25, "250 ms"),
        (5.5, "5,500 ms"),
        (120, "120 s"),
    ],
)
def test_times(seconds: float, says: str) -> None:
    assert duration(seconds) == says


def test_rates_and_shares() -> None:
    assert rate(397.8e9) == "397.8 GB/s"
    assert percent(3 / 11) == "27.3 %"
