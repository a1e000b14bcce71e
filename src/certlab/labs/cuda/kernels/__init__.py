"""Kernels on paper: every thread of a small launch, and all that each reads and writes.

A kernel written for numba-cuda is run here without a GPU and without numba, one thread
after another between barriers, in an order of your choice. What comes back is frozen: the
trace of each access, what went wrong in a thread, and the races, which are found whether
or not the result happened to be right.
"""

from certlab.labs.cuda.kernels import draw, puzzles
from certlab.labs.cuda.kernels.access import Access, Fault, Trace
from certlab.labs.cuda.kernels.lab_puzzles import COLLECTION, TILE
from certlab.labs.cuda.kernels.launch import launch
from certlab.labs.cuda.kernels.numba_api import outside
from certlab.labs.cuda.kernels.races import Race, races
from certlab.labs.cuda.kernels.source import attempted

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
