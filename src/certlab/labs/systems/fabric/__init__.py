"""Fabrics: switches, cables, oversubscription, failed spines, ways between GPUs.

A `Fabric` is frozen; `build` counts what it takes. What cannot be wired is a `Refusal`.
"""

from certlab.errors import Refusal
from certlab.labs.systems.fabric import draw, report
from certlab.labs.systems.fabric.build import Built, Path, build, path
from certlab.labs.systems.fabric.fabric import Fabric
from certlab.labs.systems.fabric.summary import words

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
