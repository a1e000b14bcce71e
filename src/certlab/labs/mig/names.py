"""What `from certlab.labs import mig` gives."""

from certlab.labs.mig import draw, report
from certlab.labs.mig.eviction import make_room
from certlab.labs.mig.gpu import Gpu
from certlab.labs.mig.instances import ComputeInstance, Instance
from certlab.labs.mig.layout import Layout, layouts, maximal_layouts, mix
from certlab.labs.mig.nvidia_smi import listing
from certlab.labs.mig.nvidia_smi.run import Result, run
from certlab.labs.mig.partitions import tables
from certlab.labs.mig.refusal import Refusal
from certlab.labs.mig.report import script

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
    "tables",
]
