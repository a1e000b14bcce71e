"""The array libraries of this machine, the machine itself, and a clock for both.

Importing this imports no array library.
"""

from certlab.compute import (
    caches,
    ceilings,
    chart,
    chase,
    cold_start,
    compiler,
    device,
    kernels,
    overlap,
    profiler,
    roofline,
    strides,
    timing,
    workloads,
)
from certlab.compute.backend import Choice, arrays, backend, choice, frames
from certlab.compute.first_cell import preflight
from certlab.compute.host import to_host
from certlab.compute.paper import PaperStream, paper_arrays
from certlab.compute.products import products
from certlab.compute.stream import stream

__all__ = [
    "Choice",
    "PaperStream",
    "arrays",
    "backend",
    "caches",
    "ceilings",
    "chart",
    "chase",
    "choice",
    "cold_start",
    "compiler",
    "device",
    "frames",
    "kernels",
    "overlap",
    "paper_arrays",
    "preflight",
    "products",
    "profiler",
    "roofline",
    "stream",
    "strides",
    "timing",
    "to_host",
    "workloads",
]
