"""Launching a training job: what a line, a script or a manifest starts, and its mistakes.

Text or data in, a `Report` out; nothing is run. What it finds is listed in `FINDINGS`.

check         from a script to a report, by shell, slurm and torchrun
shell         enough of bash: a script's commands, on all its ways
slurm         what is asked of Slurm, the steps that are started, and their rules
torchrun      a torchrun line, where it stands, and its rules
kubernetes    from a manifest to a report: its shape, its Pods, and their rules
programs      the table of programs: wrappers, launchers, and what starts nothing
finding       what may be found, and the report; launch: what will be started
"""

from certlab.errors import CourseError
from certlab.finding import Finding
from certlab.labs.distributed.launching.check import check
from certlab.labs.distributed.launching.finding import FINDINGS, Report, Setting
from certlab.labs.distributed.launching.kubernetes.check import check_manifests
from certlab.labs.distributed.launching.launch import Launch
from certlab.labs.distributed.launching.torchrun.command_line import Line, parse

__all__ = [
    "FINDINGS",
    "CourseError",
    "Finding",
    "Launch",
    "Line",
    "Report",
    "Setting",
    "check",
    "check_manifests",
    "parse",
]
