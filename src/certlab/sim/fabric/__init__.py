"""Fabrics: switches, cables, oversubscription, failed spines, ways between GPUs.

A `Fabric` is frozen; `build` counts what it takes. What cannot be wired is a `Refusal`.
"""

from certlab.sim.fabric import draw, report
from certlab.sim.fabric.build import Built, Path, build, path
from certlab.sim.fabric.fabric import Fabric
from certlab.sim.fabric.summary import words
from certlab.sim.refusal import Refusal

__all__ = [
    "Built",
    "Fabric",
    "Path",
    "Refusal",
    "build",
    "draw",
    "path",
    "report",
    "words",
]
