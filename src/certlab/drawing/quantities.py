"""Sizes, times and rates as a reader sees them: four digits that count, and a unit."""

from certlab.course.facts import format_result

_SIZES = (("TiB", 2**40), ("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10))


def size(count: float) -> str:
    """Bytes, in the largest binary unit of which there is one: "64 MiB"."""
    for unit, factor in _SIZES:
        if count >= factor:
            return f"{format_result(count / factor)} {unit}"
    return f"{format_result(count)} {'byte' if count == 1 else 'bytes'}"


def duration(seconds: float) -> str:
    """Seconds, in microseconds up to a tenth of a second: "1,012.3 µs"."""
    if seconds < 0.1:
        return f"{format_result(seconds * 1e6)} µs"
    if seconds < 100:
        return f"{format_result(seconds * 1e3)} ms"
    return f"{format_result(seconds)} s"


def rate(bytes_per_second: float) -> str:
    """A bandwidth, decimal, as links and nccl-tests have it: "397.8 GB/s"."""
    return f"{format_result(bytes_per_second / 1e9)} GB/s"


def percent(share: float) -> str:
    """A share as a percentage with one decimal: "27.3 %"."""
    return f"{share * 100:.1f} %"
