"""Mock exams: what is drawn, the sitting of it, and what it came to.

A paper follows from the course, the exam's code and a seed alone, so that a class sits
the same one. A sitting is rows of the history; its report follows from them.
"""

from certlab.study.exams.blueprint import Blueprint, blueprint
from certlab.study.exams.drawing import draw
from certlab.study.exams.paper import Paper
from certlab.study.exams.score import Report, report
from certlab.study.exams.sitting import Sitting
from certlab.study.exams.sittings import begin, refuse_nonsense, reports, unfinished

__all__ = [
    "Blueprint",
    "Paper",
    "Report",
    "Sitting",
    "begin",
    "blueprint",
    "draw",
    "refuse_nonsense",
    "report",
    "reports",
    "unfinished",
]
