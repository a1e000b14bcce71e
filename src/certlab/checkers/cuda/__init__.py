"""CUDA's rules of what runs where: GPU code on cards, toolkits on drivers.

Bytes and versions in, findings out. The tables are facts of the course.
"""

from certlab.checkers.cuda.binaries import Binary, read
from certlab.checkers.cuda.code import Code, Outcome, parse, runs
from certlab.checkers.cuda.setup import Finding, Report, Setup, check
from certlab.checkers.cuda.versions import Versions, versions

__all__ = [
    "Binary",
    "Code",
    "Finding",
    "Outcome",
    "Report",
    "Setup",
    "Versions",
    "check",
    "parse",
    "read",
    "runs",
    "versions",
]
