"""Multi-Instance GPU: where instances fit, what nvidia-smi answers, and why not.

A `Gpu` is frozen; what changes it gives a new one, or raises a `Refusal` that says which
resource ran out where, who holds it and what would make room.
"""

from certlab.sim.mig import draw, listing, report
from certlab.sim.mig.commands import Result, run
from certlab.sim.mig.gpu import Gpu
from certlab.sim.mig.instances import ComputeInstance, Instance
from certlab.sim.mig.layout import Layout, layouts, maximal_layouts, mix
from certlab.sim.mig.refusal import Refusal
from certlab.sim.mig.repair import make_room
from certlab.sim.mig.report import script

__all__ = [
    "ComputeInstance",
    "Gpu",
    "Instance",
    "Layout",
    "Refusal",
    "Result",
    "draw",
    "layouts",
    "listing",
    "make_room",
    "maximal_layouts",
    "mix",
    "report",
    "run",
    "script",
]
