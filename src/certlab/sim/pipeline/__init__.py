"""Pipeline schedules: who works when, how much is bubble, what each stage holds.

A `Pipeline` is frozen; `run` carries it out. What cannot be laid out is a `Refusal`.
"""

from certlab.sim.pipeline import draw, report
from certlab.sim.pipeline.orders import SCHEDULES, Op
from certlab.sim.pipeline.pipeline import Pipeline
from certlab.sim.pipeline.run import Run, bubble_time, in_flight, run, shares
from certlab.sim.pipeline.span import Span
from certlab.sim.pipeline.summary import FORMULAS, formula_holds, words
from certlab.sim.refusal import Refusal

__all__ = [
    "FORMULAS",
    "SCHEDULES",
    "Op",
    "Pipeline",
    "Refusal",
    "Run",
    "Span",
    "bubble_time",
    "draw",
    "formula_holds",
    "in_flight",
    "report",
    "run",
    "shares",
    "words",
]
