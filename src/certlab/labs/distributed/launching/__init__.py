"""Launching a training job: what a line, a script or a manifest starts, and its mistakes.

Text or data in, a `Report` out; nothing is run. What it finds is listed in `FINDINGS`.
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
