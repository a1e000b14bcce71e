"""CUDA's rules of what runs where: GPU code on cards, toolkits on drivers.

Bytes and versions in, findings out. The tables are facts of the course.
"""

from certlab.labs.cuda.compatibility.binaries import Binary, read
from certlab.labs.cuda.compatibility.code import Code, Outcome, parse, runs
from certlab.labs.cuda.compatibility.setup import Report, RuleVerdict, Setup, check
from certlab.labs.cuda.compatibility.versions import Versions, versions

__all__ = [
    "Binary",
    "Code",
    "Outcome",
    "Report",
    "RuleVerdict",
    "Setup",
    "Versions",
    "check",
    "parse",
    "read",
    "runs",
    "versions",
]
