"""Kernels on paper: every thread of a small launch, and all that each reads and writes.

A kernel written for numba-cuda is run here without a GPU and without numba, one thread
after another between barriers, in an order of your choice. What comes back is frozen: the
trace of each access, what went wrong in a thread, and the races, which are found whether
or not the result happened to be right.
"""

from certlab.sim.kernels import draw, puzzles
from certlab.sim.kernels.access import Access, Fault, Trace
from certlab.sim.kernels.collection import COLLECTION, TILE
from certlab.sim.kernels.cuda import outside
from certlab.sim.kernels.launch import launch
from certlab.sim.kernels.races import Race, races
from certlab.sim.kernels.source import attempted

__all__ = [
    "COLLECTION",
    "TILE",
    "Access",
    "Fault",
    "Race",
    "Trace",
    "attempted",
    "draw",
    "launch",
    "outside",
    "puzzles",
    "races",
]
