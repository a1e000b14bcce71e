"""The array libraries of this machine, the machine itself, and a clock for both.

Importing this imports no array library.
"""

from certlab.compute import (
    chart,
    cold_start,
    compiler,
    device,
    kernels,
    overlap,
    timing,
)
from certlab.compute.backend import Choice, arrays, backend, choice, frames
from certlab.compute.host import to_host
from certlab.compute.paper import PaperStream, paper_arrays
from certlab.compute.stream import stream

__all__ = [
    "Choice",
    "PaperStream",
    "arrays",
    "backend",
    "chart",
    "choice",
    "cold_start",
    "compiler",
    "device",
    "frames",
    "kernels",
    "overlap",
    "paper_arrays",
    "profiler",
    "stream",
    "timing",
    "to_host",
]
