"""The array libraries of this machine, the machine itself, and a clock for both.

Importing this imports no array library.
"""

from certlab.compute import chart, device, timing
from certlab.compute.backend import Choice, arrays, backend, choice, frames
from certlab.compute.first_cell import preflight
from certlab.compute.host import to_host

__all__ = [
    "Choice",
    "arrays",
    "backend",
    "chart",
    "choice",
    "device",
    "frames",
    "preflight",
    "timing",
    "to_host",
]
