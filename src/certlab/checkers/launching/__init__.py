"""Launching a training job: what a line, a script or a manifest starts, and its mistakes.

Text or data in, a `Report` out; nothing is run. What it finds is listed in `FINDINGS`.
"""

from certlab.checkers.launching.check import check, check_manifests
from certlab.checkers.launching.finding import FINDINGS, Finding, Report, Setting
from certlab.checkers.launching.launch import Launch
from certlab.checkers.launching.torchrun import Line, parse
from certlab.errors import CourseError

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
